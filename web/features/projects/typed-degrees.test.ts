import { expect, test } from 'vitest'
import { typedDegrees } from './typed-degrees.ts'

test.each([
  ['1.29', 1.29],
  ['-4,5', -4.5],
  [' 39 ', 39],
  [39.5, 39.5],
  ['', null],
  [null, null],
  ['4° S', '4° S'],
])('%j is %j', (typed, degrees) => {
  expect(typedDegrees(typed)).toBe(degrees)
})
