import { expect, test } from 'vitest'
import { formatIn } from './format.ts'

test('a day of which no time is known is shown without one, and is the same day everywhere', () => {
  const format = formatIn('en-GB')
  for (const day of ['2023-10-23T00:00:00.000Z', '2023-10-23T00:00:00Z', '2023-10-23']) {
    expect(format.time(day)).toBe('23 Oct 2023')
    expect(format.date(day)).toBe('23 Oct 2023')
  }
})

test('a moment is of one day, that of UTC, and its time says so, wherever its reader is', () => {
  // In this test's zone it is already the next day (vitest.config.ts).
  expect(new Date('2026-11-25T22:56:00.000Z').getDate()).toBe(26)
  const format = formatIn('en-GB')
  expect(format.date('2026-11-25T22:56:00.000Z')).toBe('25 Nov 2026')
  expect(format.time('2026-11-25T22:56:00.000Z')).toBe('25 Nov 2026, 22:56 UTC')
})

test('a size is written in the units of its language', () => {
  const written = (bytes: number) => ['en-GB', 'fr', 'sw'].map((language) => formatIn(language).bytes(bytes))
  expect(written(700_000).map((text) => text.replaceAll(/\s/g, ' '))).toEqual(['684 kB', '684 ko', 'kilobaiti 684'])
  expect(written(4_400_000).map((text) => text.replaceAll(/\s/g, ' '))).toEqual(['4.2 MB', '4,2 Mo', 'MB 4.2'])
})

test('a text that is no code of a country stays as it is', () => {
  const format = formatIn('en-GB')
  expect(['KE', 'ZZ'].map(format.country)).toEqual(['Kenya', 'Unknown Region'])
  expect(['BR,US', '"', 'xxxx', '', '12'].map(format.country)).toEqual(['BR,US', '"', 'xxxx', '', '12'])
})
