import type { ComponentProps } from 'react'
import type { ProjectFacet, ProjectSummary } from '#shared/contract/projects.ts'
import { projectPath } from '#shared/rules/paths.ts'
import { ChosenFacets, FacetRow, type Facets } from '#web/domain/facets.tsx'
import { CountryFilter, StatusFilter } from '#web/domain/list-filters.tsx'
import { type ListColumn, ListTable } from '#web/domain/list-table.tsx'
import { ProjectPicture } from '#web/domain/project-picture.tsx'
import { ProjectType } from '#web/domain/project-type.tsx'
import { StatusBadge } from '#web/domain/status.tsx'
import { useFormat } from '#web/lib/format.ts'
import { useUrlState } from '#web/lib/use-url-list.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { FacetPicker } from '#web/ui/facet-picker.tsx'
import { Link } from '#web/ui/link.tsx'

/** For the public list and for work lists. */
export const mostIssuedFirst = '-assetsMinted'
export const newestFirst = '-createdAt'
export const perPage = 20

/** Shown if chosen. */
const furtherNames = ['id', 'country', 'type'] as const

type ListProps = ComponentProps<typeof ListTable<ProjectSummary>>

/** Columns follow the specification. Filters: text, and facets or status and country. */
export function ProjectList({
  facets,
  ...view
}: { facets?: Facets<ProjectFacet> } & Pick<ListProps, 'list' | 'isBare' | 'rows' | 'empty' | 'emptyAct'>) {
  const { t } = useTranslation()
  const format = useFormat()
  const [further, setFurther] = useUrlState('columns')
  const chosen = furtherNames.filter((name) => further.split(',').includes(name))
  const furtherColumns: Record<(typeof furtherNames)[number], ListColumn<ProjectSummary>> = {
    id: { label: t('facets.id'), isDetail: true, value: (row) => row.projectId },
    country: {
      label: t('projects.country'),
      isDetail: true,
      cell: (row) => row.country && format.country(row.country),
    },
    type: { label: t('projects.type'), isDetail: true, cell: (row) => <ProjectType type={row.type} /> },
  }
  const columns: ListColumn<ProjectSummary>[] = [
    {
      label: t('projects.column.project'),
      sort: 'projectName',
      cell: (row) => (
        <span className="flex items-center gap-3">
          {chosen.length === 0 && (
            <span className="block h-7 w-11 shrink-0 overflow-hidden rounded-md max-sm:hidden">
              <ProjectPicture image={row.image} projectKey={row.projectKey} sizes="2.75rem" />
            </span>
          )}
          <Link to={projectPath(row.projectKey)} className="row-link min-w-0 max-md:line-clamp-2 md:truncate">
            {row.projectName || row.projectId}
          </Link>
        </span>
      ),
    },
    { label: t('projects.column.account'), value: (row) => row.proponent },
    { label: t('projects.column.methodology'), isDetail: true, value: (row) => row.methodology },
    ...chosen.map((name) => furtherColumns[name]),
    { label: t('projects.column.minted'), figure: true, sort: 'assetsMinted', value: (row) => row.assetsMinted },
    {
      label: t('projects.column.status'),
      isShort: true,
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
      isShort: true,
      cell: (row) => <span className="tabular">{format.date(row.createdAt)}</span>,
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
        facets ? (
          <FacetRow facets={facets}>
            <div className="max-lg:hidden">
              <FacetPicker
                label={t('facets.columns')}
                chosen={chosen}
                choices={() => furtherNames.map((name) => ({ value: name, label: furtherColumns[name].label }))}
                onChange={(names) => setFurther(names.join(','))}
              />
            </div>
          </FacetRow>
        ) : (
          <>
            <StatusFilter list={view.list} kind="project" />
            <CountryFilter list={view.list} />
          </>
        )
      }
      note={facets && <ChosenFacets facets={facets} />}
    />
  )
}
