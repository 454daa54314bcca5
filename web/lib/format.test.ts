import { expect, test } from 'vitest'
import { formatIn } from './format.ts'

test('a day of which no time is known is shown without one, and is the same day everywhere', () => {
  const format = formatIn('en-GB')
  for (const day of ['2023-10-23T00:00:00.000Z', '2023-10-23T00:00:00Z', '2023-10-23']) {
    expect(format.time(day)).toBe('23 Oct 2023')
    expect(format.date(day)).toBe('23 Oct 2023')
  }
  expect(format.time('2023-10-23T12:30:00.000Z')).toMatch(/^23 Oct 2023, \d\d:\d0$/)
})

test('a time in UTC is of the day that it has there, and says so, wherever its reader is', () => {
  const format = formatIn('en-GB')
  expect(format.timeInUtc('2026-03-31T23:59:00.000Z')).toBe('31 Mar 2026, 23:59 UTC')
  expect(format.timeInUtc('2026-03-31T00:00:00.000Z')).toBe('31 Mar 2026')
})
