import { expect, test } from 'vitest'
import { areOfYears, byYearOf, crossesYears, inOrderOfYears, lastDayOf, sumOf, yearsOf } from './calendar-years.ts'

const period = (periodStart: string, periodEnd: string) => ({ periodStart, periodEnd })

test.each([
  ['a whole year', period('2024-01-01', '2024-12-31'), [2024]],
  ['the last day of a leap February', period('2024-02-29', '2024-02-29'), [2024]],
  ['the last day of a year alone', period('2023-12-31', '2023-12-31'), [2023]],
  ['New Year’s Eve and New Year’s Day', period('2023-12-31', '2024-01-01'), [2023, 2024]],
  ['twelve months from July on', period('2021-07-01', '2022-06-30'), [2021, 2022]],
  ['six years from July on', period('2015-07-01', '2021-06-30'), [2015, 2016, 2017, 2018, 2019, 2020, 2021]],
  ['a turn of centuries', period('1999-12-31', '2000-01-01'), [1999, 2000]],
])('%s is of these years', (_, of, years) => {
  expect(yearsOf(of)).toEqual(years)
  expect(crossesYears(of)).toBe(years.length > 1)
})

const twoYears = period('2023-07-01', '2024-06-30')

test('quantities are of a period when they name each of its years once, in any order', () => {
  const of = (...years: number[]) => years.map((year) => ({ year, quantity: 1 }))
  expect(areOfYears(of(2023, 2024), twoYears)).toBe(true)
  expect(areOfYears(of(2024, 2023), twoYears)).toBe(true)
  expect(areOfYears(of(2023), twoYears)).toBe(false)
  expect(areOfYears(of(2023, 2023), twoYears)).toBe(false)
  expect(areOfYears(of(2022, 2023, 2024), twoYears)).toBe(false)
  expect(areOfYears(of(2023, 2023, 2024), twoYears)).toBe(false)
  expect(areOfYears([], twoYears)).toBe(false)
})

test('quantities are stored in the order of their years, and read as they were stated', () => {
  const stated = [
    { year: 2024, quantity: 0 },
    { year: 2023, quantity: 7 },
  ]
  const ordered = inOrderOfYears(stated, twoYears)
  expect(ordered).toEqual([7, 0])
  expect(byYearOf(twoYears, sumOf(stated), ordered)).toEqual(stated.toReversed())
})

test('all of a period within one year is that year’s, and nothing is kept of it', () => {
  const year = period('2024-01-01', '2024-12-31')
  expect(inOrderOfYears([{ year: 2024, quantity: 7 }], year)).toBeNull()
  expect(byYearOf(year, 7, null)).toEqual([{ year: 2024, quantity: 7 }])
})

test('no years are guessed where nobody has stated them, or there is no quantity', () => {
  expect(byYearOf(twoYears, 7, null)).toBeNull()
  expect(byYearOf(twoYears, null, null)).toBeNull()
})

test.each([
  ['2024-01-01', 12, '2024-12-31'],
  ['2023-07-01', 12, '2024-06-30'],
  ['2024-02-29', 12, '2025-02-28'],
  ['2023-03-01', 12, '2024-02-29'],
  ['2024-01-31', 1, '2024-02-29'],
  ['2023-01-30', 1, '2023-02-28'],
  ['2023-12-31', 1, '2024-01-30'],
  ['2024-05-15', 60, '2029-05-14'],
])('from %s, %i months last until %s', (start, months, last) => {
  expect(lastDayOf(start, months)).toBe(last)
})
