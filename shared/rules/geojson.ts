import { type Area, type AreaFault, faultOfShape, isOnEarth, type Position } from './place.ts'

/** Polygons, rings, positions and features count from 1. */
export type GeoJsonFault =
  | AreaFault
  | { rule: 'kind'; feature: number; found: string }
  | { rule: 'point'; found: string }
  | { rule: 'position'; polygon: number; ring: number; position: number; found: string }

export type PlaceRead = { point: Position } | { area: Area } | { fault: GeoJsonFault }

/**
 * Reads one point, or the polygons of a geometry, feature or collection. Other points, lines and heights are ignored.
 * The number of positions is unlimited.
 */
export function placeOf(read: unknown): PlaceRead {
  const geometries = geometriesIn(read)
  const withPolygons = geometries.filter(isOfPolygons)
  const [only] = geometries
  if (geometries.length === 1 && memberOf(only, 'type') === 'Point') return pointIn(only)
  if (geometries.length > 0 && withPolygons.length === 0)
    return { fault: { rule: 'kind', feature: 1, found: kindOf(only) } }
  const polygons = withPolygons.flatMap(ringsIn)
  const wrong = faultOfPositions(polygons)
  if (wrong) return { fault: wrong }
  const area = areaOf(polygons.map((rings) => listIn(rings).map((ring) => listIn(ring).flatMap(positionsIn))))
  const fault = faultOfShape(area)
  return fault ? { fault } : { area }
}

function areaOf(polygons: Position[][][]): Area {
  const [only] = polygons
  return polygons.length === 1 && only
    ? { type: 'Polygon', coordinates: only }
    : { type: 'MultiPolygon', coordinates: polygons }
}

/** Flattens features and collections to their geometries. */
function geometriesIn(read: unknown): unknown[] {
  const type = memberOf(read, 'type')
  if (type === 'Feature') return geometriesIn(memberOf(read, 'geometry'))
  const members = { FeatureCollection: 'features', GeometryCollection: 'geometries' }
  if (type !== 'FeatureCollection' && type !== 'GeometryCollection') return [read]
  // A feature may have no geometry (RFC 7946, 3.2).
  return listIn(memberOf(read, members[type]))
    .flatMap(geometriesIn)
    .filter((geometry) => geometry !== null)
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
