import type { ComponentProps } from 'react'
import type { Project } from '#shared/contract/projects.ts'
import { DocumentList } from '#web/domain/document-list.tsx'
import { site } from '#web/lib/site-config.ts'
import { useSession } from '#web/lib/use-session.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import type { Tabs } from '#web/ui/tabs.tsx'
import { ProjectDetails } from './project-details.tsx'
import { ProjectItems } from './project-items.tsx'
import { ProjectOverlaps } from './project-overlaps.tsx'
import { ProjectTimeline } from './project-timeline.tsx'

/** The documents that every project has (specification, section 3). */
const titles = ['PDS', 'Measurement', 'Verification']

/** Returns the sections in which a project is read; those who decide about it also compare it with others. */
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
          subject={{ kind: 'project', id: project.projectId, tenantId: project.tenantId }}
          titles={titles}
        />
      ),
    },
    {
      id: 'items',
      label: t('projects.tab.items'),
      count: project.items.length,
      content: <ProjectItems project={project} />,
    },
    ...(mayCompare
      ? [{ id: 'overlaps', label: t('projects.tab.overlaps'), content: <ProjectOverlaps project={project} /> }]
      : []),
    { id: 'timeline', label: t('projects.tab.timeline'), content: <ProjectTimeline project={project} /> },
  ]
}
