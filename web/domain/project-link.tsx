import { projectPath } from '#shared/rules/paths.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Link } from '#web/ui/link.tsx'

/** Claims and movements of several projects have no key. */
export function ProjectLink({
  of: { project, projectKey },
  className = 'hover:underline',
}: {
  of: { project: string | null; projectKey: string | null }
  className?: string
}) {
  const { t } = useTranslation()
  if (!projectKey) return t('transactions.several')
  return (
    <Link to={projectPath(projectKey)} className={className}>
      {project}
    </Link>
  )
}
