import { limits } from './limits.ts'

/** In degrees, as in GeoJSON. */
export type Position = [longitude: number, latitude: number]

/** The outer ring of a polygon, then its holes (RFC 7946, 3.1.6). */
type Rings = Position[][]

/** RFC 7946, 3.1.6 and 3.1.7. */
export type Area = { type: 'Polygon'; coordinates: Rings } | { type: 'MultiPolygon'; coordinates: Rings[] }

/** A closed triangle. */
const leastOfRing = 4

/** Polygons, rings and positions count from 1. */
export type AreaFault =
  | { rule: 'empty' }
  | { rule: 'points'; found: number }
  | { rule: 'noRing'; polygon: number }
  | { rule: 'shortRing' | 'openRing'; polygon: number; ring: number }
  | { rule: 'offEarth'; polygon: number; ring: number; position: number; found: string }

export function polygonsOf(area: Area): Rings[] {
  return area.type === 'Polygon' ? [area.coordinates] : area.coordinates
}

/** Null for a valid area. */
export function faultOfArea(area: Area): AreaFault | null {
  const found = positionsOf(area)
  return found > limits.areaPoints ? { rule: 'points', found } : faultOfShape(area)
}

export function positionsOf(area: Area): number {
  return polygonsOf(area)
    .flat()
    .reduce((sum, ring) => sum + ring.length, 0)
}

/** {@link faultOfArea} without the limit of positions. */
export function faultOfShape(area: Area): AreaFault | null {
  const polygons = polygonsOf(area)
  if (polygons.length === 0) return { rule: 'empty' }
  for (const [index, rings] of polygons.entries()) {
    const polygon = index + 1
    if (rings.length === 0) return { rule: 'noRing', polygon }
    for (const [place, ring] of rings.entries()) {
      const fault = faultOfRing(ring, { polygon, ring: place + 1 })
      if (fault) return fault
    }
  }
  return null
}

function faultOfRing(ring: readonly Position[], at: { polygon: number; ring: number }): AreaFault | null {
  if (ring.length < leastOfRing) return { rule: 'shortRing', ...at }
  const beyond = ring.findIndex((position) => !isOnEarth(position))
  if (beyond >= 0) return { rule: 'offEarth', ...at, position: beyond + 1, found: ring[beyond]?.join(', ') ?? '' }
  const [first, last] = [ring[0], ring.at(-1)]
  return first?.[0] === last?.[0] && first?.[1] === last?.[1] ? null : { rule: 'openRing', ...at }
}

export function isOnEarth([longitude, latitude]: Position): boolean {
  return Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90
}

/** The fault as an English message for API users. */
export function wordsOfAreaFault(fault: AreaFault): string {
  switch (fault.rule) {
    case 'empty':
      return 'must have a polygon'
    case 'points':
      return `must have at most ${limits.areaPoints} positions; it has ${fault.found}`
    case 'noRing':
      return `polygon ${fault.polygon} must have a ring of positions`
    case 'shortRing':
      return `${whereIs(fault)} must have at least ${leastOfRing} positions`
    case 'openRing':
      return `${whereIs(fault)} must end where it began`
    case 'offEarth':
      return `${whereIs(fault)}, position ${fault.position} is ${fault.found}; longitudes are from -180 to 180, latitudes from -90 to 90`
  }
}

/** For people, with the sentences of the GeoJSON form. */
export function reasonOfAreaFault({ rule, ...facts }: AreaFault) {
  return { reason: `projects.geojsonFault.${rule}`, facts: { ...facts, max: limits.areaPoints } }
}

function whereIs({ polygon, ring }: { polygon: number; ring: number }): string {
  return `polygon ${polygon}, ring ${ring}`
}

/** The bounding box in degrees. */
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
