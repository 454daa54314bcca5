import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { readConfig } from '#server/infra/config.ts'
import { groupName } from '#shared/rules/groups.ts'
import { paths } from '#shared/rules/paths.ts'
import { world } from '#tests/browser/world.ts'
import { test } from './people.ts'
import { headerLinks, open } from './screens.ts'

const langOf = (page: Page) => page.evaluate(() => document.documentElement.lang)
const storedLanguage = (page: Page) => page.evaluate(() => localStorage.getItem('i18nextLng'))
const site = async (): Promise<unknown> => (await fetch(`${world.baseUrl}/config.json`)).json()

describe('9. Business constants and limits: settings', () => {
  test('326 the languages are English, French and Swahili, and English for every other one', async ({ openPage }) => {
    for (const [locale, language, signIn] of [
      ['en-GB', 'en', 'Sign In'],
      ['fr-CA', 'fr', 'Se connecter'],
      ['sw-TZ', 'sw', 'Ingia'],
      ['de-DE', 'en', 'Sign In'],
    ] as const) {
      const page = await openPage({ locale })
      await page.goto(paths.home)
      await page.getByRole('main').getByRole('button', { name: signIn }).waitFor()
      expect(await langOf(page)).toBe(language)
    }
  })

  test('327 a stored choice of the language comes before the browser’s', async ({ openPage }) => {
    const page = await openPage({ locale: 'fr-FR' })
    await open(page, paths.home)
    expect(await langOf(page)).toBe('fr')
    await page.evaluate(() => localStorage.setItem('i18nextLng', 'sw'))
    await page.reload()
    await page.getByRole('main').getByRole('button', { name: 'Ingia' }).waitFor()
  })

  test('328 the choice of a language is kept in the browser, and nothing before there is one', async ({ openPage }) => {
    const page = await openPage()
    await open(page, paths.home)
    expect(await storedLanguage(page)).toBeNull()
    await page.getByRole('button', { name: 'Language' }).click()
    await page.getByText('Français', { exact: true }).click()
    await page.getByRole('main').getByRole('button', { name: 'Se connecter' }).waitFor()
    expect(await storedLanguage(page)).toBe('fr')
    await page.reload()
    await page.getByRole('main').getByRole('button', { name: 'Se connecter' }).waitFor()
  })

  test('329 the theme is dark unless somebody chose another, whatever the system prefers', async ({ browser }) => {
    const context = await browser.newContext({ baseURL: world.baseUrl, colorScheme: 'light' })
    const page = await context.newPage()
    await open(page, paths.home)
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark')
    await context.close()
  })

  test('330 the environment is labelled staging', async ({ page }) => {
    expect(readConfig({}).ENVIRONMENT).toBe('staging')
    await open(page, paths.home)
    await page.getByRole('contentinfo').getByText('Environment: staging').waitFor()
  })

  test('331 ENABLE_MARKETPLACE is false', async ({ as }) => {
    expect(readConfig({}).ENABLE_MARKETPLACE).toBe(false)
    expect(await site()).toMatchObject({ enableMarketplace: false })
    const page = await as('buyer')
    await open(page, paths.home)
    expect(await headerLinks(page)).not.toContain('Market (Preview)')
  })

  test('332 LANGUAGE_SELECTION is true', async ({ as }) => {
    expect(readConfig({}).LANGUAGE_SELECTION).toBe(true)
    expect(await site()).toMatchObject({ languageSelection: true })
    const page = await as('buyer')
    await open(page, paths.home)
    await page.getByRole('group', { name: 'Language' }).getByRole('button', { name: 'Kiswahili' }).waitFor()
  })

  test('333 groups end in TenantAdmin, AccountAdmin and General', () => {
    const [tenantId, accountId] = ['t', 'a']
    expect(groupName({ tenantId, accountId: null, role: 'TenantAdmin' })).toBe('t|TenantAdmin')
    expect(groupName({ tenantId, accountId, role: 'AccountAdmin' })).toBe('t|a|AccountAdmin')
    expect(groupName({ tenantId, accountId, role: 'General' })).toBe('t|a|General')
  })

  test('335 carousels have a gap of 30, and 1, 2, 3 and 4 slides below 565, from 565, 1000 and 1100 px', async ({
    as,
  }) => {
    const page = await as('proponent')
    await open(page, paths.home)
    const lane = page.getByRole('list', { name: 'My Projects' })
    const boxOf = async (at: number) => (await lane.getByRole('listitem').nth(at).boundingBox()) ?? { x: 0, width: 0 }
    for (const [width, slides] of [
      [564, 1],
      [565, 2],
      [999, 2],
      [1000, 3],
      [1099, 3],
      [1100, 4],
    ] as const) {
      await page.setViewportSize({ width, height: 800 })
      const whole = (await lane.boundingBox())?.width ?? 0
      const [one, next] = [await boxOf(0), await boxOf(1)]
      expect(Math.round(next.x - one.x - one.width), `the gap at ${width}`).toBe(30)
      expect((whole + 30) / (one.width + 30), `slides at ${width}`).toBeCloseTo(slides, 1)
    }
  })

  test('352 the page icon is /favicon.png', async ({ page }) => {
    await page.goto(paths.home)
    expect(await page.locator('link[rel=icon]').getAttribute('href')).toBe('/favicon.png')
    const icon = await fetch(`${world.baseUrl}/favicon.png`)
    expect([icon.status, icon.headers.get('content-type')]).toEqual([200, 'image/png'])
  })
})
