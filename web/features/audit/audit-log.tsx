import { useTranslation } from 'react-i18next'
import { listAudit } from '#shared/contract/audit.ts'
import { useRead } from '#web/lib/use-read.ts'
import { Pager } from '#web/ui/pager.tsx'
import { Empty, Loaded } from '#web/ui/states.tsx'
import { AuditEntry } from './audit-entry.tsx'
import { AuditToolbar } from './audit-toolbar.tsx'
import { useAuditFilters } from './use-audit-filters.ts'

/** Who did what in the registry, newest first; the export holds all that the search and the filters find. */
export function AuditLog() {
  const { t } = useTranslation()
  const filters = useAuditFilters()
  const { list, query } = filters
  const lines = useRead(listAudit, { query: { ...query, cursor: list.cursor || undefined, limit: 25 }, keep: true })
  const isFiltered = Object.values(query).some((value) => value !== undefined)
  return (
    <>
      <AuditToolbar filters={filters} actorName={lines.data?.items[0]?.actorName} />
      <Loaded
        from={lines}
        rows={8}
        isEmpty={(page) => page.items.length === 0}
        empty={<Empty text={t(isFiltered ? 'ui.nothingFound' : 'audit.none')} />}
      >
        {(page) => (
          <>
            <ol aria-label={t('audit.list')} className="divide-y divide-line border-y border-line">
              {page.items.map((line) => (
                <AuditEntry key={line.sequence} line={line} />
              ))}
            </ol>
            <Pager
              total={page.total}
              shown={page.items.length}
              onPrevious={list.previous}
              onNext={list.next(page.nextCursor)}
            />
          </>
        )}
      </Loaded>
    </>
  )
}
