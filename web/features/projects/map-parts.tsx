import { X } from 'lucide-react'
import type { ProjectPlaces, ProjectSummary } from '#shared/contract/projects.ts'
import { projectPath } from '#shared/rules/paths.ts'
import { familyOfType, projectFamilies } from '#shared/rules/project-facts.ts'
import { FamilyDot } from '#web/domain/family-mark.tsx'
import { useBubbleLabel } from '#web/domain/map-bubble.tsx'
import type { Bubble } from '#web/domain/map-bubbles.ts'
import { shadesOf } from '#web/domain/map-shades.ts'
import { landFill, shadeLooks } from '#web/domain/project-map.tsx'
import { useProjectWords } from '#web/domain/project-words.ts'
import { StatusBadge } from '#web/domain/status.tsx'
import { useFormat } from '#web/lib/format.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { IconButton } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Link } from '#web/ui/link.tsx'
import { ScrollBox } from '#web/ui/scroll-box.tsx'
import { Table } from '#web/ui/table.tsx'

type Countries = ProjectPlaces['countries']

/** What colours and signs mean, and how many projects the map cannot place. */
export function MapLegend({ places }: { places: ProjectPlaces }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { countries } = places
  const shades = shadesOf(Math.max(0, ...countries.map(({ issued }) => issued)))
  const families = new Set(places.places.flatMap(({ types }) => types.map(familyOfType)))
  const unplaced = countries.reduce((sum, row) => sum + row.unplaced, 0)
  const nowhere = countries.find(({ country }) => country === null)?.unplaced ?? 0
  return (
    <div className="mt-2 space-y-2 text-sm text-ink-soft">
      {shades.length > 0 && (
        <div className="flex flex-wrap gap-x-4 gap-y-1">
          <p>{t('map.issuedFrom')}</p>
          <ul className={cx('flex flex-wrap gap-x-4 gap-y-1', landFill)}>
            {shades.map((least, at) => (
              <li key={least} className="tabular inline-flex items-center gap-1.5">
                <svg aria-hidden="true" width="20" height="14" className="shrink-0">
                  <rect width="20" height="14" rx="2" className={cx('stroke-edge', shadeLooks[at])} />
                </svg>
                {format.quantity(least)}
              </li>
            ))}
          </ul>
        </div>
      )}
      <ul className="flex flex-wrap gap-x-4 gap-y-1">
        {projectFamilies
          .filter((family) => families.has(family))
          .map((family) => (
            <li key={family} className="inline-flex items-center gap-1.5">
              <FamilyDot family={family} />
              {t(`projects.family.${family}`)}
            </li>
          ))}
        {(families.has(null) || families.size > 1 || (families.size > 0 && unplaced > nowhere)) && (
          <li className="inline-flex items-center gap-1.5">
            <FamilyDot family={null} />
            {t('map.mixed')}
          </li>
        )}
        {unplaced > nowhere && (
          <li className="inline-flex items-center gap-1.5">
            <span aria-hidden className="size-5 shrink-0 rounded-full border-2 border-ink-soft bg-surface" />
            {t('map.country')}
          </li>
        )}
      </ul>
      {unplaced > nowhere && <p>{t('map.unplaced', { count: unplaced - nowhere })}</p>}
      {nowhere > 0 && <p>{t('map.nowhere', { count: nowhere })}</p>}
      <p className="max-sm:hidden">{t('map.keys')}</p>
    </div>
  )
}

/** The figures of the country under the pointer or in focus. */
export function CountryLine({ countries, country }: { countries: Countries; country: string | null }) {
  const { t } = useTranslation()
  const format = useFormat()
  const row = countries.find((one) => one.country === country)
  return (
    <p className="tabular mt-2 min-h-6 text-sm">
      {country === null ? (
        <span className="text-ink-soft">{t('map.pointAt')}</span>
      ) : (
        t('map.issuedIn', {
          country: format.country(country),
          units: format.quantity(row?.issued ?? 0),
          count: row ? row.placed + row.unplaced : 0,
        })
      )}
    </p>
  )
}

/** The shades in figures, most issued first; a country's name leads to its part of the map. */
export function CountryTable({ countries, onLook }: { countries: Countries; onLook: (country: string) => void }) {
  const { t } = useTranslation()
  const format = useFormat()
  if (countries.length === 0) return null
  return (
    <details className="mt-3">
      <summary className="w-fit cursor-pointer py-1 text-sm text-ink-soft hover:text-ink pointer-coarse:py-3">
        {t('map.byCountry')}
      </summary>
      <ScrollBox label={t('map.byCountry')} className="mt-2 max-h-96">
        <Table
          label={t('map.byCountry')}
          columns={[
            {
              label: t('projects.country'),
              cell: ({ country }) =>
                country === null ? (
                  t('charts.notSaid')
                ) : (
                  <button
                    type="button"
                    className="link min-h-6 pointer-coarse:min-h-11"
                    onClick={() => onLook(country)}
                  >
                    {format.country(country)}
                  </button>
                ),
            },
            { label: t('charts.issued'), figure: true, cell: ({ issued }) => format.quantity(issued) },
            {
              label: t('projects.title'),
              figure: true,
              cell: ({ placed, unplaced }) => format.quantity(placed + unplaced),
            },
          ]}
          rows={countries.toSorted((one, other) => other.issued - one.issued)}
          keyOf={({ country }) => country ?? ''}
        />
      </ScrollBox>
    </details>
  )
}

/** How many projects of the search the map shows. */
export function InView({
  page: { total, totalIsBound },
  all,
}: {
  page: { total: number; totalIsBound?: true | undefined }
  all: number
}) {
  const { t } = useTranslation()
  return (
    <p role="status" className="tabular mb-2 text-sm text-ink-soft">
      {t(totalIsBound ? 'map.inViewOfMore' : 'map.inView', { count: all, shown: total })}
    </p>
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
  const { t } = useTranslation()
  const format = useFormat()
  const words = useProjectWords()
  const { type, country } = project
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
      {type && (
        <p className="mt-1 flex items-center gap-1.5 text-sm text-ink-soft">
          <FamilyDot family={familyOfType(type)} />
          {words.type(type)}
        </p>
      )}
      <p className="mt-0.5 flex flex-wrap items-center gap-x-3 text-sm text-ink-soft">
        <StatusBadge kind="project" status={project.status} />
        {country && format.country(country)}
        <span className="tabular ml-auto">
          {t('search.issued', { quantity: format.quantity(project.assetsMinted) })}
        </span>
      </p>
    </li>
  )
}
