import { createInstance } from 'i18next'
import { expect, test } from 'vitest'
import { byLanguage, languages } from '#shared/rules/languages.ts'
import en from '#shared/texts/first/en.json' with { type: 'json' }
import fr from '#shared/texts/first/fr.json' with { type: 'json' }
import sw from '#shared/texts/first/sw.json' with { type: 'json' }
import { verdictOf } from './hero-page.tsx'

const reconciliation = { at: '2026-11-22T00:00:00Z', sequence: 1, agreed: true, assets: 1, mismatches: [] }

test('what is old is called old in every language, and a disagreement comes before that', async () => {
  const i18n = createInstance()
  await i18n.init({ resources: { en: { translation: en }, fr: { translation: fr }, sw: { translation: sw } } })
  const sentences = byLanguage(languages, (lng) => i18n.t(verdictOf({ reconciliation, isOld: true }) ?? '', { lng }))
  expect(sentences).toEqual({
    en: expect.stringMatching(/^Old:/),
    fr: expect.stringMatching(/^Ancien/),
    sw: expect.stringMatching(/^Ya zamani:/),
  })
  expect(verdictOf({ reconciliation, isOld: false })).toBe('hero.agreed')
  expect(verdictOf({ reconciliation: null, isOld: false })).toBeNull()
  expect(verdictOf({ reconciliation: { ...reconciliation, agreed: false }, isOld: true })).toBe('hero.disagreed')
})
