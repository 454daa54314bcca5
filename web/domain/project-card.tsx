import type { ReactNode } from 'react'
import type { ProjectSummary } from '#shared/contract/projects.ts'
import { projectPath } from '#shared/rules/paths.ts'
import { Link } from '#web/ui/link.tsx'
import { ProjectPicture } from './project-picture.tsx'

/** `note` stands below the name. */
export function ProjectCard({ project, note }: { project: ProjectSummary; note?: ReactNode }) {
  return (
    <article className="relative flex h-full flex-col overflow-hidden rounded-md border border-line bg-surface transition-colors hover:border-edge">
      <div className="aspect-video overflow-hidden">
        <ProjectPicture image={project.image} projectKey={project.projectKey} sizes="(min-width: 640px) 26rem, 100vw" />
      </div>
      <div className="flex flex-1 flex-col items-start gap-2 p-4">
        <h3 className="font-medium">
          <Link to={projectPath(project.projectKey)} className="row-link line-clamp-2">
            {project.projectName || project.projectId}
          </Link>
        </h3>
        {note}
      </div>
    </article>
  )
}
