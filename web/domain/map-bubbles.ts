import type { ProjectPlaces } from '#shared/contract/projects.ts'
import { countryMiddles } from '#shared/rules/country-middles.ts'
import type { MapBox } from '#shared/rules/map-box.ts'
import { familyOfType, type ProjectFamily } from '#shared/rules/project-facts.ts'
import { around, type MapView } from './map-view.ts'

type Spot = ProjectPlaces['places'][number]

/** Projects that share a circle; pixels from the map's top left. */
export interface Bubble {
  key: string
  left: number
  top: number
  radius: number
  count: number
  /** Countries of the projects without a place, largest count first. */
  countries: readonly string[]
  places: readonly Spot[]
  /** The area to zoom to: places and country centres. */
  box: MapBox
}

const leastRadius = 13
const mostRadius = 30

/** Circles in view, largest first. Overlapping circles merge, so that a finger can hit each. */
export function bubblesOf({ countries, places }: ProjectPlaces, view: MapView, widthPx: number): Bubble[] {
  const perDegree = widthPx / view.width
  const countryBubbles = countries.flatMap(({ country, unplaced: count }) => {
    const middle = country === null ? undefined : countryMiddles.get(country)
    if (country === null || middle === undefined || count === 0) return []
    const [longitude, latitude] = middle
    const box = { west: longitude, east: longitude, south: latitude, north: latitude }
    return [{ key: country, longitude, latitude, count, countries: [country], places: [], box }]
  })
  const placeBubbles = places.map((place) => {
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
  const largest = Math.max(1, ...[...countryBubbles, ...placeBubbles].map(({ count }) => count))
  const sizes = { largest, most: Math.min(Math.max(widthPx / 24, 19), mostRadius) }
  const [worldLeft, worldRight] = [(-180 - view.x) * perDegree, (180 - view.x) * perDegree]
  const single = [...countryBubbles, ...placeBubbles].map(({ longitude, latitude, ...of }) => {
    const radius = radiusOf(of.count, sizes)
    // Fiji crosses the world's edge.
    const left = Math.min(Math.max((longitude - view.x) * perDegree, worldLeft + radius), worldRight - radius)
    return { ...of, left, top: (-latitude - view.y) * perDegree, radius }
  })
  const isInView = ({ left, top, radius }: Bubble) =>
    left > -radius && left < widthPx + radius && top > -radius && top < widthPx / 2 + radius
  return apart(single, sizes).filter(isInView)
}

interface Sizes {
  /** The count with radius `most`. */
  largest: number
  most: number
}

/** At least as wide as the written count. */
function radiusOf(count: number, { largest, most }: Sizes): number {
  const ofCount = leastRadius + (most - leastRadius) * Math.sqrt(Math.min(1, count / largest))
  return Math.max(ofCount, 5 + 4.5 * String(count).length)
}

/** A merged circle grows and may touch the next. */
function apart(all: readonly Bubble[], sizes: Sizes): Bubble[] {
  const bubbles: Bubble[] = []
  for (const next of all.toSorted((one, other) => other.count - one.count)) {
    const near = bubbles.findIndex(
      ({ left, top, radius }) => Math.hypot(left - next.left, top - next.top) < radius + next.radius,
    )
    const taken = bubbles[near]
    if (taken === undefined) bubbles.push(next)
    else bubbles[near] = together(taken, next, sizes)
  }
  return bubbles.length < all.length ? apart(bubbles, sizes) : bubbles
}

function together(taken: Bubble, next: Bubble, sizes: Sizes): Bubble {
  const count = taken.count + next.count
  return {
    ...taken,
    count,
    radius: Math.max(taken.radius, radiusOf(count, sizes)),
    countries: [...taken.countries, ...next.countries],
    places: [...taken.places, ...next.places],
    box: around([taken.box, next.box]),
  }
}

/** Whether no project in the circle states a place. */
export function isWithoutPlace({ places }: Bubble): boolean {
  return places.length === 0
}

/** The types of projects that all have a place, each once. */
export function typesOf({ countries, places }: Bubble): string[] {
  return countries.length > 0 ? [] : [...new Set(places.flatMap(({ types }) => types))]
}

/** The family of all the projects; null where several meet or none is known. */
export function familyOf(bubble: Bubble): ProjectFamily | null {
  const [family = null, ...others] = new Set(typesOf(bubble).map(familyOfType))
  return others.length > 0 ? null : family
}

/** The country whose projects without a place are the bubble; null for others. */
export function countryOf({ countries, places }: Bubble): string | null {
  const [country = null, ...others] = countries
  return others.length > 0 || places.length > 0 ? null : country
}

/** Whether zooming cannot separate the projects. */
export function isOneSpot({ box }: Bubble): boolean {
  return box.west === box.east && box.south === box.north
}

type Placed = { country: string | null; longitude: number | null; latitude: number | null }

export function isIn(bubble: Bubble, { country, longitude, latitude }: Placed): boolean {
  if (longitude === null || latitude === null) return country !== null && bubble.countries.includes(country)
  return bubble.places.some(
    ({ west, south, east, north }) => longitude >= west && longitude <= east && latitude >= south && latitude <= north,
  )
}
