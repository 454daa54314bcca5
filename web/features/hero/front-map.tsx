import { readProjectPlaces } from '#shared/contract/projects.ts'
import { mapPath } from '#shared/rules/paths.ts'
import type { Bubble } from '#web/domain/map-bubbles.ts'
import { viewOf, wholeWorld, writtenView } from '#web/domain/map-view.ts'
import { ProjectMap } from '#web/domain/project-map.tsx'
import { site } from '#web/lib/site-config.ts'
import { useRead } from '#web/lib/use-read.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Loaded } from '#web/ui/states.tsx'

/** Each circle links to its part of the large map. */
export function FrontMap() {
  const { t } = useTranslation()
  const read = useRead(readProjectPlaces, { query: { tenantId: site().tenantId } })
  return (
    <Loaded from={read} rows={8}>
      {(places) => <ProjectMap label={t('map.label')} places={places} view={wholeWorld} linkOf={pathOf} />}
    </Loaded>
  )
}

function pathOf({ countries, places, box }: Bubble): string {
  const [country, ...others] = countries
  if (country !== undefined && others.length === 0 && places.length === 0) return mapPath({ country })
  return mapPath({ at: writtenView(viewOf(box)) })
}
