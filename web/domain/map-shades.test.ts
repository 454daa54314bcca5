import { expect, test } from 'vitest'
import { shadeOf, shadesOf } from './map-shades.ts'

test('shades begin at one unit and end at the power of ten that the largest country reaches', () => {
  expect(shadesOf(0)).toEqual([])
  expect(shadesOf(1)).toEqual([1])
  expect(shadesOf(345)).toEqual([1, 10, 100])
  expect(shadesOf(99_999)).toEqual([1, 10, 100, 1_000, 10_000])
  expect(shadesOf(44_871_403)).toEqual([1, 10_000, 100_000, 1_000_000, 10_000_000])
})

test('each country has the darkest shade that it reaches, and none without units', () => {
  const shades = shadesOf(5_000_000)
  expect([0, 1, 999, 1_000, 9_999, 1_000_000, 5_000_000].map((units) => shadeOf(units, shades))).toEqual([
    -1, 0, 0, 1, 1, 4, 4,
  ])
  expect(shadeOf(0, [])).toBe(-1)
})
