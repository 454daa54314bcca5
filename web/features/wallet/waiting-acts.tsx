import { useEffect, useRef } from 'react'
import type { PendingAct } from '#shared/contract/pending.ts'
import { pendingListPath, pendingPath } from '#shared/rules/pending-path.ts'
import { Units } from '#web/domain/units.tsx'
import { reading } from '#web/lib/reading-calls.ts'
import { useRead } from '#web/lib/use-read.ts'
import { useReadAgain } from '#web/lib/use-read-again.ts'
import '#web/texts/part-texts.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Lines, More } from '#web/ui/lines.tsx'
import { Link } from '#web/ui/link.tsx'
import { Section } from '#web/ui/page.tsx'
import { PendingDecisions } from './pending-decisions.tsx'
import { pendingReads, untilNextReadMs, usePendingWords } from './pending-words.ts'
import { TimeLeft } from './time-left.tsx'

const shown = 10

/** The acts of an account that wait, hidden if there are none; a link to the earlier ones remains. */
export function WaitingActs({ accountId }: { accountId: string }) {
  const { t } = useTranslation()
  const { data } = useRead(reading.listPending, {
    query: { accountId, state: 'waiting', limit: shown },
    everyMs: (page) => untilNextReadMs(page?.items ?? []),
  })
  useBalancesOf(data?.items.map(({ pendingId }) => pendingId).join(' '))
  const isNone = data?.items.length === 0
  const earlier = useRead(reading.listPending, { query: { accountId, limit: 1 }, when: isNone }).data
  if (!data || (isNone && !earlier?.items.length)) return null
  const all = <More to={pendingListPath({ account: accountId })} text={t('pending.all')} />
  if (isNone) return <p className="mb-6">{all}</p>
  return (
    <div className="mb-10">
      <Section title={t('pending.title')} actions={all}>
        <Lines label={t('pending.title')}>
          {data.items.map((act) => (
            <WaitingAct key={act.pendingId} act={act} />
          ))}
        </Lines>
      </Section>
    </div>
  )
}

/** Reads balances again when an act has ended or another waits. */
function useBalancesOf(waiting: string | undefined): void {
  const readAgain = useReadAgain()
  const before = useRef(waiting)
  useEffect(() => {
    if (before.current !== undefined && before.current !== waiting) void readAgain(pendingReads)
    before.current = waiting
  }, [waiting, readAgain])
}

function WaitingAct({ act }: { act: PendingAct }) {
  const { titleOf, projectsOf, waitsFor } = usePendingWords()
  const isMine = act.decisions.includes('proceed')
  return (
    <li className="row flex flex-wrap items-center gap-x-4 gap-y-2 py-2">
      <div className="min-w-0 flex-1 basis-56">
        <Link to={pendingPath(act.pendingId)} className="row-link font-medium wrap-anywhere">
          {titleOf(act)}
        </Link>
        <p className="text-sm wrap-anywhere text-ink-faint">{projectsOf(act)}</p>
      </div>
      <p className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-soft">
        {isMine ? (
          <Badge tone="waiting">{waitsFor(act)}</Badge>
        ) : (
          <span className="inline-block wrap-anywhere first-letter:uppercase">{waitsFor(act)}</span>
        )}
        <TimeLeft act={act} />
      </p>
      <span className="tabular">
        <Units count={act.quantity} />
      </span>
      <PendingDecisions act={act} isRow />
    </li>
  )
}
