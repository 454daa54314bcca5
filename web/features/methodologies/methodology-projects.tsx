import type { MethodologyVersion } from '#shared/contract/methodologies.ts'
import type { ProjectSummary } from '#shared/contract/projects.ts'
import { type ListColumn, ListTable } from '#web/domain/list-table.tsx'
import { ProjectLink } from '#web/domain/project-link.tsx'
import { StatusBadge } from '#web/domain/status.tsx'
import { useFormat } from '#web/lib/format.ts'
import { reading } from '#web/lib/reading-calls.ts'
import { useList } from '#web/lib/use-list.ts'
import { useTranslation } from '#web/texts/use-translation.ts'

export function MethodologyProjects({ methodology: { tenantId, methodologyId } }: { methodology: MethodologyVersion }) {
  const { t } = useTranslation()
  const format = useFormat()
  const nothingElse = { q: undefined, status: undefined, country: undefined, accountId: undefined, isAdmin: undefined }
  const list = useList(reading.listProjects, {
    given: { ...nothingElse, tenantId, methodologyId, sort: 'projectName' },
  })
  const columns: ListColumn<ProjectSummary>[] = [
    {
      label: t('projects.column.project'),
      cell: (row) => (
        <ProjectLink
          of={{ project: row.projectName || row.projectId, projectKey: row.projectKey }}
          className="row-link"
        />
      ),
    },
    { label: t('projects.column.account'), value: (row) => row.proponent },
    { label: t('projects.country'), value: (row) => row.country && format.country(row.country) },
    { label: t('projects.column.minted'), figure: true, value: (row) => row.assetsMinted },
    {
      label: t('projects.column.status'),
      isShort: true,
      cell: (row) => <StatusBadge kind="project" status={row.status} />,
    },
  ]
  return (
    <ListTable
      list={list}
      label={t('methodologies.projects')}
      columns={columns}
      keyOf={(row) => row.projectKey}
      rows={3}
      isBare
      empty={t('methodologies.noProjects')}
    />
  )
}
