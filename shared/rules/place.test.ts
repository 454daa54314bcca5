import { describe, expect, test } from 'vitest'
import { type Area, boundsOf, faultOfArea, type Position, polygonsOf, wordsOfAreaFault } from './place.ts'

const bay: Position[] = [
  [39.5, -4.5],
  [39.6, -4.5],
  [39.6, -4.4],
  [39.5, -4.5],
]
const area = (...coordinates: Position[][]): Area => ({ type: 'Polygon', coordinates })
const areas = (...coordinates: Position[][][]): Area => ({ type: 'MultiPolygon', coordinates })
const many = (count: number): Position[] =>
  Array.from({ length: count }, (_, at) => [at === count - 1 ? 0 : (at / count) * 100, 0])

describe('an area', () => {
  test('of closed rings on Earth is in order, with a thousand positions too', () => {
    expect(faultOfArea(area(bay))).toBeNull()
    expect(faultOfArea(area(bay, bay))).toBeNull()
    expect(faultOfArea(areas([bay, bay], [bay]))).toBeNull()
    expect(faultOfArea(area(many(1_000)))).toBeNull()
    expect(polygonsOf(areas([bay], [bay]))).toEqual([...polygonsOf(area(bay)), ...polygonsOf(area(bay))])
  })

  test.each<[string, Area, string]>([
    ['without a polygon', areas(), 'must have a polygon'],
    ['without a ring', area(), 'polygon 1 must have a ring of positions'],
    ['with a polygon without a ring', areas([bay], []), 'polygon 2 must have a ring of positions'],
    ['of two corners', area(bay.slice(1)), 'polygon 1, ring 1 must have at least 4 positions'],
    ['that is open', area([...bay.slice(0, 3), [39.5, -4.6]]), 'polygon 1, ring 1 must end where it began'],
    [
      'with a hole that is open',
      areas([bay], [bay, [...bay.slice(0, 3), [39, -4]]]),
      'polygon 2, ring 2 must end where it began',
    ],
    [
      'beyond the pole',
      area([...bay.slice(0, 3), [39, -91], [39.5, -4.5]]),
      'polygon 1, ring 1, position 4 is 39, -91; longitudes are from -180 to 180, latitudes from -90 to 90',
    ],
    ['of too many positions', area(many(1_001)), 'must have at most 1000 positions; it has 1001'],
    ['of too many together', areas([many(600)], [many(600)]), 'must have at most 1000 positions; it has 1200'],
  ])('%s is refused and says what, where and what is allowed', (_, wrong, message) => {
    const fault = faultOfArea(wrong)
    expect(fault && wordsOfAreaFault(fault)).toBe(message)
  })
})

test('bounds are the box around all positions', () => {
  expect(boundsOf(bay)).toEqual({ west: 39.5, south: -4.5, east: 39.6, north: -4.4 })
})
