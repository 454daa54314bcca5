import { lazy, type ReactNode, Suspense } from 'react'
import type { Project } from '#shared/contract/projects.ts'
import { ProjectPicture } from '#web/domain/project-picture.tsx'

const PictureUpload = lazy(async () => ({ default: (await import('./picture-upload.tsx')).PictureUpload }))

export function ProjectBanner({ project }: { project: Project }) {
  return (
    <BannerPlace>
      <ProjectPicture image={project.image} projectKey={project.projectKey} sizes="(min-width: 80rem) 78rem, 100vw" />
      {project.acts.includes('edit') && (
        <Suspense>
          <PictureUpload project={project} />
        </Suspense>
      )}
    </BannerPlace>
  )
}

/** Reserves the picture's space. */
export function BannerPlace({ children }: { children?: ReactNode }) {
  return (
    <div className="relative aspect-[2/1] max-h-80 w-full overflow-hidden rounded-md border border-line sm:aspect-[4/1]">
      {children}
    </div>
  )
}
