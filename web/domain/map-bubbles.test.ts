import { expect, test } from 'vitest'
import { bubblesOf } from './map-bubbles.ts'
import { wholeWorld } from './map-view.ts'

test('a circle at the edge of the world is whole', () => {
  const places = [179.9, -179.9].map((longitude) => ({
    longitude,
    latitude: -18,
    west: longitude,
    east: longitude,
    south: -18,
    north: -18,
    count: 1,
    projects: [],
  }))
  const bubbles = bubblesOf({ countries: [], areas: [], places }, wholeWorld, 720)
  expect(bubbles.map(({ left, radius }) => [left - radius >= 0, left + radius <= 720])).toEqual([
    [true, true],
    [true, true],
  ])
  expect(
    bubblesOf({ countries: [], areas: [], places: places.slice(0, 1) }, { x: 90, y: -45, width: 45 }, 720),
  ).toEqual([])
})
