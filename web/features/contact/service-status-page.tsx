import type { ServiceStatus } from '#shared/contract/service-status.ts'
import { figuresPath, recordPath } from '#shared/rules/paths.ts'
import type { Component, ComponentState } from '#shared/rules/service-status.ts'
import { useFormat } from '#web/lib/format.ts'
import { reading } from '#web/lib/reading-calls.ts'
import { site } from '#web/lib/site-config.ts'
import { useRead } from '#web/lib/use-read.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Badge, Notice, type Tone } from '#web/ui/badge.tsx'
import { CopyText } from '#web/ui/copy-text.tsx'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { Link } from '#web/ui/link.tsx'
import { Page, Section } from '#web/ui/page.tsx'
import { Loaded } from '#web/ui/states.tsx'
import { OpenIncidents, ReportIncident, ResolvedIncidents } from './incident-list.tsx'

const readAgainMs = 30_000

const tones: Record<ComponentState, Tone> = {
  works: 'good',
  limited: 'warn',
  away: 'bad',
  absent: 'neutral',
  unknown: 'waiting',
}

/** The state of each part, the last checks of the ledger, the contracts, and incidents; public. */
export function ServiceStatusPage() {
  const { t } = useTranslation()
  const read = useRead(reading.readServiceStatus, { query: { tenantId: site().tenantId }, everyMs: readAgainMs })
  return (
    <Page title={t('serviceStatus.title')} lead={t('serviceStatus.lead')} actions={<ReportIncident />} narrow>
      <OpenIncidents />
      <Loaded from={read} rows={7}>
        {(status) => (
          <>
            <Components status={status} />
            <Section title={t('serviceStatus.reconciliation')}>
              <Reconciliation status={status} />
            </Section>
            <Section title={t('serviceStatus.verification')}>
              <Verification status={status} />
            </Section>
            {status.contracts.length > 0 && (
              <Section title={t('serviceStatus.contracts')}>
                <Contracts status={status} />
              </Section>
            )}
          </>
        )}
      </Loaded>
      <ResolvedIncidents />
    </Page>
  )
}

function Components({ status: { components, checkedAt, verification } }: { status: ServiceStatus }) {
  const { t } = useTranslation()
  const format = useFormat()
  const isWell = components.every(({ state }) => state === 'works' || state === 'absent')
  const hasIncident = components.some((each) => each.hasIncident)
  const said = !isWell ? 'serviceStatus.notAll' : hasIncident ? 'serviceStatus.butIncident' : 'serviceStatus.allWork'
  return (
    <Section title={t('serviceStatus.components')}>
      <Notice tone={isWell && !hasIncident ? 'good' : 'warn'} title={t(said)} />
      <ul className="mt-4 divide-y divide-line rounded-md border border-line">
        {components.map(({ component, state, hasIncident }) => (
          <li key={component} className="flex items-start justify-between gap-4 px-4 py-3">
            <div className="min-w-0">
              <p>{t(`serviceStatus.component.${component}`)}</p>
              <Why component={component} state={state} isChanged={Boolean(verification?.fault)} />
            </div>
            <div className="flex shrink-0 flex-wrap justify-end gap-2">
              {hasIncident && <Badge tone="warn">{t('serviceStatus.hasIncident')}</Badge>}
              {!(hasIncident && state === 'works') && (
                <Badge tone={tones[state]}>{t(`serviceStatus.state.${state}`)}</Badge>
              )}
            </div>
          </li>
        ))}
      </ul>
      <p className="mt-2 text-sm text-ink-faint">{t('serviceStatus.checked', { time: format.time(checkedAt) })}</p>
    </Section>
  )
}

const explained = {
  'database away': 'serviceStatus.why.databaseAway',
  'ledger away': 'serviceStatus.why.ledgerAway',
  'ledger limited': 'serviceStatus.why.ledgerLimited',
  'ledger changed': 'serviceStatus.why.ledgerChanged',
  'settlement away': 'serviceStatus.why.settlementAway',
  'settlement limited': 'serviceStatus.why.settlementLimited',
  'mail away': 'serviceStatus.why.mailAway',
  'mail absent': 'serviceStatus.why.mailAbsent',
  'files away': 'serviceStatus.why.filesAway',
  'signIn away': 'serviceStatus.why.signInAway',
} as const

function isExplained(key: string): key is keyof typeof explained {
  return Object.hasOwn(explained, key)
}

/** `isChanged`: a movement of the ledger differs from its hash. */
function Why({ component, state, isChanged }: { component: Component; state: ComponentState; isChanged: boolean }) {
  const { t } = useTranslation()
  const key = `${component} ${state === 'limited' && isChanged ? 'changed' : state}`
  return isExplained(key) ? <p className="text-sm text-ink-soft">{t(explained[key])}</p> : null
}

function Reconciliation({ status: { reconciliation, components } }: { status: ServiceStatus }) {
  const { t } = useTranslation()
  const format = useFormat()
  if (!reconciliation) {
    const isRead = components.some(({ component, state }) => component === 'database' && state === 'works')
    return <Notice tone="waiting" title={t(isRead ? 'serviceStatus.never' : 'serviceStatus.notRead')} />
  }
  const { agreed, at } = reconciliation
  return (
    <Notice tone={agreed ? 'good' : 'bad'} title={t(agreed ? 'serviceStatus.agreed' : 'serviceStatus.disagreed')}>
      <p>{t('serviceStatus.compared', { time: format.time(at) })}</p>
      <p className="mt-1">
        <Link to={figuresPath} className="underline underline-offset-2">
          {t('serviceStatus.toFigures')}
        </Link>
      </p>
    </Notice>
  )
}

function Verification({ status: { verification } }: { status: ServiceStatus }) {
  const { t } = useTranslation()
  const format = useFormat()
  if (!verification) return <Notice tone="waiting" title={t('serviceStatus.neverRecomputed')} />
  const { at, wholeAt, movements, fault } = verification
  return (
    <Notice
      tone={fault ? 'bad' : 'good'}
      title={
        fault
          ? t('serviceStatus.ledgerDiffers', { sequence: fault.sequence })
          : t('serviceStatus.ledgerHolds', { count: movements })
      }
    >
      <p>{t('serviceStatus.recomputed', { time: format.time(at), whole: format.time(wholeAt) })}</p>
      {fault && (
        <p className="mt-1">
          <Link to={recordPath(fault.transactionId)} className="underline underline-offset-2">
            {t('serviceStatus.toMovement')}
          </Link>
        </p>
      )}
    </Notice>
  )
}

function Contracts({ status: { contracts } }: { status: ServiceStatus }) {
  const { t } = useTranslation()
  return (
    <Facts>
      {contracts.map(({ address, chainId, isEarlier, lastBlock }) => (
        <Fact key={address} label={t(isEarlier ? 'serviceStatus.earlierContract' : 'serviceStatus.contract')} wide>
          <CopyText text={address} />
          <p className="text-sm text-ink-soft">
            {isEarlier
              ? t('serviceStatus.untilBlock', { chain: String(chainId), block: lastBlock })
              : t('serviceStatus.onChain', { chain: String(chainId) })}
          </p>
        </Fact>
      ))}
    </Facts>
  )
}
