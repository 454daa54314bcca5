import { describe, expect } from 'vitest'
import type { SandboxRole } from '#sandbox/people.ts'
import { languages, translations } from '#shared/rules/languages.ts'
import {
  claimPath,
  mapPath,
  newMeasurementPath,
  paths,
  projectPath,
  recordPath,
  searchPath,
} from '#shared/rules/paths.ts'
import { test, type WatchedPage } from './browser.ts'
import { expectGood, expectGoodScreens, testEveryScreen } from './every-screen.ts'
import { addPersonWithoutAccount, fillIn, openSignIn, signInAs } from './signed-in.ts'
import { textsIn } from './texts.ts'
import { world } from './world.ts'

const work = testEveryScreen([
  {
    name: 'French, light, 360 px',
    theme: 'light',
    width: 360,
    locale: 'fr-FR',
    signIn: 'Se connecter',
    menu: 'Mon compte',
  },
  { name: 'Swahili, dark, 360 px', theme: 'dark', width: 360, locale: 'sw', signIn: 'Ingia', menu: 'Akaunti yangu' },
])

/** Has the app and the provider speak a language from the next page on. */
async function speak(page: WatchedPage, language: string): Promise<void> {
  await page.evaluate((chosen) => localStorage.setItem('i18nextLng', chosen), language)
}

/** What only some people come by. */
const ofRole: Partial<Record<SandboxRole, () => string[]>> = {
  'tenant-admin': () => [paths.home],
  measurer: () => [paths.home, work().openMeasurement],
  verifier: () => [paths.home, newMeasurementPath('')],
  buyer: () => [paths.home, paths.market, paths.review, '/nowhere'],
}

describe('in every language and narrow', () => {
  test('what only some roles come by is accessible and fits', async ({ openPage }) => {
    const inEveryLanguage = async ([role, addresses]: [string, () => string[]]) => {
      const page = await openPage({ width: 360 })
      await signInAs(page, role)
      for (const language of languages) {
        await speak(page, language)
        await expectGoodScreens(page, addresses())
        expect(await page.locator('html').getAttribute('lang')).toBe(language)
      }
    }
    await Promise.all(Object.entries(ofRole).map(inEveryLanguage))
  })

  test('what a visitor finds or seeks in vain is accessible and fits, and so is the menu', async ({ openPage }) => {
    const page = await openPage({ width: 360, theme: 'dark' })
    page.expectRefusal({ path: /^[/]api[/](project|claims|records)/, status: 404 })
    await page.goto(paths.contact)
    for (const language of languages) {
      const t = await textsIn(language)
      await speak(page, language)
      await expectGoodScreens(page, [mapPath(), searchPath('Kitui')])
      await expectGoodScreens(page, [projectPath('sample:green-hills:none'), claimPath('none'), recordPath('none')])
      await page.goto(paths.claims)
      await page.getByText(t('claims.verify.title')).first().click()
      await page.getByRole('textbox', { name: t('claims.verify.title') }).fill('none')
      await page.getByRole('button', { name: t('claims.verify.act') }).click()
      await page.getByText(t('claims.verify.verdict.nothing')).waitFor()
      await expectGood(page)
      await page.getByRole('button', { name: t('layout.openMenu') }).click()
      await page.getByRole('dialog').waitFor()
      await expectGood(page)
    }
  })

  test('the first steps of a newcomer and the provider’s pages are accessible and fit', async ({ openPage }) => {
    const email = await addPersonWithoutAccount()
    const page = await openPage({ width: 360 })
    page.expectRefusal({ path: '/api/account', status: 404 })
    page.expectRefusal({ path: /^[/]identity[/](password|interaction)/, status: 410 })
    page.expectRefusal({ path: /^[/]identity[/](password|interaction)/, status: 401 })
    // In English, in tests/e2e/session.test.ts.
    for (const language of translations) {
      const t = await textsIn(language)
      await page.goto(paths.contact)
      await speak(page, language)
      await page.goto(paths.home)
      await openSignIn(page, t('layout.signIn'))
      await expectGood(page)
      await fillIn(page, `nobody-${language}@registry.test`, 'wrong')
      await page.getByRole('alert').waitFor()
      await expectGood(page)
      for (const path of ['forgot', 'password?token=x', 'signed-out']) {
        await page.goto(`/identity/${path}`)
        expect(await page.locator('html').getAttribute('lang')).toBe(language)
        await expectGood(page)
      }
    }
    const inSwahili = await textsIn('sw')
    await page.goto(paths.home)
    await openSignIn(page, inSwahili('layout.signIn'))
    await fillIn(page, email, world.password)
    await page.getByRole('heading', { name: inSwahili('onboarding.title') }).waitFor()
    for (const language of languages) {
      const t = await textsIn(language)
      await speak(page, language)
      await page.goto(paths.home)
      await page.getByRole('heading', { name: t('onboarding.title') }).waitFor()
      await page.locator('main button[type=submit]').click()
      await page.locator('main [aria-invalid=true]').first().waitFor()
      await expectGood(page)
    }
  })
})
