import { List as ListIcon } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { ProjectSummary } from '#shared/contract/projects.ts'
import { paths } from '#shared/rules/paths.ts'
import { ChosenFacets, FacetRow } from '#web/domain/facets.tsx'
import { ListView } from '#web/domain/list.tsx'
import { type Bubble, isIn, isOneSpot } from '#web/domain/map-bubbles.ts'
import {
  type MapView,
  nearer,
  readView,
  requestBox,
  viewOf,
  viewOfCountries,
  writtenView,
} from '#web/domain/map-view.ts'
import { ProjectMap } from '#web/domain/project-map.tsx'
import { reading } from '#web/lib/reading-calls.ts'
import { site } from '#web/lib/site-config.ts'
import { useList } from '#web/lib/use-list.ts'
import { useRead } from '#web/lib/use-read.ts'
import { useUrlState } from '#web/lib/use-url-list.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Page } from '#web/ui/page.tsx'
import { EarlierNotice, Loaded } from '#web/ui/states.tsx'
import { MapLegend, MapRow, MapSpot } from './map-parts.tsx'
import { useProjectFacets } from './project-facets.ts'
import { mostIssuedFirst } from './project-list.tsx'

const perPage = 10

/** Map and list share search and facets. */
export function MapPage() {
  const { t } = useTranslation()
  const { tenantId } = site()
  const [params] = useSearchParams()
  const list = useList(reading.listProjects, {
    given: { tenantId, isAdmin: undefined, limit: perPage },
    sort: mostIssuedFirst,
  })
  const facets = useProjectFacets(list)
  const [at, setAt] = useUrlState('at')
  const view = readView(at) ?? viewOfCountries(list.choice('country'))
  const narrowing = Object.entries(list.query).filter(([field]) =>
    reading.readProjectPlaces.queryFields.some((taken) => taken === field),
  )
  const places = useRead(reading.readProjectPlaces, {
    query: { tenantId, ...Object.fromEntries(narrowing), ...requestBox(view) },
    keep: true,
  })
  const [marked, setMarked] = useState<ProjectSummary | Bubble | null>(null)
  const [spot, setSpot] = useState<Bubble | null>(null)

  function choose(bubble: Bubble) {
    const [country, ...others] = bubble.countries
    if (country !== undefined && others.length === 0 && bubble.places.length === 0) {
      setSpot(bubble)
      list.setChoices({ country: [country], at: [] })
    } else if (isOneSpot(bubble)) setSpot(bubble)
    else look(nearest(view, bubble))
  }
  function look(to: MapView) {
    setSpot(null)
    setMarked(null)
    setAt(writtenView(to))
  }

  return (
    <Page
      title={t('map.title')}
      lead={t('map.lead')}
      actions={
        <ButtonLink to={listPath(params)} icon={<ListIcon aria-hidden size={16} />}>
          {t('map.asList')}
        </ButtonLink>
      }
    >
      <ListView
        list={list}
        search={t('projects.search')}
        filters={<FacetRow facets={facets} />}
        note={<ChosenFacets facets={facets} />}
        rows={8}
        empty={t('projects.nonePublished')}
      >
        {(rows) => (
          <div className="grid items-start gap-6 lg:grid-cols-[2fr_1fr]">
            <section aria-label={t('map.title')} className="min-w-0 lg:sticky lg:top-20">
              {/* Below the map, so that it does not move under the pointer. */}
              <Loaded from={{ ...places, isEarlier: false }} rows={8}>
                {(read) => (
                  <>
                    <ProjectMap
                      label={t('map.label')}
                      places={read}
                      view={view}
                      onView={look}
                      isMarked={(bubble) => marked !== null && 'projectId' in marked && isIn(bubble, marked)}
                      onMark={setMarked}
                      onChoose={choose}
                    />
                    <MapLegend places={read} />
                    <EarlierNotice from={places} />
                    {spot && <MapSpot spot={spot} onClose={() => setSpot(null)} />}
                  </>
                )}
              </Loaded>
            </section>
            <ul
              aria-label={t('projects.title')}
              className="divide-y divide-line rounded-md border border-line bg-surface"
            >
              {rows.map((row) => (
                <MapRow
                  key={row.projectKey}
                  project={row}
                  isMarked={marked !== null && 'radius' in marked && isIn(marked, row)}
                  onMark={setMarked}
                />
              ))}
            </ul>
          </div>
        )}
      </ListView>
    </Page>
  )
}

function listPath(params: URLSearchParams): string {
  const listParams = new URLSearchParams(params)
  for (const name of ['view', 'at', 'cursor']) listParams.delete(name)
  return listParams.size > 0 ? `${paths.projects}?${listParams}` : paths.projects
}

/** Separates the bubble's projects, or zooms by at least two. */
function nearest(view: MapView, { box }: Bubble): MapView {
  const around = viewOf(box)
  return nearer(around, Math.max(1, around.width / (view.width / 2)))
}
