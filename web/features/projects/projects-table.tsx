import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { ProjectSummary } from '#shared/contract/projects.ts'
import { projectPath } from '#shared/rules/paths.ts'
import { useFormat } from '#web/lib/format.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { ProjectPicture } from './project-picture.tsx'
import { ProjectStatusBadge } from './project-status.tsx'

/** Projects in the columns of the specification. */
export function ProjectsTable({
  projects,
  sort,
  onSort,
}: {
  projects: readonly ProjectSummary[]
  sort: string
  onSort: (sort: string) => void
}) {
  const { t } = useTranslation()
  const format = useFormat()
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
      cell: (project) => <ProjectStatusBadge status={project.status} />,
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
    <Table
      label={t('projects.title')}
      columns={columns}
      rows={projects}
      keyOf={(project) => project.projectKey}
      sort={sort}
      onSort={onSort}
    />
  )
}
