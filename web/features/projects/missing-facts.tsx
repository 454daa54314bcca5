import type { ParseKeys } from 'i18next'
import type { Project } from '#shared/contract/projects.ts'
import { projectPath } from '#shared/rules/paths.ts'
import { missingForReview, type NeededFact } from '#shared/rules/project-facts.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Notice } from '#web/ui/badge.tsx'
import { Link } from '#web/ui/link.tsx'

const labels: Record<NeededFact, ParseKeys> = {
  projectName: 'projects.name',
  description: 'projects.description',
  methodologyId: 'projects.column.methodology',
  measurementProviderId: 'projects.measurementProvider',
  verificationProviderId: 'projects.verificationProvider',
  startDate: 'projects.startDate',
  endDate: 'projects.endDate',
  country: 'projects.country',
}

/** Returns the facts that a review still needs. */
export function missingIn(project: Project): NeededFact[] {
  return missingForReview({
    ...project,
    measurementProviderId: project.measurementProvider?.accountId ?? null,
    verificationProviderId: project.verificationProvider?.accountId ?? null,
  })
}

/** Links to the fields to complete before submission. */
export function MissingFacts({ project }: { project: Project }) {
  const { t } = useTranslation()
  return (
    <div role="alert" className="basis-full">
      <Notice tone="warn" title={t('projects.missing')}>
        <ul className="list-disc pl-5">
          {missingIn(project).map((fact) => (
            <li key={fact}>
              <Link to={`${projectPath(project.projectKey)}&tab=settings&field=${fact}`} className="underline">
                {t(labels[fact])}
              </Link>
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  )
}
