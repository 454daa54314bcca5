import { expect, test } from 'vitest'
import { formatIn } from './format.ts'

test('a day of which no time is known is shown without one, and is the same day everywhere', () => {
  const format = formatIn('en-GB')
  for (const day of ['2023-10-23T00:00:00.000Z', '2023-10-23T00:00:00Z', '2023-10-23']) {
    expect(format.time(day)).toBe('23\u00a0Oct\u00a02023')
    expect(format.date(day)).toBe('23\u00a0Oct\u00a02023')
  }
})

test('a moment is of one day, that of UTC, and its time says so, wherever its reader is', () => {
  // In this test's zone it is already the next day (vitest.config.ts).
  expect(new Date('2026-11-25T22:56:00.000Z').getDate()).toBe(26)
  const format = formatIn('en-GB')
  expect(format.date('2026-11-25T22:56:00.000Z')).toBe('25\u00a0Nov\u00a02026')
  expect(format.time('2026-11-25T22:56:00.000Z')).toBe('25\u00a0Nov\u00a02026, 22:56 UTC')
})

test('French writes the first of a month as 1er, and no day is broken over two lines in any language', () => {
  const written = (language: string) => formatIn(language).date('2025-01-01')
  expect(['fr', 'fr-CA', 'sw', 'en-US'].map(written).map((day) => day.replaceAll('\u00a0', '_'))).toEqual([
    '1er_janv._2025',
    '1er_janv._2025',
    '1_Jan_2025',
    'Jan_1,_2025',
  ])
  expect(formatIn('fr').date('2025-01-31')).toBe('31\u00a0janv.\u00a02025')
  expect(formatIn('fr').time('2025-01-01T10:00:00.000Z')).toMatch(/^1er\u00a0janv\.\u00a02025\D+10:00 UTC$/)
})

test('a size is written in the units of its language', () => {
  const written = (bytes: number) => ['en-GB', 'fr', 'sw'].map((language) => formatIn(language).bytes(bytes))
  expect(written(700_000).map((text) => text.replaceAll(/\s/g, ' '))).toEqual(['684 kB', '684 ko', 'kilobaiti 684'])
  expect(written(4_400_000).map((text) => text.replaceAll(/\s/g, ' '))).toEqual(['4.2 MB', '4,2 Mo', 'MB 4.2'])
})

test('a coordinate is written in the marks of its language, as exactly as it is known', () => {
  const written = (language: string) => formatIn(language).degrees(-14.27)
  expect(['en-GB', 'fr', 'sw'].map(written)).toEqual(['−14.27°', '−14,27°', '−14.27°'])
  expect(formatIn('en').degrees(39.1234567)).toBe('39.12346°')
})

test('a text that is no code of a country stays as it is', () => {
  const format = formatIn('en-GB')
  expect(['KE', 'ZZ'].map(format.country)).toEqual(['Kenya', 'Unknown Region'])
  expect(['BR,US', '"', 'xxxx', '', '12'].map(format.country)).toEqual(['BR,US', '"', 'xxxx', '', '12'])
})
