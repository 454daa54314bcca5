import { Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { Incident } from '#shared/contract/service-status.ts'
import { ListView } from '#web/domain/list.tsx'
import { useFormat } from '#web/lib/format.ts'
import { reading } from '#web/lib/reading-calls.ts'
import { site } from '#web/lib/site-config.ts'
import { useList } from '#web/lib/use-list.ts'
import { useRead } from '#web/lib/use-read.ts'
import { useSession } from '#web/lib/use-session.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Badge, type Tone } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, Section } from '#web/ui/page.tsx'

type Update = Incident['updates'][number]
/** What an admin does with an incident. */
type Act = { incident: Incident; update?: Update; isLast?: boolean }

const readAgainMs = 30_000
/** More incidents than a reader sees at a glance. */
const searchedFrom = 5
/** A registry's admins resolve incidents: more are never open at once. */
const mostOpen = 100
/** The newest; earlier ones are folded. */
const shownUpdates = 5

const tones: Record<Incident['state'], Tone> = {
  investigating: 'bad',
  identified: 'warn',
  monitoring: 'waiting',
  resolved: 'good',
}

/** Visitors load no forms. */
const loadForms = () => import('./incident-forms.tsx')
const OpenIncident = lazy(async () => ({ default: (await loadForms()).OpenIncident }))
const CorrectIncident = lazy(async () => ({ default: (await loadForms()).CorrectIncident }))
const UpdateIncident = lazy(async () => ({ default: (await loadForms()).UpdateIncident }))

const useMayWrite = () => useSession()?.may('tenant.administer') ?? false

/** For the registry's admins. */
export function ReportIncident() {
  const { t } = useTranslation()
  const mayWrite = useMayWrite()
  const [isNew, setIsNew] = useState(false)
  if (!mayWrite) return null
  return (
    <>
      <Button size="small" icon={<Plus aria-hidden size={16} />} onClick={() => setIsNew(true)}>
        {t('serviceStatus.open')}
      </Button>
      <Suspense>{isNew && <OpenIncident onClose={() => setIsNew(false)} />}</Suspense>
    </>
  )
}

/** Hidden if there are none. */
export function OpenIncidents() {
  const { t } = useTranslation()
  const query = { tenantId: site().tenantId, resolved: 'false', limit: mostOpen } as const
  const { data } = useRead(reading.listIncidents, { query, everyMs: readAgainMs })
  if (!data || data.items.length === 0) return null
  return (
    <Section title={t('serviceStatus.openIncidents')}>
      <Incidents incidents={data.items} />
    </Section>
  )
}

/** Those of the last 90 days. */
export function ResolvedIncidents() {
  const { t } = useTranslation()
  const given = { tenantId: site().tenantId, resolved: 'true' } as const
  const list = useList(reading.listIncidents, { given, everyMs: () => readAgainMs })
  const hasSearch = list.isFiltered || (list.page.data?.total ?? 0) >= searchedFrom
  return (
    <Section title={t('serviceStatus.resolvedIncidents')}>
      <ListView
        list={list}
        {...(hasSearch && { search: t('serviceStatus.search') })}
        rows={2}
        failed={t('serviceStatus.incidentsNotRead')}
        empty={t('serviceStatus.noneResolved')}
      >
        {(incidents) => <Incidents incidents={incidents} />}
      </ListView>
    </Section>
  )
}

/** The registry's admins write them here. */
function Incidents({ incidents }: { incidents: readonly Incident[] }) {
  const mayWrite = useMayWrite()
  const [act, setAct] = useState<Act | null>(null)
  const close = () => setAct(null)
  return (
    <>
      <ul className="flex flex-col gap-4">
        {incidents.map((incident) => (
          <li key={incident.incidentId}>
            <OneIncident incident={incident} onAct={mayWrite ? setAct : null} />
          </li>
        ))}
      </ul>
      <Suspense>
        {act?.update && <CorrectIncident incident={act.incident} update={act.update} onClose={close} />}
        {act && !act.update && <UpdateIncident incident={act.incident} isLast={act.isLast ?? false} onClose={close} />}
      </Suspense>
    </>
  )
}

function OneIncident({ incident, onAct }: { incident: Incident; onAct: ((act: Act) => void) | null }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { title, state, affected, openedAt, resolvedAt, updates } = incident
  const isResolved = state === 'resolved'
  const earlier = updates.slice(shownUpdates)
  const listOf = (some: readonly Update[]) => (
    <ol className="mt-4 flex flex-col gap-4">
      {some.map((update) => (
        <OneUpdate key={update.number} update={update} onCorrect={onAct && (() => onAct({ incident, update }))} />
      ))}
    </ol>
  )
  return (
    <Card>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <h3 className="min-w-0 font-medium wrap-anywhere">{title}</h3>
        <Badge tone={tones[state]}>{t(`serviceStatus.incidentState.${state}`)}</Badge>
      </div>
      <p className="mt-1 text-sm text-ink-soft">
        {resolvedAt
          ? t('dates.fromTo', { from: format.time(openedAt), to: format.time(resolvedAt) })
          : t('serviceStatus.opened', { time: format.time(openedAt) })}
      </p>
      <p className="text-sm text-ink-soft">
        {t('serviceStatus.affects', {
          components: affected.map((each) => t(`serviceStatus.component.${each}`)).join(', '),
        })}
      </p>
      {listOf(updates.slice(0, shownUpdates))}
      {earlier.length > 0 && (
        <details className="mt-4">
          <summary className="min-h-6 cursor-pointer text-sm text-ink-soft max-sm:min-h-11">
            {t('serviceStatus.showEarlier', { count: earlier.length })}
          </summary>
          {listOf(earlier)}
        </details>
      )}
      {onAct && !isResolved && (
        <div className="mt-4 flex flex-wrap gap-3">
          <Button size="small" aria-label={t('serviceStatus.updateOf', { title })} onClick={() => onAct({ incident })}>
            {t('serviceStatus.update')}
          </Button>
          <Button
            size="small"
            aria-label={t('serviceStatus.resolveOf', { title })}
            onClick={() => onAct({ incident, isLast: true })}
          >
            {t('serviceStatus.resolve')}
          </Button>
        </div>
      )}
    </Card>
  )
}

function OneUpdate({ update, onCorrect }: { update: Update; onCorrect: (() => void) | null }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { state, words, at, earlier } = update
  return (
    <li className="border-l-2 border-line pl-4">
      <div className="flex flex-wrap items-center justify-between gap-x-3 text-sm text-ink-soft">
        <p>
          <span className="font-medium text-ink">{t(`serviceStatus.incidentState.${state}`)}</span>{' '}
          <span className="tabular">{format.time(at)}</span>
        </p>
        {onCorrect && (
          <button
            type="button"
            className="min-h-6 underline underline-offset-2 hover:text-ink max-sm:min-h-11"
            aria-label={t('serviceStatus.correctOf', { time: format.time(at) })}
            onClick={onCorrect}
          >
            {t('serviceStatus.correct')}
          </button>
        )}
      </div>
      <p className="mt-1 wrap-anywhere whitespace-pre-line">{words}</p>
      {earlier.map((wording) => (
        <details key={wording.replacedAt} className="mt-2 text-sm text-ink-soft">
          <summary className="cursor-pointer">
            {t('serviceStatus.earlier', { time: format.time(wording.replacedAt) })}
          </summary>
          {wording.title && <p className="mt-1 font-medium wrap-anywhere">{wording.title}</p>}
          <p className="mt-1 wrap-anywhere whitespace-pre-line">{wording.words}</p>
        </details>
      ))}
    </li>
  )
}
