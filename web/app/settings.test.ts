import { afterEach, expect, test, vi } from 'vitest'
import { languageSettings } from './i18n.ts'
import { languageChoice, storeLanguageChoice } from './language-choice.ts'
import { reportRates } from './report-errors.ts'

afterEach(() => vi.unstubAllGlobals())

test('three languages, English the fallback', () => {
  expect(languageSettings.supportedLngs).toEqual(['en', 'fr', 'sw'])
  expect(['de', 'pt-BR', undefined].map(languageSettings.fallbackLng)).toEqual([['en'], ['en'], ['en']])
})

test('who reads French or Swahili loads no English', () => {
  expect(['fr', 'fr-CA', 'sw'].map(languageSettings.fallbackLng)).toEqual([[], [], []])
})

test('the stored choice of a language comes before the browser’s, and the choice is stored', () => {
  const stored = new Map<string, string>()
  const getItem = (key: string) => stored.get(key) ?? null
  vi.stubGlobal('localStorage', { getItem, setItem: (key: string, value: string) => stored.set(key, value) })
  vi.stubGlobal('navigator', { languages: ['fr-CA', 'en'] })
  expect(languageChoice.detect()).toEqual(['fr-CA', 'en'])
  storeLanguageChoice('sw')
  expect(languageChoice.detect()).toEqual(['sw', 'fr-CA', 'en'])
})

test('all traces are reported, a tenth of the sessions, and every session with an error', () => {
  expect(reportRates).toEqual({ tracesSampleRate: 1, replaysSessionSampleRate: 0.1, replaysOnErrorSampleRate: 1 })
})
