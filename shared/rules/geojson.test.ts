import { expect, test } from 'vitest'
import { placeOf } from './geojson.ts'

const bay = [
  [39.5, -4.5],
  [39.6, -4.5],
  [39.6, -4.4],
  [39.5, -4.5],
]
const point = { type: 'Point', coordinates: [39.5, -4.5, 12] }
const polygon = { type: 'Polygon', coordinates: [bay] }
const polygons = { type: 'MultiPolygon', coordinates: [[bay], [bay, bay]] }
const feature = (geometry: unknown) => ({ type: 'Feature', properties: { name: 'Bay' }, geometry })
const collection = (...geometries: unknown[]) => ({ type: 'FeatureCollection', features: geometries.map(feature) })
const high = bay.map((position) => [...position, 12])

test.each<[string, unknown, object]>([
  ['a point', point, { point: [39.5, -4.5] }],
  ['a point in a feature', feature(point), { point: [39.5, -4.5] }],
  ['a point in a collection of one', collection(point), { point: [39.5, -4.5] }],
  ['a polygon', polygon, { area: polygon }],
  ['a polygon with heights', { type: 'Polygon', coordinates: [high] }, { area: polygon }],
  ['several polygons', polygons, { area: polygons }],
  ['several polygons in a feature', feature(polygons), { area: polygons }],
  ['a feature of one polygon of several', feature({ ...polygons, coordinates: [[bay]] }), { area: polygon }],
  ['a collection of one polygon', collection(polygon), { area: polygon }],
  ['a polygon among points, lines and features without a place', collection(point, null, polygon), { area: polygon }],
  [
    'a collection of geometries',
    feature({ type: 'GeometryCollection', geometries: [point, polygon] }),
    { area: polygon },
  ],
  [
    'a collection of several, whatever their kind',
    collection(polygon, polygons),
    { area: { type: 'MultiPolygon', coordinates: [[bay], [bay], [bay, bay]] } },
  ],
])('%s is read', (_, value, place) => {
  expect(placeOf(value)).toEqual(place)
})

const inRing = { polygon: 1, ring: 1 }

test.each<[string, unknown, object]>([
  ['nothing', null, { rule: 'kind', feature: 1, found: '?' }],
  ['a line', feature({ type: 'LineString', coordinates: bay }), { rule: 'kind', feature: 1, found: 'LineString' }],
  ['two points', collection(point, point), { rule: 'kind', feature: 1, found: 'Point' }],
  ['a collection of nothing', collection(), { rule: 'empty' }],
  ['a position of words', { ...point, coordinates: ['39', '-4'] }, { rule: 'point', found: '["39","-4"]' }],
  ['a point off the map', { ...point, coordinates: [200, 0] }, { rule: 'point', found: '[200,0]' }],
  ['a ring of nothing', { ...polygon, coordinates: [null] }, { rule: 'shortRing', ...inRing }],
  ['no coordinates', { type: 'Polygon' }, { rule: 'noRing', polygon: 1 }],
  [
    'a corner that is none',
    collection(polygon, { ...polygon, coordinates: [[...bay.slice(0, 2), [39.6], ...bay.slice(3)]] }),
    { rule: 'position', polygon: 2, ring: 1, position: 3, found: '[39.6]' },
  ],
  ['an open ring', { ...polygon, coordinates: [[...bay.slice(0, 3), [0, 0]]] }, { rule: 'openRing', ...inRing }],
])('%s is refused, and the fault names what is wrong and where', (_, value, fault) => {
  expect(placeOf(value)).toEqual({ fault })
})
