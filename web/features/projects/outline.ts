import { kml } from '@tmcw/togeojson'
import { simplify } from '@turf/simplify'
import { type GeoJsonFault, placeOf } from '#shared/rules/geojson.ts'
import { limits } from '#shared/rules/limits.ts'
import { type Area, faultOfArea, type Position, polygonsOf, positionsOf } from '#shared/rules/place.ts'

type OutlineFault = GeoJsonFault | { rule: 'json' | 'kml' }

/** The place in an outline. `simplified` is the original number of positions, and of the omitted small parts. */
export type Outline =
  | { point: Position }
  | { area: Area; simplified: { from: number; leftOut: number } | null }
  | { fault: OutlineFault }

/** Reads GeoJSON or KML in degrees, and simplifies an area to the allowed number of positions. */
export function outlineIn(text: string): Outline {
  const read = text.trimStart().startsWith('<') ? fromKml(text) : fromJson(text)
  if ('fault' in read) return read
  const place = placeOf(read.json)
  if (!('area' in place)) return place
  const from = positionsOf(place.area)
  if (from <= limits.areaPoints) return { area: place.area, simplified: null }
  const { parts, leftOut } = largestParts(polygonsOf(place.area))
  const area = simplifiedTo(limits.areaPoints, parts)
  const fault = faultOfArea(area)
  return fault ? { fault } : { area, simplified: { from, leftOut } }
}

function fromJson(text: string): { json: unknown } | { fault: OutlineFault } {
  try {
    return { json: JSON.parse(text) }
  } catch {
    return { fault: { rule: 'json' } }
  }
}

function fromKml(text: string): { json: unknown } | { fault: OutlineFault } {
  const read = new DOMParser().parseFromString(text, 'text/xml')
  const isKml = read.documentElement.localName === 'kml' && read.querySelector('parsererror') === null
  return isKml ? { json: kml(read) } : { fault: { rule: 'kml' } }
}

/** Leaves each ring enough positions for its shape. */
const mostRings = limits.areaPoints / 8

/** With too many rings, drops the holes, then keeps the largest polygons. */
function largestParts(polygons: readonly Position[][][]): { parts: Position[][][]; leftOut: number } {
  if (polygons.flat().length <= mostRings) return { parts: [...polygons], leftOut: 0 }
  const outer = polygons.map((rings) => rings.slice(0, 1))
  const largest = new Set(outer.toSorted((one, other) => sizeOf(other) - sizeOf(one)).slice(0, mostRings))
  return { parts: outer.filter((part) => largest.has(part)), leftOut: polygons.flat().length - largest.size }
}

/** Returns the outer ring's area in square degrees (shoelace formula). */
function sizeOf([ring = []]: Position[][]): number {
  const twice = ring.reduce((sum, [x, y], index) => {
    const [nextX, nextY] = ring[index + 1] ?? [x, y]
    return sum + x * nextY - nextX * y
  }, 0)
  return Math.abs(twice) / 2
}

/** A millionth of a degree is about a decimetre. */
const perDegree = 1_000_000
/** In degrees: about a metre. */
const finest = 0.00001
/** In degrees: a coarser outline is useless. */
const coarsest = 10

/** Simplifies lines (Ramer, Douglas and Peucker). The tolerance grows until at most `most` positions remain. */
function simplifiedTo(most: number, parts: Position[][][]): Area {
  let area: Area = { type: 'MultiPolygon', coordinates: parts }
  for (let tolerance = finest; positionsOf(area) > most && tolerance < coarsest; tolerance *= 1.5)
    area = simplify(area, { tolerance })
  const [only, ...others] = polygonsOf(area).map((rings) => rings.map((ring) => ring.map(rounded)))
  return only && others.length === 0
    ? { type: 'Polygon', coordinates: only }
    : { type: 'MultiPolygon', coordinates: only ? [only, ...others] : [] }
}

function rounded([longitude, latitude]: Position): Position {
  return [Math.round(longitude * perDegree) / perDegree, Math.round(latitude * perDegree) / perDegree]
}
