import type { ComponentProps } from 'react'
import type { ProjectSummary } from '#shared/contract/projects.ts'
import type { ProjectStatus } from '#shared/rules/lifecycle/project.ts'
import { projectPath } from '#shared/rules/paths.ts'
import { CountryFilter, StatusFilter } from '#web/domain/list-filters.tsx'
import { type ListColumn, ListTable } from '#web/domain/list-table.tsx'
import { ProjectPicture } from '#web/domain/project-picture.tsx'
import { StatusBadge } from '#web/domain/status.tsx'
import { useFormat } from '#web/lib/format.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Link } from '#web/ui/link.tsx'

/** The order and the page size with which lists of projects start. */
export const newestFirst = '-createdAt'
export const perPage = 20

type ListProps = ComponentProps<typeof ListTable<ProjectSummary>>

/** A list of projects in the columns of the specification, to narrow by text, status and country. */
export function ProjectList({
  statuses,
  ...view
}: { statuses: readonly ProjectStatus[] } & Pick<ListProps, 'list' | 'isBare' | 'rows' | 'empty' | 'emptyAct'>) {
  const { t } = useTranslation()
  const format = useFormat()
  const columns: ListColumn<ProjectSummary>[] = [
    { label: t('projects.projectId'), isFileOnly: true, value: (row) => row.projectKey },
    {
      label: t('projects.column.project'),
      sort: 'projectName',
      value: (row) => row.projectName,
      cell: (row) => (
        <span className="flex items-center gap-3">
          <span className="block h-9 w-14 shrink-0 overflow-hidden rounded-md max-sm:hidden">
            <ProjectPicture image={row.image} projectKey={row.projectKey} sizes="3.5rem" />
          </span>
          <Link to={projectPath(row.projectKey)} className="min-w-0 max-sm:line-clamp-2 hover:underline">
            {row.projectName || row.projectId}
          </Link>
        </span>
      ),
    },
    { label: t('projects.column.account'), isDetail: true, value: (row) => row.proponent },
    { label: t('projects.column.methodology'), isDetail: true, value: (row) => row.methodology },
    { label: t('projects.country'), isFileOnly: true, value: (row) => row.country },
    { label: t('projects.column.minted'), figure: true, sort: 'assetsMinted', value: (row) => row.assetsMinted },
    { label: t('projects.available'), isFileOnly: true, value: (row) => row.assetsAvailable },
    {
      label: t('projects.column.status'),
      value: (row) => t(`projects.status.${row.status}`),
      cell: (row) => (
        <>
          <StatusBadge kind="project" status={row.status} />
          {row.country && <span className="ml-3 text-ink-soft sm:hidden">{format.country(row.country)}</span>}
        </>
      ),
    },
    {
      label: t('projects.column.created'),
      isDetail: true,
      sort: 'createdAt',
      value: (row) => row.createdAt,
      cell: (row) => <span className="tabular whitespace-nowrap">{format.date(row.createdAt)}</span>,
    },
    {
      label: t('projects.column.action'),
      isAct: true,
      isDetail: true,
      cell: (row) => (
        <Link
          to={projectPath(row.projectKey)}
          aria-label={t('projects.viewNamed', { name: row.projectName })}
          className={buttonClass('plain', 'small')}
        >
          {t('projects.view')}
        </Link>
      ),
    },
  ]
  return (
    <ListTable
      {...view}
      label={t('projects.title')}
      columns={columns}
      keyOf={(row) => row.projectKey}
      file="projects"
      search={t('projects.search')}
      filters={
        <>
          <StatusFilter list={view.list} kind="project" among={statuses} />
          <CountryFilter list={view.list} />
        </>
      }
    />
  )
}
