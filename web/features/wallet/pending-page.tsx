import { useEffect, useState } from 'react'
import type { PendingAct } from '#shared/contract/pending.ts'
import { claimPath, holdingsPath, paths, recordPath } from '#shared/rules/paths.ts'
import { isMissing } from '#web/lib/call.ts'
import { refusalText } from '#web/lib/failure-text.ts'
import { useFormat } from '#web/lib/format.ts'
import { reading } from '#web/lib/reading-calls.ts'
import { loadRefusals } from '#web/lib/refusal-texts.ts'
import { useRead } from '#web/lib/use-read.ts'
import { useSignedIn } from '#web/lib/use-session.ts'
import '#web/texts/part-texts.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Notice } from '#web/ui/badge.tsx'
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Link } from '#web/ui/link.tsx'
import { Card, Page, Section } from '#web/ui/page.tsx'
import { Empty, Loaded } from '#web/ui/states.tsx'
import { type Step, Stepper } from '#web/ui/stepper.tsx'
import { PendingDecisions } from './pending-decisions.tsx'
import { PendingFacts, PendingUnits } from './pending-facts.tsx'
import { endOf, outcomeTones, saidOf, stageOf, untilNextReadMs, usePendingWords } from './pending-words.ts'
import { TimeLeft } from './time-left.tsx'

/** An act that waits or has waited: its steps, its units, and what the reader may decide. */
export function PendingPage({ pendingId }: { pendingId: string }) {
  const { t } = useTranslation()
  const { titleOf } = usePendingWords()
  const { accountId, accounts } = useSignedIn()
  const pending = useRead(reading.readPending, {
    params: { pendingId },
    everyMs: (act) => untilNextReadMs(act ? [act] : []),
  })
  // Admins of the registry also decide on acts of others' accounts.
  const isOwn = [pending.data?.from, pending.data?.to].some((side) => side?.accountId === accountId)
  const other = isOwn ? null : pending.data?.from
  if (isMissing(pending.error)) {
    return (
      <Page title={t('pending.unknownTitle')} narrow>
        <Empty
          text={t(accounts.length > 1 ? 'pending.unknownHere' : 'pending.unknown')}
          action={<ButtonLink to={paths.wallet}>{t('pending.toWallet')}</ButtonLink>}
        />
      </Page>
    )
  }
  return (
    <Page
      title={pending.data ? titleOf(pending.data) : t('pending.pageTitle')}
      lead={
        <Breadcrumbs
          label={t('measurements.whereYouAre')}
          links={[
            other
              ? { to: holdingsPath(other.accountId), text: other.name }
              : { to: paths.wallet, text: t('wallet.title') },
          ]}
        />
      }
      narrow
    >
      <Loaded from={pending} rows={6}>
        {(act) => (
          <>
            <div aria-live="polite" className="mb-6">
              {act.outcome === null ? <Waits act={act} /> : <Ended act={act} />}
            </div>
            <Card>
              <Steps act={act} />
            </Card>
            <Section title={t(act.type === 'mint' ? 'pending.factsMint' : 'pending.facts')}>
              <PendingFacts act={act} />
            </Section>
            <Section title={t(unitsTitle(act))}>
              <PendingUnits act={act} />
            </Section>
          </>
        )}
      </Loaded>
    </Page>
  )
}

function unitsTitle({ outcome, type }: PendingAct) {
  if (type === 'mint') return outcome === 'done' ? 'pending.unitsIssued' : 'pending.unitsToIssue'
  if (outcome === null) return 'pending.unitsLocked'
  return outcome === 'done' ? 'pending.unitsMoved' : 'pending.units'
}

function Waits({ act }: { act: PendingAct }) {
  const { t } = useTranslation()
  const { waitsFor, decisions, from, to, preparedBy: by } = act
  const isMine = decisions.includes('proceed') && waitsFor !== 'undo'
  const text = isMine
    ? t(`pending.yours.${waitsFor}`, { account: from.name, by })
    : t(`pending.now.${stageOf(act)}`, { account: waitsFor === 'acceptance' ? to?.name : from.name })
  return (
    <Notice tone="waiting" title={text}>
      <p className="mb-3 first-letter:uppercase last:mb-0">
        <TimeLeft act={act} />
      </p>
      <PendingDecisions act={act} />
    </Notice>
  )
}

/** In the words of who refused, or the registry's refusal in the reader's language. */
function useWhy({ endedReason, endedBecause }: PendingAct): string | null {
  const { i18n } = useTranslation()
  const [isLoaded, setLoaded] = useState(false)
  const isRefusal = endedBecause !== null
  useEffect(() => {
    if (isRefusal) void loadRefusals().then(() => setLoaded(true))
  }, [isRefusal])
  return endedReason ?? (endedBecause && isLoaded ? refusalText(endedBecause, i18n) : null)
}

function Ended({ act }: { act: PendingAct }) {
  const { t } = useTranslation()
  const { pendingId, outcome, endedBy, claimId } = act
  const why = useWhy(act)
  const end = endOf(act)
  if (outcome === null || end === null) return null
  return (
    <Notice tone={outcomeTones[outcome]} title={t(saidOf(end, act), { by: endedBy })}>
      {why && <p className="wrap-anywhere">{t('notices.reason', { reason: why })}</p>}
      {outcome === 'done' && (
        <p className="flex flex-wrap gap-x-4 gap-y-2">
          <Link to={recordPath(pendingId)} className="link">
            {t('activity.openRecord')}
          </Link>
          {claimId && (
            <Link to={claimPath(claimId)} className="link">
              {t('claims.view')}
            </Link>
          )}
        </p>
      )}
    </Notice>
  )
}

function Steps({ act }: { act: PendingAct }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { waitsFor, outcome, preparedBy, preparedAt, approvedBy, endsAt, endedAt, endedBy } = act
  const by = t('pending.until', { day: waitsFor === 'undo' ? format.time(endsAt) : format.date(endsAt) })
  const isPassed = outcome === 'done'
  // A stage that led to nothing is no step.
  const stage: Step[] =
    outcome === null || (isPassed && waitsFor !== 'approval')
      ? [
          {
            id: waitsFor,
            label: t(`pending.step.${waitsFor}`),
            state: isPassed ? 'done' : 'now',
            note: isPassed ? null : by,
          },
        ]
      : []
  const approved: Step[] = approvedBy
    ? [{ id: 'approved', label: t('pending.step.approved'), state: 'done', note: approvedBy }]
    : []
  const end: Step = {
    id: 'end',
    label: t(`pending.outcome.${endOf(act) ?? 'done'}`),
    state: outcome === null ? 'ahead' : 'now',
    note: <Who name={endedBy} at={format.time(endedAt)} />,
  }
  const prepared: Step = {
    id: 'prepared',
    label: t('pending.prepared'),
    state: 'done',
    note: <Who name={preparedBy} at={format.time(preparedAt)} />,
  }
  return <Stepper label={t('pending.steps')} steps={[prepared, ...approved, ...stage, end]} />
}

function Who({ name, at }: { name: string | null; at: string }) {
  return (
    <>
      {name}
      <span className="block">{at}</span>
    </>
  )
}
