import { expect, test } from 'vitest'
import { ticksOf } from './month-ticks.ts'

const keysOf = (count: number) =>
  Array.from({ length: count }, (_, at) => `${2020 + Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`)

test('of a year each month is named that has room, the last one always', () => {
  expect(ticksOf(keysOf(12), 720)).toHaveLength(12)
  expect(ticksOf(keysOf(12), 240)).toEqual([2, 5, 8, 11])
})

test('of many years each January is named that has room', () => {
  expect(ticksOf(keysOf(60), 720)).toEqual([0, 12, 24, 36, 48])
  expect(ticksOf(keysOf(60), 180)).toEqual([0, 24, 48])
})
