import { expect, test } from 'vitest'
import { type Bubble, bubblesOf, countryOf, familyOf, isWithoutPlace, typesOf } from './map-bubbles.ts'
import { wholeWorld } from './map-view.ts'

const placeAt = (longitude: number, latitude: number, types: string[] = []) => ({
  longitude,
  latitude,
  west: longitude,
  east: longitude,
  south: latitude,
  north: latitude,
  count: 1,
  types,
  projects: [],
})

test('a circle at the edge of the world is whole', () => {
  const places = [179.9, -179.9].map((longitude) => placeAt(longitude, -18))
  const bubbles = bubblesOf({ countries: [], areas: [], places }, wholeWorld, 720)
  expect(bubbles.map(({ left, radius }) => [left - radius >= 0, left + radius <= 720])).toEqual([
    [true, true],
    [true, true],
  ])
  expect(
    bubblesOf({ countries: [], areas: [], places: places.slice(0, 1) }, { x: 90, y: -45, width: 45 }, 720),
  ).toEqual([])
})

test('a circle has the family of its projects if all are of one', () => {
  const bubbleOf = (...types: string[]): Bubble => {
    const places = types.map((type) => placeAt(10, 10, [type]))
    const [bubble] = bubblesOf({ countries: [], areas: [], places }, wholeWorld, 720)
    if (!bubble) throw new Error('No circle is drawn.')
    return bubble
  }
  expect(familyOf(bubbleOf('Wind'))).toBe('energy')
  expect(familyOf(bubbleOf('Wind', 'Solar'))).toBe('energy')
  expect(typesOf(bubbleOf('Wind', 'Wind', 'Solar'))).toEqual(['Wind', 'Solar'])
  for (const types of [['Wind', 'REDD+'], ['Wind', 'Other'], ['Tide mills']]) {
    expect(familyOf(bubbleOf(...types))).toBeNull()
  }
})

test('a circle of one country has no type, as its projects state no place; with others that do, it is no ring', () => {
  const countries = [{ country: 'KE', unplaced: 3, placed: 0, issued: 0 }]
  const [ring] = bubblesOf({ countries, areas: [], places: [] }, wholeWorld, 720)
  expect(ring && [countryOf(ring), familyOf(ring), typesOf(ring), isWithoutPlace(ring)]).toEqual(['KE', null, [], true])
  const [mixed] = bubblesOf({ countries, areas: [], places: [placeAt(37.8, 0.6, ['Wind'])] }, wholeWorld, 720)
  expect(mixed && [mixed.count, countryOf(mixed), familyOf(mixed), isWithoutPlace(mixed)]).toEqual([
    4,
    null,
    null,
    false,
  ])
})
