import { expect, test } from 'vitest'
import { languageSettings } from './i18n.ts'
import { reportRates } from './report-errors.ts'

test('three languages, English the fallback; the stored choice before the browser’s, and the choice is kept', () => {
  expect(languageSettings).toMatchObject({
    supportedLngs: ['en', 'fr', 'sw'],
    detection: { order: ['localStorage', 'navigator'], caches: ['localStorage'] },
  })
  expect(['de', 'pt-BR', undefined].map(languageSettings.fallbackLng)).toEqual([['en'], ['en'], ['en']])
})

test('who reads French or Swahili loads no English', () => {
  expect(['fr', 'fr-CA', 'sw'].map(languageSettings.fallbackLng)).toEqual([[], [], []])
})

test('all traces are reported, a tenth of the sessions, and every session with an error', () => {
  expect(reportRates).toEqual({ tracesSampleRate: 1, replaysSessionSampleRate: 0.1, replaysOnErrorSampleRate: 1 })
})
