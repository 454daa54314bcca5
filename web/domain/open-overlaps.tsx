import { listOverlaps } from '#shared/contract/overlaps.ts'
import type { ProjectSummary } from '#shared/contract/projects.ts'
import { projectTabPath } from '#shared/rules/paths.ts'
import { useRead } from '#web/lib/use-read.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Link } from '#web/ui/link.tsx'

/** How many overlaps block the approval. */
export function OpenOverlaps({ project }: { project: ProjectSummary }) {
  const { t } = useTranslation()
  const { projectId, projectKey } = project
  const overlaps = useRead(listOverlaps, { when: project.acts.includes('approve'), params: { projectId } })
  const count = overlaps.data?.items.filter((other) => other.hindersApproval).length ?? 0
  if (count === 0) return null
  return (
    <p className="max-w-prose text-sm">
      {t('projects.overlapsHinder', { count })}{' '}
      <Link to={projectTabPath(projectKey, 'overlaps')} className="link">
        {t('projects.overlapsDecide')}
      </Link>
    </p>
  )
}
