import { renderHook } from '@testing-library/react'
import i18next from 'i18next'
import { expect, test } from 'vitest'
import en from '#shared/texts/en.json' with { type: 'json' }
import fr from '#shared/texts/fr.json' with { type: 'json' }
import { useTranslation } from './use-translation.ts'

i18next.addResourceBundle('fr', 'translation', fr)

const keysOf = (texts: object, before = ''): string[] =>
  Object.entries(texts).flatMap(([name, text]) =>
    typeof text === 'string' ? `${before}${name}` : keysOf(text as object, `${before}${name}.`),
  )

/** A value for each name, with signs that mean something in patterns. */
const valuesOf = (text: string) =>
  Object.fromEntries(
    [...text.matchAll(/{{(\w+)(, number)?}}/g)].map(([, name, isNumber]) => [name, isNumber ? 12_345 : `$& <${name}>`]),
  )

test.for(['en', 'fr'])('all texts are filled in as i18next does in %s', async (language) => {
  await i18next.changeLanguage(language)
  const { result } = renderHook(useTranslation)
  const theirs = i18next.getFixedT(language) as (key: string, options?: object) => string
  const ours = result.current.t as typeof theirs
  const keys = keysOf(en).filter((key) => !/_(one|many|other)$/.test(key))
  for (const key of keys) {
    const values = valuesOf(theirs(key, { skipInterpolation: true }))
    expect(ours(key, values), key).toBe(theirs(key, { ...values, interpolation: { escapeValue: false } }))
  }
  expect(keys.length).toBeGreaterThan(500)
  await i18next.changeLanguage('en')
})

test('plurals are i18next’s, and a name without a value is left out', () => {
  const t = renderHook(useTranslation).result.current.t as (key: string, options?: object) => string
  expect(t('claims.moreRanges', { count: 1 })).toBe(en.claims.moreRanges_one)
  expect(t('claims.number', {})).toBe(i18next.t('claims.number', { number: '' }))
})
