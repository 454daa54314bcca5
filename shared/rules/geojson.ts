import { limits } from './limits.ts'
import { type Area, type AreaFault, faultOfArea, isOnEarth, type Position } from './place.ts'

/** What is wrong with GeoJSON that is to name a place; features are counted from 1 too. */
export type GeoJsonFault =
  | AreaFault
  | { rule: 'json' | 'bytes' }
  | { rule: 'kind'; feature: number; found: string }
  | { rule: 'point'; found: string }
  | { rule: 'position'; polygon: number; ring: number; position: number; found: string }

/** The place that a text of GeoJSON names, or what is wrong with it. */
export type PlaceRead = { point: Position } | { area: Area } | { fault: GeoJsonFault }

/**
 * Reads a place from GeoJSON: a point, or the polygons of a geometry, of a feature or of all features of a collection. A third
 * number of a position, its height, says nothing about where on the map it is.
 */
export function placeIn(text: string): PlaceRead {
  if (text.length > limits.geojsonBytes) return { fault: { rule: 'bytes' } }
  let read: unknown
  try {
    read = JSON.parse(text)
  } catch {
    return { fault: { rule: 'json' } }
  }
  const geometries = geometriesIn(read)
  const [only] = geometries
  if (geometries.length === 1 && memberOf(only, 'type') === 'Point') return pointIn(only)
  const odd = geometries.findIndex((geometry) => !isOfPolygons(geometry))
  if (odd >= 0) return { fault: { rule: 'kind', feature: odd + 1, found: kindOf(geometries[odd]) } }
  const polygons = geometries.flatMap(ringsIn)
  const wrong = faultOfPositions(polygons)
  if (wrong) return { fault: wrong }
  const area = areaOf(polygons.map((rings) => listIn(rings).map((ring) => listIn(ring).flatMap(positionsIn))))
  const fault = faultOfArea(area)
  return fault ? { fault } : { area }
}

function areaOf(polygons: Position[][][]): Area {
  const [only] = polygons
  return polygons.length === 1 && only
    ? { type: 'Polygon', coordinates: only }
    : { type: 'MultiPolygon', coordinates: polygons }
}

function geometriesIn(read: unknown): unknown[] {
  const type = memberOf(read, 'type')
  if (type === 'Feature') return [memberOf(read, 'geometry')]
  if (type !== 'FeatureCollection') return [read]
  return listIn(memberOf(read, 'features')).map((feature) => memberOf(feature, 'geometry'))
}

function pointIn(geometry: unknown): PlaceRead {
  const coordinates = memberOf(geometry, 'coordinates')
  const [point] = positionsIn(coordinates)
  return point && isOnEarth(point) ? { point } : { fault: { rule: 'point', found: shortened(coordinates) } }
}

function isOfPolygons(geometry: unknown): boolean {
  return ['Polygon', 'MultiPolygon'].includes(kindOf(geometry))
}

function kindOf(geometry: unknown): string {
  const type = memberOf(geometry, 'type')
  return typeof type === 'string' ? shortened(type) : '?'
}

/** The rings of each polygon, as they are written. */
function ringsIn(geometry: unknown): unknown[] {
  const coordinates = memberOf(geometry, 'coordinates')
  return memberOf(geometry, 'type') === 'Polygon' ? [coordinates] : listIn(coordinates)
}

function faultOfPositions(polygons: readonly unknown[]): GeoJsonFault | null {
  for (const [polygon, rings] of polygons.entries()) {
    for (const [ring, positions] of listIn(rings).entries()) {
      const wrong = listIn(positions).findIndex((position) => positionsIn(position).length === 0)
      if (wrong < 0) continue
      const found = shortened(listIn(positions)[wrong])
      return { rule: 'position', polygon: polygon + 1, ring: ring + 1, position: wrong + 1, found }
    }
  }
  return null
}

/** The position that a value is, or none. */
function positionsIn(value: unknown): Position[] {
  const [longitude, latitude] = listIn(value)
  return typeof longitude === 'number' && typeof latitude === 'number' ? [[longitude, latitude]] : []
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

function listIn(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

function shortened(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return text.length > 40 ? `${text.slice(0, 40)}…` : text
}
