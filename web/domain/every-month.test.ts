import { expect, test } from 'vitest'
import { everyMonth } from './every-month.ts'

const month = (key: string, issued: number, held: number) => ({ key, issued, retired: 0, cancelled: 0, held })
const moved = [month('2022-11', 5, 5), month('2024-02', 2, 7)]

test('months in which nothing moved are put in, with what was held before', () => {
  const all = everyMonth(moved)
  expect(all).toHaveLength(16)
  expect(all.slice(0, 3)).toEqual([month('2022-11', 5, 5), month('2022-12', 0, 5), month('2023-01', 0, 5)])
  expect(all.at(-1)).toEqual(month('2024-02', 2, 7))
})

test('the months go on to the time of reading, and are at least twelve', () => {
  const all = everyMonth(moved.slice(1), '2024-04')
  expect(all).toHaveLength(12)
  expect(all[0]).toEqual(month('2023-05', 0, 0))
  expect(all.slice(-3)).toEqual([month('2024-02', 2, 7), month('2024-03', 0, 7), month('2024-04', 0, 7)])
  expect(everyMonth(moved, '2024-01').at(-1)?.key).toBe('2024-02')
  expect(everyMonth([])).toEqual([])
})
