import { type ComponentProps, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { ProjectSummary } from '#shared/contract/projects.ts'
import type { ProjectStatus } from '#shared/rules/lifecycle.ts'
import { projectPath } from '#shared/rules/paths.ts'
import { ListView } from '#web/domain/list.tsx'
import { ListFilter, StatusFilter } from '#web/domain/list-filters.tsx'
import { ProjectPicture } from '#web/domain/project-picture.tsx'
import { StatusBadge } from '#web/domain/status.tsx'
import { countriesIn } from '#web/lib/countries.ts'
import { useFormat } from '#web/lib/format.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { type Column, Table } from '#web/ui/table.tsx'

/** How the lists of projects begin. */
export const newestFirst = '-createdAt'
export const perPage = 20

type ListProps = ComponentProps<typeof ListView<ProjectSummary>>

/** A list of projects in the columns of the specification, to narrow by text, status and country. */
export function ProjectList({
  list,
  statuses,
  ...rest
}: { statuses: readonly ProjectStatus[] } & Pick<ListProps, 'list' | 'isBare' | 'rows' | 'empty' | 'emptyAct'>) {
  const { t, i18n } = useTranslation()
  const format = useFormat()
  const countries = useMemo(() => countriesIn(i18n.language), [i18n.language])
  const columns: Column<ProjectSummary>[] = [
    {
      id: 'project',
      label: t('projects.column.project'),
      sort: 'projectName',
      cell: (project) => (
        <span className="flex items-center gap-3">
          <span className="block h-9 w-14 shrink-0 overflow-hidden rounded-md">
            <ProjectPicture image={project.image} projectKey={project.projectKey} />
          </span>
          <Link to={projectPath(project.projectKey)} className="min-w-0 hover:underline">
            {project.projectName || project.projectId}
          </Link>
        </span>
      ),
    },
    { id: 'account', label: t('projects.column.account'), cell: (project) => project.proponent },
    { id: 'methodology', label: t('projects.column.methodology'), cell: (project) => project.methodology },
    {
      id: 'minted',
      label: t('projects.column.minted'),
      figure: true,
      sort: 'assetsMinted',
      cell: (project) => format.quantity(project.assetsMinted),
    },
    {
      id: 'status',
      label: t('projects.column.status'),
      cell: (project) => <StatusBadge kind="project" status={project.status} />,
    },
    {
      id: 'created',
      label: t('projects.column.created'),
      sort: 'createdAt',
      cell: (project) => <span className="tabular whitespace-nowrap">{format.date(project.createdAt)}</span>,
    },
    {
      id: 'action',
      label: t('projects.column.action'),
      cell: (project) => (
        <Link
          to={projectPath(project.projectKey)}
          aria-label={t('projects.viewNamed', { name: project.projectName })}
          className={buttonClass('plain', 'small')}
        >
          {t('projects.view')}
        </Link>
      ),
    },
  ]
  return (
    <ListView
      {...rest}
      list={list}
      search={t('projects.search')}
      filters={
        <>
          <StatusFilter list={list} kind="project" among={statuses} />
          <ListFilter
            list={list}
            name="country"
            label={t('projects.country')}
            all={t('projects.allCountries')}
            choices={countries}
          />
        </>
      }
      csv={{
        name: 'projects',
        fields: [
          { label: t('projects.projectId'), of: (project) => project.projectKey },
          { label: t('projects.column.project'), of: (project) => project.projectName },
          { label: t('projects.column.account'), of: (project) => project.proponent },
          { label: t('projects.column.methodology'), of: (project) => project.methodology },
          { label: t('projects.country'), of: (project) => project.country },
          { label: t('projects.column.minted'), of: (project) => project.assetsMinted },
          { label: t('projects.available'), of: (project) => project.assetsAvailable },
          { label: t('projects.column.status'), of: (project) => t(`projects.status.${project.status}`) },
          { label: t('projects.column.created'), of: (project) => project.createdAt },
        ],
      }}
    >
      {(projects) => (
        <Table
          label={t('projects.title')}
          columns={columns}
          rows={projects}
          keyOf={(project) => project.projectKey}
          sort={list.sort}
          onSort={list.setSort}
        />
      )}
    </ListView>
  )
}
