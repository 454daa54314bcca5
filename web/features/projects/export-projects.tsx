import { useTranslation } from 'react-i18next'
import type { ProjectSummary } from '#shared/contract/projects.ts'
import { ExportCsv } from '#web/lib/export-csv.tsx'
import type { ListEndpoint } from '#web/lib/read-pages.ts'

/** Downloads a list of projects with the filters of the screen. */
export function ExportProjects({
  endpoint,
  query,
  asUser,
}: {
  endpoint: ListEndpoint<ProjectSummary>
  query: Readonly<Record<string, unknown>>
  asUser?: boolean
}) {
  const { t } = useTranslation()
  return (
    <ExportCsv
      endpoint={endpoint}
      query={query}
      asUser={asUser}
      name="projects"
      fields={[
        { label: t('projects.projectId'), of: (project) => project.projectKey },
        { label: t('projects.column.project'), of: (project) => project.projectName },
        { label: t('projects.column.account'), of: (project) => project.proponent },
        { label: t('projects.column.methodology'), of: (project) => project.methodology },
        { label: t('projects.country'), of: (project) => project.country },
        { label: t('projects.column.minted'), of: (project) => project.assetsMinted },
        { label: t('projects.available'), of: (project) => project.assetsAvailable },
        { label: t('projects.column.status'), of: (project) => t(`projects.status.${project.status}`) },
        { label: t('projects.column.created'), of: (project) => project.createdAt },
      ]}
    />
  )
}
