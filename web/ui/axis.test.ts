import { expect, test } from 'vitest'
import { axisOf, roundAbove } from './axis.ts'

test.each([
  [0, 1],
  [1, 1],
  [3, 4],
  [11, 12],
  [13, 16],
  [21, 24],
  [31, 40],
  [300, 300],
  [11_980, 12_000],
  [50_001, 60_000],
  [99_999, 100_000],
])('the round number above %i is %i', (units, round) => expect(roundAbove(units)).toBe(round))

test('the axis of bars that all go up has zero, half and a whole number above the highest bar', () => {
  expect(axisOf(11_980, 0)).toEqual({ top: 12_000, bottom: 0, lines: [12_000, 6_000, 0] })
  expect(axisOf(1, 0).lines).toEqual([2, 1, 0])
  expect(axisOf(0, 0).lines).toEqual([2, 1, 0])
})

test('bars up and down share one scale, and the label of a low side has room', () => {
  expect(axisOf(11_980, 850)).toEqual({ top: 12_000, bottom: -2_400, lines: [12_000, 0, -2_400] })
  expect(axisOf(0, 850)).toEqual({ top: 200, bottom: -1_000, lines: [200, 0, -1_000] })
})
