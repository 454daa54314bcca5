import { X } from 'lucide-react'
import type { ProjectPlaces, ProjectSummary } from '#shared/contract/projects.ts'
import { projectPath } from '#shared/rules/paths.ts'
import { useBubbleLabel } from '#web/domain/map-bubble.tsx'
import type { Bubble } from '#web/domain/map-bubbles.ts'
import { StatusBadge } from '#web/domain/status.tsx'
import { useFormat } from '#web/lib/format.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { IconButton } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Link } from '#web/ui/link.tsx'

export function MapLegend({ places }: { places: ProjectPlaces }) {
  const { t } = useTranslation()
  const nowhere = places.countries.find(({ country }) => country === null)?.unplaced ?? 0
  return (
    <div className="mt-3 flex flex-wrap gap-x-5 gap-y-1 text-sm text-ink-soft">
      <p className="inline-flex items-center gap-2">
        <span aria-hidden className="size-3.5 shrink-0 rounded-full bg-accent-fill" />
        {t('map.place')}
      </p>
      <p className="inline-flex items-center gap-2">
        <span aria-hidden className="size-3.5 shrink-0 rounded-full border-2 border-accent bg-surface" />
        {t('map.country')}
      </p>
      <p className="max-sm:hidden">{t('map.keys')}</p>
      {nowhere > 0 && <p>{t('map.nowhere', { count: nowhere })}</p>}
    </div>
  )
}

/** Projects that zooming cannot separate. */
export function MapSpot({ spot, onClose }: { spot: Bubble; onClose: () => void }) {
  const { t } = useTranslation()
  const label = useBubbleLabel()
  const projects = spot.places.flatMap((place) => place.projects)
  const more = projects.length > 0 ? spot.count - projects.length : 0
  return (
    <div className="mt-3 flex items-start gap-3 rounded-md border border-line bg-surface py-1 pr-1 pl-4" role="status">
      <div className="min-w-0 flex-1 py-2">
        <p className="text-sm text-ink-soft">
          {projects.length > 0 ? t('map.here', { count: spot.count }) : label(spot)}
        </p>
        <ul>
          {projects.map(({ projectKey, projectName }) => (
            <li key={projectKey} className="mt-1">
              <Link to={projectPath(projectKey)} className="link font-medium break-words">
                {projectName}
              </Link>
            </li>
          ))}
        </ul>
        {more > 0 && <p className="mt-1 text-sm text-ink-soft">{t('map.more', { count: more })}</p>}
      </div>
      <IconButton label={t('map.close')} icon={<X aria-hidden size={18} />} onClick={onClose} />
    </div>
  )
}

export function MapRow({
  project,
  isMarked,
  onMark,
}: {
  project: ProjectSummary
  isMarked: boolean
  onMark: (project: ProjectSummary | null) => void
}) {
  const format = useFormat()
  return (
    <li className={cx('relative px-4 py-2.5', isMarked ? 'bg-raised' : 'hover:bg-raised')}>
      <Link
        to={projectPath(project.projectKey)}
        className="block font-medium break-words after:absolute after:inset-0"
        onMouseEnter={() => onMark(project)}
        onMouseLeave={() => onMark(null)}
        onFocus={() => onMark(project)}
        onBlur={() => onMark(null)}
      >
        {project.projectName || project.projectId}
      </Link>
      <p className="mt-0.5 flex flex-wrap items-center gap-x-3 text-sm text-ink-soft">
        <StatusBadge kind="project" status={project.status} />
        {project.country && format.country(project.country)}
        <span className="tabular ml-auto">{format.quantity(project.assetsMinted)}</span>
      </p>
    </li>
  )
}
