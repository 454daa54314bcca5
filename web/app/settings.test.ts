import { expect, test } from 'vitest'
import { languageSettings } from './i18n.ts'
import { reportRates } from './report-errors.ts'

test('three languages, English the fallback; the stored choice before the browser’s, and the choice is kept', () => {
  expect(languageSettings).toMatchObject({
    supportedLngs: ['en', 'fr', 'sw'],
    fallbackLng: 'en',
    detection: { order: ['localStorage', 'navigator'], caches: ['localStorage'] },
  })
})

test('all traces are reported, a tenth of the sessions, and every session with an error', () => {
  expect(reportRates).toEqual({ tracesSampleRate: 1, replaysSessionSampleRate: 0.1, replaysOnErrorSampleRate: 1 })
})
