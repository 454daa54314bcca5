import { type ComponentProps, lazy, Suspense } from 'react'
import type { Project } from '#shared/contract/projects.ts'
import { DocumentList } from '#web/domain/document-list.tsx'
import { EvidenceSection } from '#web/domain/evidence-section.tsx'
import { site } from '#web/lib/site-config.ts'
import { useSession } from '#web/lib/use-session.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { Tabs } from '#web/ui/tabs.tsx'
import { ProjectDetails } from './project-details.tsx'
import { ProjectHolders } from './project-holders.tsx'
import { ProjectItems } from './project-items.tsx'
import { ProjectTimeline } from './project-timeline.tsx'

const ProjectOverlaps = lazy(async () => ({ default: (await import('./project-overlaps.tsx')).ProjectOverlaps }))

/** Standard documents (specification, section 3). */
const types = ['PDS', 'Measurement', 'Verification']

/** Reviewers also get a comparison of overlaps. */
export function useProjectSections(project: Project): ComponentProps<typeof Tabs>['tabs'][number][] {
  const { t } = useTranslation()
  const session = useSession()
  const mayCompare = session?.may('project.decide') === true && project.tenantId === site().tenantId
  return [
    { id: 'details', label: t('projects.tab.details'), content: <ProjectDetails project={project} /> },
    {
      id: 'documents',
      label: t('projects.tab.documents'),
      count: project.documents.length,
      content: (
        <DocumentList
          subject={{
            kind: 'project',
            id: project.projectId,
            tenantId: project.tenantId,
            projectKey: project.projectKey,
          }}
          types={types}
        />
      ),
    },
    {
      id: 'items',
      label: t('projects.tab.items'),
      count: project.items.length,
      content: <ProjectItems project={project} />,
    },
    ...(project.items.length > 0
      ? [
          {
            id: 'evidence',
            label: t('projects.tab.evidence'),
            content: <EvidenceSection of={{ tenantId: project.tenantId, projectId: project.projectId }} />,
          },
          { id: 'holders', label: t('holders.title'), content: <ProjectHolders project={project} /> },
        ]
      : []),
    ...(mayCompare
      ? [
          {
            id: 'overlaps',
            label: t('projects.tab.overlaps'),
            content: (
              <Suspense fallback={<Skeleton rows={4} />}>
                <ProjectOverlaps project={project} />
              </Suspense>
            ),
          },
        ]
      : []),
    { id: 'timeline', label: t('projects.tab.timeline'), content: <ProjectTimeline project={project} /> },
  ]
}
