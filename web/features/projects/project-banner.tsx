import { lazy, type ReactNode, Suspense } from 'react'
import type { Project } from '#shared/contract/projects.ts'
import { projectClaimsPath } from '#shared/rules/paths.ts'
import { ProjectPicture } from '#web/domain/project-picture.tsx'
import { StatusBadge } from '#web/domain/status.tsx'
import { useFormat } from '#web/lib/format.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { cx } from '#web/ui/cx.ts'
import { Figure } from '#web/ui/figure.tsx'
import { Link } from '#web/ui/link.tsx'
import { placeWords } from './place-words.ts'
import { WaitsOn } from './waits-on.tsx'

/** Loaded only for people with permissions. */
const PictureUpload = lazy(async () => ({ default: (await import('./picture-upload.tsx')).PictureUpload }))
const ProjectActs = lazy(async () => ({ default: (await import('./project-acts.tsx')).ProjectActs }))
const ProjectOutline = lazy(async () => ({ default: (await import('./project-outline.tsx')).ProjectOutline }))

/** Name, status, place and three figures: below the project's picture, else on the outline of its place. */
export function ProjectBanner({ project }: { project: Project }) {
  const mayEdit = project.acts.includes('edit')
  const upload = mayEdit && (
    <Suspense>
      <PictureUpload project={project} />
    </Suspense>
  )
  if (!project.image) {
    return (
      <OutlinePlace hasButton={mayEdit} outline={<ProjectOutline project={project} />}>
        <Head project={project} width={besideOutline} />
        <Figures project={project} />
        {upload}
      </OutlinePlace>
    )
  }
  return (
    <>
      <PicturePlace>
        <ProjectPicture image={project.image} projectKey={project.projectKey} sizes="(min-width: 80rem) 78rem, 100vw" />
        {upload}
      </PicturePlace>
      <div className="mt-6 flex flex-col gap-4">
        <Head project={project} />
        <Figures project={project} />
      </div>
    </>
  )
}

/** While the project loads: its name, as the server has rendered it. */
export function FirstBanner({ name, isOutlined }: { name: string; isOutlined: boolean }) {
  const heading = <h1 className={headingClass}>{name}</h1>
  return isOutlined ? (
    <OutlinePlace>
      <div className={besideOutline}>{heading}</div>
    </OutlinePlace>
  ) : (
    <>
      <PicturePlace />
      <div className="mt-6">{heading}</div>
    </>
  )
}

const besideOutline = 'sm:max-w-3/5'
const headingClass = 'text-lg font-semibold break-words sm:text-title'

/** Reserves the picture's space. */
function PicturePlace({ children }: { children?: ReactNode }) {
  return (
    <div className="relative aspect-[2/1] max-h-80 w-full overflow-hidden rounded-md border border-line sm:aspect-[4/1]">
      {children}
    </div>
  )
}

function OutlinePlace({
  outline,
  hasButton,
  children,
}: {
  outline?: ReactNode
  hasButton?: boolean
  children: ReactNode
}) {
  return (
    <div className="relative isolate overflow-hidden rounded-md border border-line bg-surface">
      {/* Phones have no room beside the facts. */}
      <div className="absolute inset-y-0 right-0 -z-10 w-2/5 max-sm:hidden">
        <Suspense>{outline}</Suspense>
        <div className="absolute inset-y-0 left-0 w-1/3 bg-linear-to-r from-surface to-transparent" />
      </div>
      <div className={cx('flex min-h-40 flex-col justify-between gap-4 p-4 sm:p-5', hasButton && 'max-sm:pb-18')}>
        {children}
      </div>
    </div>
  )
}

function Head({ project, width }: { project: Project; width?: string }) {
  const format = useFormat()
  const place = placeWords(project, format.country)
  return (
    <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
      <div className={cx('min-w-0', width)}>
        <h1 tabIndex={-1} className={headingClass}>
          {project.projectName || project.projectId}
        </h1>
        <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-soft">
          <StatusBadge kind="project" status={project.status} />
          <span>{project.proponent}</span>
          {place && <span>{place}</span>}
          <WaitsOn project={project} />
        </div>
      </div>
      {project.acts.length > 0 && (
        <Suspense fallback={<div className="h-11" />}>
          <ProjectActs project={project} />
        </Suspense>
      )}
    </header>
  )
}

/** Nothing before units are issued. */
function Figures({ project }: { project: Project }) {
  const { t } = useTranslation()
  const { quantity } = useFormat()
  if (project.items.length === 0) return null
  return (
    <dl className="flex flex-wrap gap-x-5 gap-y-2 sm:gap-x-10">
      <Figure label={t('projects.minted')} value={quantity(project.assetsMinted)} />
      <Figure label={t('projects.available')} value={quantity(project.assetsAvailable)} />
      <Figure
        label={t('projects.retired')}
        value={
          <Link to={projectClaimsPath(project.projectId)} title={t('projects.itsClaims')} className="link">
            {quantity(project.retired)}
          </Link>
        }
      />
    </dl>
  )
}
