import type { Project } from '#shared/contract/projects.ts'
import { countryMiddles } from '#shared/rules/country-middles.ts'
import { polygonsOf } from '#shared/rules/place.ts'
import { familyOfType } from '#shared/rules/project-facts.ts'
import { countryOutlines } from '#web/domain/country-outlines.ts'
import { countryShapes } from '#web/domain/country-shapes.ts'
import { familyLooks } from '#web/domain/family-mark.tsx'
import { outlineOf } from '#web/domain/outline-of.ts'
import { cx } from '#web/ui/cx.ts'
import { type PlaceView, viewAround, viewOf } from './place-view.ts'

type Placed = Pick<Project, 'area' | 'longitude' | 'latitude' | 'country'>

/** The project's area or point, else its country; decorative. Nothing where no place is known. */
export function ProjectOutline({ project }: { project: Placed & Pick<Project, 'type'> }) {
  const { area, longitude, latitude, country } = project
  const isPlaced = area !== null || (longitude !== null && latitude !== null)
  const ofCountry = isPlaced ? undefined : countryShapes.find(({ code }) => code === country)
  const polygons = area ? polygonsOf(area) : []
  const view = viewOfPlace(project)
  const look = familyLooks[familyOfType(project.type) ?? 'none']
  if (!view) return null
  return (
    <svg
      aria-hidden="true"
      viewBox={`${view.x} ${view.y} ${view.width} ${view.width / 2}`}
      preserveAspectRatio="xMidYMid slice"
      className="size-full"
    >
      <path d={countryOutlines} vectorEffect="non-scaling-stroke" className="fill-none stroke-edge" />
      {ofCountry && country && (
        <path d={ofCountry.path} vectorEffect="non-scaling-stroke" className={cx('stroke-edge', look.area)} />
      )}
      <path
        d={polygons.flatMap((rings) => rings.map(outlineOf)).join('')}
        fillRule="evenodd"
        vectorEffect="non-scaling-stroke"
        className={cx('stroke-2', look.area)}
      />
      {!area && longitude !== null && latitude !== null && (
        <circle
          cx={longitude}
          cy={-latitude}
          r={view.width / 80}
          vectorEffect="non-scaling-stroke"
          className={cx('stroke-ground stroke-2', look.point)}
        />
      )}
    </svg>
  )
}

function viewOfPlace({ area, longitude, latitude, country }: Placed): PlaceView | null {
  if (area) return viewAround(polygonsOf(area).flat(2))
  if (longitude !== null && latitude !== null) return viewAround([[longitude, latitude]])
  const middle = country === null ? undefined : countryMiddles.get(country)
  return middle ? viewOf(middle[0], middle[1], middle[2] * countryMargin) : null
}

/** Shows what surrounds a country. */
const countryMargin = 2.5
