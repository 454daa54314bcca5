import { limits } from './limits.ts'

/** A place in degrees, as GeoJSON has it. */
export type Position = [longitude: number, latitude: number]

/** A polygon of GeoJSON (RFC 7946, 3.1.6): its outer ring, then its holes. */
export type Area = { type: 'Polygon'; coordinates: Position[][] }

/** The fewest positions of a ring: a triangle that ends where it began. */
const leastOfRing = 4

/** Returns what is wrong with an area and what is allowed; null if nothing is. */
export function faultOfArea({ coordinates }: Area): string | null {
  const points = coordinates.reduce((sum, ring) => sum + ring.length, 0)
  if (coordinates.length === 0) return 'must have a ring of positions'
  if (points > limits.areaPoints) return `must have at most ${limits.areaPoints} positions; it has ${points}`
  for (const ring of coordinates) {
    const [first, last] = [ring[0], ring.at(-1)]
    if (ring.length < leastOfRing) return `each ring must have at least ${leastOfRing} positions`
    const beyond = ring.find((at) => !isOnEarth(at))
    if (beyond) return `${beyond.join(', ')} is no longitude from -180 to 180 with a latitude from -90 to 90`
    if (first?.[0] !== last?.[0] || first?.[1] !== last?.[1]) return 'each ring must end where it began'
  }
  return null
}

function isOnEarth([longitude, latitude]: Position): boolean {
  return Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90
}

/** The place that a text of GeoJSON names: a geometry, a feature with one, or a collection of one feature; else what is wrong. */
export type PlaceRead =
  | { point: Position }
  | { area: Area }
  | { fault: 'json' | 'kind' }
  | { fault: 'area'; says: string }

/** Reads a place from GeoJSON. A third number of a position, its height, says nothing about where on the map it is. */
export function placeIn(text: string): PlaceRead {
  let read: unknown
  try {
    read = JSON.parse(text)
  } catch {
    return { fault: 'json' }
  }
  const geometry = geometryOf(read)
  const coordinates = memberOf(geometry, 'coordinates')
  if (memberOf(geometry, 'type') === 'Point') {
    const point = positionOf(coordinates)
    return point && isOnEarth(point) ? { point } : { fault: 'kind' }
  }
  if (memberOf(geometry, 'type') !== 'Polygon' || !Array.isArray(coordinates)) return { fault: 'kind' }
  const rings = coordinates.map((ring: unknown) => (Array.isArray(ring) ? ring.map(positionOf) : [null]))
  if (!rings.every((ring) => ring.every((at) => at !== null))) return { fault: 'kind' }
  const area: Area = { type: 'Polygon', coordinates: rings }
  const says = faultOfArea(area)
  return says === null ? { area } : { fault: 'area', says }
}

function geometryOf(read: unknown): unknown {
  const type = memberOf(read, 'type')
  if (type === 'Feature') return memberOf(read, 'geometry')
  const features = memberOf(read, 'features')
  if (type !== 'FeatureCollection' || !Array.isArray(features)) return read
  return features.length === 1 ? memberOf(features[0], 'geometry') : null
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

function positionOf(value: unknown): Position | null {
  if (!Array.isArray(value)) return null
  const [longitude, latitude]: unknown[] = value
  return typeof longitude === 'number' && typeof latitude === 'number' ? [longitude, latitude] : null
}

/** The box around some positions: its west, south, east and north. */
export function boundsOf(positions: readonly Position[]): { west: number; south: number; east: number; north: number } {
  const longitudes = positions.map(([longitude]) => longitude)
  const latitudes = positions.map(([, latitude]) => latitude)
  return {
    west: Math.min(...longitudes),
    south: Math.min(...latitudes),
    east: Math.max(...longitudes),
    north: Math.max(...latitudes),
  }
}
