import type { ProjectPlaces } from '#shared/contract/projects.ts'
import { countryMiddles } from './country-middles.ts'
import { around, type MapView } from './map-view.ts'

type Box = Record<'west' | 'south' | 'east' | 'north', number>
type Spot = ProjectPlaces['places'][number]

/** Projects that a map shows as one circle, in pixels from its left and upper edges. */
export interface Bubble {
  key: string
  left: number
  top: number
  radius: number
  count: number
  /** The countries whose projects without a place are among them, the one with the most first. */
  countries: readonly string[]
  /** The places of the others. */
  places: readonly Spot[]
  /** What is to be seen of it from nearer: the places, and the middles of the countries. */
  box: Box
}

const leastRadius = 13
const mostRadius = 30

/** Circles for all projects of an answer, those that would cover each other as one, the largest first. */
export function bubblesOf({ countries, places }: ProjectPlaces, view: MapView, widthPx: number): Bubble[] {
  const perDegree = widthPx / view.width
  const ofCountries = countries.flatMap(({ country, unplaced: count }) => {
    const middle = country === null ? undefined : countryMiddles.get(country)
    if (country === null || middle === undefined || count === 0) return []
    const [longitude, latitude] = middle
    const box = { west: longitude, east: longitude, south: latitude, north: latitude }
    return [{ key: country, longitude, latitude, count, countries: [country], places: [], box }]
  })
  const ofPlaces = places.map((place) => {
    const { longitude, latitude, count } = place
    return {
      key: `${place.west} ${place.south}`,
      longitude,
      latitude,
      count,
      countries: [],
      places: [place],
      box: place,
    }
  })
  const single = [...ofCountries, ...ofPlaces].toSorted((one, other) => other.count - one.count)
  const largest = Math.max(1, single[0]?.count ?? 1)
  const bubbles: Bubble[] = []
  for (const { longitude, latitude, ...of } of single) {
    const [left, top] = [(longitude - view.x) * perDegree, (-latitude - view.y) * perDegree]
    const radius = radiusOf(of.count, largest)
    const near = bubbles.findIndex(
      (bubble) => Math.hypot(bubble.left - left, bubble.top - top) < bubble.radius + radius * overlap,
    )
    const taken = bubbles[near]
    if (taken === undefined) bubbles.push({ ...of, left, top, radius })
    else bubbles[near] = together(taken, of, largest)
  }
  const isInView = ({ left, top, radius }: Bubble) =>
    left > -radius && left < widthPx + radius && top > -radius && top < widthPx / 2 + radius
  return bubbles.filter(isInView)
}

/** How far a circle may reach under another one. */
const overlap = 0.6

function radiusOf(count: number, largest: number): number {
  return leastRadius + (mostRadius - leastRadius) * Math.sqrt(Math.min(1, count / largest))
}

function together(taken: Bubble, of: Omit<Bubble, 'left' | 'top' | 'radius'>, largest: number): Bubble {
  const count = taken.count + of.count
  return {
    ...taken,
    count,
    radius: Math.max(taken.radius, radiusOf(count, largest)),
    countries: [...taken.countries, ...of.countries],
    places: [...taken.places, ...of.places],
    box: around([taken.box, of.box]),
  }
}

/** Whether the projects of a bubble are all at one spot, which looks the same from nearer. */
export function isOneSpot({ box }: Bubble): boolean {
  return box.west === box.east && box.south === box.north
}

type Placed = { country: string | null; longitude: number | null; latitude: number | null }

/** Whether a project is one of a bubble. */
export function isIn(bubble: Bubble, { country, longitude, latitude }: Placed): boolean {
  if (longitude === null || latitude === null) return country !== null && bubble.countries.includes(country)
  return bubble.places.some(
    ({ west, south, east, north }) => longitude >= west && longitude <= east && latitude >= south && latitude <= north,
  )
}
