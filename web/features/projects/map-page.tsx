import { List as ListIcon } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { ProjectSummary } from '#shared/contract/projects.ts'
import { writtenBox } from '#shared/rules/map-box.ts'
import { paths } from '#shared/rules/paths.ts'
import { ChosenFacets, FacetRow } from '#web/domain/facets.tsx'
import { ListView } from '#web/domain/list.tsx'
import { type Bubble, countryOf, isIn, isOneSpot } from '#web/domain/map-bubbles.ts'
import {
  type MapView,
  nearer,
  readView,
  requestBox,
  shownBox,
  viewOf,
  viewOfCountries,
  wholeWorld,
  writtenView,
} from '#web/domain/map-view.ts'
import { ProjectMap } from '#web/domain/project-map.tsx'
import { reading } from '#web/lib/reading-calls.ts'
import { site } from '#web/lib/site-config.ts'
import { useIsPhone } from '#web/lib/use-is-wide.ts'
import { useList } from '#web/lib/use-list.ts'
import { useRead } from '#web/lib/use-read.ts'
import { useAddressValues } from '#web/lib/use-url-list.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Page } from '#web/ui/page.tsx'
import { EarlierNotice, ErrorState } from '#web/ui/states.tsx'
import { CountryLine, CountryTable, InView, MapLegend, MapRow, MapSpot } from './map-parts.tsx'
import { useProjectFacets } from './project-facets.ts'
import { mostIssuedFirst } from './project-list.tsx'

const perPage = 10
const unread = { countries: [], places: [], areas: [] }

/** Map and list share search and facets; the list has what the map shows. */
export function MapPage() {
  const { t } = useTranslation()
  const { tenantId } = site()
  const [params] = useSearchParams()
  const isPhone = useIsPhone()
  const [start, setStart] = useState(wholeWorld)
  const [view, look] = useView(start)
  const list = useList(reading.listProjects, {
    given: { tenantId, isAdmin: undefined, limit: perPage, box: writtenBox(shownBox(view)) },
    sort: mostIssuedFirst,
  })
  const facets = useProjectFacets(list)
  const narrowing = Object.entries(list.query).filter(([field]) =>
    reading.readProjectPlaces.queryFields.some((taken) => taken === field),
  )
  const places = useRead(reading.readProjectPlaces, {
    query: { tenantId, ...Object.fromEntries(narrowing), ...requestBox(view) },
    keep: true,
  })
  const read = places.data ?? unread
  // The whole world is too small on a phone to see a country.
  const bounds = viewOfCountries(read.countries.flatMap(({ country }) => country ?? []))
  if (isPhone && places.data && writtenView(bounds) !== writtenView(start)) setStart(bounds)
  const all = read.countries.reduce((sum, { placed, unplaced }) => sum + placed + unplaced, 0)
  const [marked, setMarked] = useState<ProjectSummary | Bubble | null>(null)
  const [spot, setSpot] = useState<Bubble | null>(null)
  const [pointed, setPointed] = useState<string | null>(null)

  function choose(bubble: Bubble) {
    const country = countryOf(bubble)
    if (country !== null) {
      setSpot(bubble)
      list.setChoices({ country: [country], at: [] })
    } else if (isOneSpot(bubble)) setSpot(bubble)
    else go(nearest(view, bubble))
  }
  function mark(bubble: Bubble | null) {
    setMarked(bubble)
    const country = bubble && countryOf(bubble)
    if (country) setPointed(country)
  }
  function go(to: MapView, isStep = true) {
    setSpot(null)
    setMarked(null)
    look(to, isStep)
  }

  const isElsewhere = all > 0 && view.width < wholeWorld.width
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
        empty={t(all > 0 ? 'map.noneInView' : 'projects.nonePublished')}
        nothingFound={t(all > 0 ? 'map.noneInView' : 'ui.nothingFound')}
        emptyAct={isElsewhere && <Button onClick={() => go(wholeWorld)}>{t('map.world')}</Button>}
        beside={
          <section aria-label={t('map.title')} className="min-w-0 lg:sticky lg:top-20">
            <ProjectMap
              label={t('map.label')}
              places={read}
              view={view}
              onView={go}
              isMarked={(bubble) => marked !== null && 'projectId' in marked && isIn(bubble, marked)}
              onMark={mark}
              onPoint={setPointed}
              onChoose={choose}
            />
            {/* Below the map, so that it does not move under the pointer. */}
            {places.error && !places.data ? (
              <div className="mt-3">
                <ErrorState text={t('map.failed')} retry={places.retry} />
              </div>
            ) : (
              <>
                <CountryLine countries={read.countries} country={pointed} />
                <MapLegend places={read} />
                <EarlierNotice from={places} />
              </>
            )}
            {spot && <MapSpot spot={spot} onClose={() => setSpot(null)} />}
            <CountryTable countries={read.countries} onLook={(country) => go(viewOfCountries([country]))} />
          </section>
        }
      >
        {(rows) => (
          <>
            {list.page.data && places.data && <InView page={list.page.data} all={all} />}
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
          </>
        )}
      </ListView>
    </Page>
  )
}

/** The view in the address; without one, the chosen countries or `start`. A new view begins the list anew. */
function useView(start: MapView): [MapView, (view: MapView, isStep: boolean) => void] {
  const [params, change] = useAddressValues()
  const chosen = params.getAll('country')
  const view = readView(params.get('at') ?? '') ?? (chosen.length > 0 ? viewOfCountries(chosen) : start)
  const look = (to: MapView, isStep: boolean) =>
    change(
      (values) => {
        values.delete('cursor')
        values.set('at', writtenView(to))
      },
      { replace: !isStep, preventScrollReset: true },
    )
  return [view, look]
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
