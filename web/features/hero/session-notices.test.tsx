import { render, screen } from '@testing-library/react'
import i18next from 'i18next'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { languages } from '#shared/rules/languages.ts'
import fr from '#shared/texts/fr.json' with { type: 'json' }
import sw from '#shared/texts/sw.json' with { type: 'json' }
import { checkClock } from '#web/lib/device-clock.ts'
import { clearSessionProblem, reportBlockedStorage } from '#web/lib/session-problem.ts'
import { type SignIn, SignInContext } from '#web/lib/sign-in.ts'
import { SessionNotices } from './session-notices.tsx'

beforeAll(() => {
  i18next.addResourceBundle('fr', 'translation', fr)
  i18next.addResourceBundle('sw', 'translation', sw)
})
afterEach(async () => {
  clearSessionProblem()
  vi.unstubAllGlobals()
  await i18next.changeLanguage('en')
})

/** Sets the registry's clock behind the device's. */
function aheadBy(minutes: number): void {
  const date = new Date(Date.now() - minutes * 60_000).toUTCString()
  vi.stubGlobal('fetch', async () => new Response('', { headers: { date } }))
}

const show = () =>
  render(
    <SignInContext value={{} as SignIn}>
      <SessionNotices />
    </SignInContext>,
  )

test.each([
  [20, 'en', 'It is 20 minutes ahead'],
  [-20, 'en', 'It is 20 minutes behind'],
  [20, 'fr', '20 minutes'],
  [20, 'sw', 'dakika 20'],
] as const)(
  'a device whose clock is ahead by %i minutes is told so and by how much, in %s',
  async (minutes, language, text) => {
    await i18next.changeLanguage(language)
    aheadBy(minutes)
    await checkClock()
    show()
    expect(screen.getByRole('alert').textContent.replace(/\u00a0|\u202f/g, ' ')).toContain(text)
  },
)

test('a clock that is right, or a registry that does not answer, is not blamed', async () => {
  aheadBy(0)
  await checkClock()
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')))
  await checkClock()
  show()
  expect(screen.queryByRole('alert')).toBeNull()
})

test.each(languages)('where site data are blocked, signing in says what it needs (%s)', async (language) => {
  await i18next.changeLanguage(language)
  reportBlockedStorage()
  show()
  expect(screen.getByRole('alert').textContent).toContain(i18next.t('session.storageHelp'))
})
