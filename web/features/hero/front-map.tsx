import { mapPath } from '#shared/rules/paths.ts'
import type { Bubble } from '#web/domain/map-bubbles.ts'
import { viewOf, wholeWorld, writtenView } from '#web/domain/map-view.ts'
import { ProjectMap } from '#web/domain/project-map.tsx'
import { reading } from '#web/lib/reading-calls.ts'
import { site } from '#web/lib/site-config.ts'
import { useRead } from '#web/lib/use-read.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Link } from '#web/ui/link.tsx'
import { ErrorState } from '#web/ui/states.tsx'

const nowhere = { countries: [], places: [], areas: [] }

/** Each circle links to its part of the large map. The world is drawn before the places are read. */
export function FrontMap() {
  const { t } = useTranslation()
  const { data, error, retry } = useRead(reading.readProjectPlaces, { query: { tenantId: site().tenantId } })
  if (error && !data) return <ErrorState retry={retry} />
  return (
    <>
      <ProjectMap label={t('map.label')} places={data ?? nowhere} view={wholeWorld} linkOf={pathOf} />
      <p className="mt-2 text-right text-sm">
        <Link to={mapPath()} className="link">
          {t('front.largeMap')}
        </Link>
      </p>
    </>
  )
}

function pathOf({ countries, places, box }: Bubble): string {
  const [country, ...others] = countries
  if (country !== undefined && others.length === 0 && places.length === 0) return mapPath({ country })
  return mapPath({ at: writtenView(viewOf(box)) })
}
