import { expect, test } from 'vitest'
import { everyMonth } from './every-month.ts'

test('months in which nothing moved are put in, with what was held before', () => {
  const month = (key: string, issued: number, held: number) => ({ key, issued, retired: 0, cancelled: 0, held })
  expect(everyMonth([month('2023-11', 5, 5), month('2024-02', 2, 7)])).toEqual([
    month('2023-11', 5, 5),
    month('2023-12', 0, 5),
    month('2024-01', 0, 5),
    month('2024-02', 2, 7),
  ])
  expect(everyMonth([])).toEqual([])
})
