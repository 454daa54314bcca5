import { expect, test } from 'vitest'
import { readBox, writtenBox } from '#shared/rules/map-box.ts'
import { grasped, type MapView, readView, requestBox, shownBox, wholeWorld, writtenView } from './map-view.ts'

const kenya: MapView = { x: 30, y: -5, width: 16 }

test('an address shows the view from which it was written', () => {
  for (const view of [wholeWorld, kenya]) expect(readView(writtenView(view))).toEqual(view)
  for (const text of ['', '1,2', 'a,b,c', '1,2,3,4', '1,,Infinity']) expect(readView(text)).toBeNull()
})

test('the list asks for what is in view, up to the edges of the world', () => {
  expect(shownBox(kenya)).toEqual({ west: 30, south: -3, east: 46, north: 5 })
  expect(shownBox(wholeWorld)).toEqual({ west: -180, south: -90, east: 180, north: 90 })
  expect(shownBox({ x: 170, y: -100, width: 60 })).toEqual({ west: 170, south: 70, east: 180, north: 90 })
  const { west, south, east, north } = requestBox(kenya)
  expect(west <= 30 && south <= -3 && east >= 46 && north >= 5).toBe(true)
})

test('a box is read as it was written, and what is none is not', () => {
  const box = { west: -1.23456, south: 2, east: 3, north: 4.5 }
  expect(readBox(writtenBox(box))).toEqual({ ...box, west: -1.2346 })
  for (const text of ['', '1,2,3', '3,2,1,4', '1,4,3,2', '-181,0,0,1', '0,0,1,91', '0,0,1,', '0,0,1,x', '1,1,1,2'])
    expect(readBox(text)).toBeNull()
})

test('one finger drags the map', () => {
  expect(grasped(kenya, [[0.5, 0.25]], [[0.25, 0.25]])).toEqual({ ...kenya, x: 34 })
  expect(grasped(wholeWorld, [[0.5, 0.25]], [[0.25, 0.25]])).toEqual(wholeWorld)
})

test('two fingers keep what is below them while they zoom', () => {
  const [from, to] = [
    [
      [0.4, 0.2],
      [0.6, 0.2],
    ] as const,
    [
      [0.3, 0.3],
      [0.7, 0.3],
    ] as const,
  ]
  const nearer = grasped(kenya, from, to)
  expect(nearer.width).toBeCloseTo(8)
  // Both fingers are on the same longitude and latitude as before.
  for (const at of [0, 1] as const) {
    expect(nearer.x + to[at][0] * nearer.width).toBeCloseTo(kenya.x + from[at][0] * kenya.width)
    expect(nearer.y + to[at][1] * nearer.width).toBeCloseTo(kenya.y + from[at][1] * kenya.width)
  }
  expect(
    grasped(kenya, to, [
      [0.499, 0.25],
      [0.501, 0.25],
    ]),
  ).toEqual(wholeWorld)
  // Fingers at one point do not zoom.
  expect(
    grasped(kenya, from, [
      [0.5, 0.2],
      [0.5, 0.2],
    ]).width,
  ).toBe(16)
})
