import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { languages } from '#shared/rules/languages.ts'
import { limits } from '#shared/rules/limits.ts'
import { inWords } from './words.ts'

describe('a quantity in words', () => {
  test.each([
    ['en', 1, 'one'],
    ['en', 1_200, 'one thousand two hundred'],
    ['en', 12_345, 'twelve thousand three hundred and forty-five'],
    ['en', 2_000_080, 'two million and eighty'],
    ['fr', 1, 'un'],
    ['fr', 71, 'soixante et onze'],
    ['fr', 80, 'quatre-vingts'],
    ['fr', 12_345, 'douze mille trois cent quarante-cinq'],
    ['fr', 2_000_080, 'deux millions quatre-vingts'],
    ['sw', 0, 'sifuri'],
    ['sw', 1, 'moja'],
    ['sw', 11, 'kumi na moja'],
    ['sw', 40, 'arobaini'],
    ['sw', 350, 'mia tatu na hamsini'],
    ['sw', 1_000, 'elfu moja'],
    ['sw', 12_345, 'elfu kumi na mbili, mia tatu na arobaini na tano'],
    ['sw', 20_001, 'elfu ishirini, moja'],
    ['sw', 21_000, 'elfu ishirini na moja'],
    ['sw', 100_050, 'elfu mia moja, hamsini'],
    ['sw', 150_000, 'elfu mia moja na hamsini'],
    ['sw', 2_000_080, 'milioni mbili, themanini'],
    ['sw', 1_000_000_000_000_000, 'kvadrilioni moja'],
  ] as const)('%s %i', (language, quantity, words) => {
    expect(inWords(quantity, language)).toBe(words)
    expect(inWords(BigInt(quantity), language)).toBe(words)
  })

  test.each(languages)('two quantities never read the same in %s', (language) => {
    const met = new Map<string, number>()
    for (let quantity = 0; quantity < 20_000; quantity++) met.set(inWords(quantity, language), quantity)
    for (let thousands = 20; thousands < 1_000; thousands++) {
      for (const rest of [0, 1, 10, 50, 100, 101]) met.set(inWords(thousands * 1_000 + rest, language), thousands)
    }
    expect(met.size).toBe(20_000 + 980 * 6)
    const quantity = fc.integer({ min: 0, max: limits.quantity })
    fc.assert(
      fc.property(quantity, quantity, (one, other) => {
        return (one === other) === (inWords(one, language) === inWords(other, language))
      }),
    )
  })
})
