import { listAudit } from '#shared/contract/audit.ts'
import { ExportCsv } from '#web/domain/export-csv.tsx'
import { ListView } from '#web/domain/list.tsx'
import { useList } from '#web/lib/use-list.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { AuditEntry } from './audit-entry.tsx'
import { ActFilter, ActorFilter } from './audit-filters.tsx'

/** The export contains all matching lines. */
export function AuditLog() {
  const { t } = useTranslation()
  const list = useList(listAudit)
  return (
    <ListView
      list={list}
      search={t('audit.search')}
      filters={
        <>
          <ActFilter list={list} />
          <ActorFilter list={list} />
        </>
      }
      acts={<ExportCsv list={list} name="audit" />}
      rows={8}
      empty={t('audit.none')}
    >
      {(lines) => (
        <ol aria-label={t('audit.list')} className="divide-y divide-line border-y border-line">
          {lines.map((line) => (
            <AuditEntry key={line.sequence} line={line} />
          ))}
        </ol>
      )}
    </ListView>
  )
}
