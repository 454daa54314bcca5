import { useState } from 'react'
import { type Project, readProject } from '#shared/contract/projects.ts'
import { useRead } from '#web/lib/use-read.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Loaded } from '#web/ui/states.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { useProjectSections } from './project-sections.tsx'

export function ReviewedProject({ projectId }: { projectId: string }) {
  const project = useRead(readProject, { query: { projectId }, asUser: true })
  return (
    <Loaded from={project} rows={8}>
      {(read) => <Sections project={read} />}
    </Loaded>
  )
}

function Sections({ project }: { project: Project }) {
  const { t } = useTranslation()
  const [shown, setShown] = useState('details')
  return <Tabs label={t('projects.sections')} tabs={useProjectSections(project)} value={shown} onChange={setShown} />
}
