import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { languages } from '#shared/rules/languages.ts'
import { wordingIn } from './texts.ts'

describe.each(languages)('a period in %s', (language) => {
  const { day, period } = wordingIn(language)
  const months = Array.from({ length: 12 }, (_, index) => {
    const iso = `2025-${String(index + 1).padStart(2, '0')}-01`
    return day(iso).replace(/^1er|[\d\s]/g, '')
  })

  function daysIn(text: string): string[] {
    return [...text.matchAll(/(\d{1,2})(?:er)?\s(\p{L}+)\s(\d{4})/gu)].map(([, date = '', month = '', year = '']) => {
      const number = months.indexOf(month) + 1
      return `${year}-${String(number).padStart(2, '0')}-${date.padStart(2, '0')}`
    })
  }

  test('names twelve months', () => {
    expect(new Set(months).size).toBe(12)
  })

  test('reads back as the two days that it is of, in full', () => {
    const days = fc
      .date({ min: new Date('1990-01-01'), max: new Date('2090-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10))
    fc.assert(
      fc.property(days, days, (one, other) => {
        const [start = '', end = ''] = [one, other].sort()
        expect(daysIn(period({ start, end }))).toEqual([start, end])
      }),
      {
        examples: [
          ['2025-01-01', '2025-12-31'],
          ['2025-01-01', '2025-01-31'],
          ['2025-03-04', '2025-03-04'],
        ],
      },
    )
  })
})

test('French writes the first day of a month as an ordinal', () => {
  const { day, period } = wordingIn('fr')
  expect([day('2026-01-01'), day('2026-01-11')]).toEqual(['1er janvier 2026', '11 janvier 2026'])
  expect(period({ start: '2025-04-01', end: '2025-05-01' })).toBe(
    'du 1er\u00a0avril\u00a02025 au 1er\u00a0mai\u00a02025',
  )
})
