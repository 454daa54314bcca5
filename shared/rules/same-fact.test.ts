import { expect, test } from 'vitest'
import { isSameFact } from './same-fact.ts'

test.each([
  ['', null],
  [[], undefined],
  ['a', 'a'],
  [
    [1, 2],
    [1, 2],
  ],
  [
    { type: 'Polygon', coordinates: [[1, 2]] },
    { coordinates: [[1, 2]], type: 'Polygon' },
  ],
])('%j says the same as %j', (one, other) => {
  expect(isSameFact(one, other)).toBe(true)
  expect(isSameFact(other, one)).toBe(true)
})

test.each([
  ['', 'a'],
  [0, null],
  [false, null],
  [Number.NaN, null],
  [1, '1'],
  [
    [1, 2],
    [2, 1],
  ],
  [[1], { 0: 1 }],
  [{ type: 'Polygon' }, { type: 'Polygon', coordinates: [1] }],
])('%j says something other than %j', (one, other) => {
  expect(isSameFact(one, other)).toBe(false)
  expect(isSameFact(other, one)).toBe(false)
})
