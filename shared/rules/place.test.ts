import { describe, expect, test } from 'vitest'
import { type Area, boundsOf, faultOfArea, type Position, placeIn } from './place.ts'

const bay: Position[] = [
  [39.5, -4.5],
  [39.6, -4.5],
  [39.6, -4.4],
  [39.5, -4.5],
]
const area = (...coordinates: Position[][]): Area => ({ type: 'Polygon', coordinates })
const many = (count: number): Position[] =>
  Array.from({ length: count }, (_, at) => [at === count - 1 ? 0 : (at / count) * 100, 0])

describe('an area', () => {
  test('of closed rings on Earth is in order, with a thousand positions too', () => {
    expect(faultOfArea(area(bay))).toBeNull()
    expect(faultOfArea(area(bay, bay))).toBeNull()
    expect(faultOfArea(area(many(1_000)))).toBeNull()
  })

  test.each<[string, Position[][], string]>([
    ['without a ring', [], 'must have a ring of positions'],
    ['of two corners', [bay.slice(1)], 'each ring must have at least 4 positions'],
    ['that is open', [[...bay.slice(0, 3), [39.5, -4.6]]], 'each ring must end where it began'],
    ['with a hole that is open', [bay, [...bay.slice(0, 3), [39, -4]]], 'each ring must end where it began'],
    ['beyond the pole', [[...bay.slice(0, 3), [39, -91], [39.5, -4.5]]], '39, -91 is no longitude from -180 to 180'],
    ['of too many positions', [many(1_001)], 'must have at most 1000 positions; it has 1001'],
  ])('%s is refused and says why', (_, coordinates, says) => {
    expect(faultOfArea(area(...coordinates))).toContain(says)
  })
})

describe('GeoJSON', () => {
  const read = (value: unknown) => placeIn(JSON.stringify(value))
  const point = { type: 'Point', coordinates: [39.5, -4.5, 12] }
  const feature = { type: 'Feature', properties: { name: 'Bay' }, geometry: area(bay) }

  test('of a point or a polygon is read, alone, in a feature and in a collection of one, heights left out', () => {
    expect(read(point)).toEqual({ point: [39.5, -4.5] })
    expect(read(feature)).toEqual({ area: area(bay) })
    expect(read({ type: 'FeatureCollection', features: [feature] })).toEqual({ area: area(bay) })
  })

  test.each<[string, unknown, object]>([
    ['two features', { type: 'FeatureCollection', features: [feature, feature] }, { fault: 'kind' }],
    ['several polygons', { type: 'MultiPolygon', coordinates: [[bay]] }, { fault: 'kind' }],
    ['a position of words', { type: 'Point', coordinates: ['39', '-4'] }, { fault: 'kind' }],
    ['a point off the map', { type: 'Point', coordinates: [200, 0] }, { fault: 'kind' }],
    ['a ring of nothing', { type: 'Polygon', coordinates: [null] }, { fault: 'kind' }],
    ['nothing', null, { fault: 'kind' }],
    ['an open ring', area([...bay.slice(0, 3), [0, 0]]), { fault: 'area', says: 'each ring must end where it began' }],
  ])('of %s is refused', (_, value, outcome) => {
    expect(read(value)).toEqual(outcome)
  })

  test('that is no JSON is refused', () => {
    expect(placeIn('39.5, -4.5')).toEqual({ fault: 'json' })
  })
})

test('bounds are the box around all positions', () => {
  expect(boundsOf(bay)).toEqual({ west: 39.5, south: -4.5, east: 39.6, north: -4.4 })
})
