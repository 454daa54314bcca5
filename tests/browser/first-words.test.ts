import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { accessibilityPath, figuresPath, mapPath, paths, serviceStatusPath } from '#shared/rules/paths.ts'
import { test } from './browser.ts'
import { sampleAddresses } from './sample-addresses.ts'
import { signInAs } from './signed-in.ts'

const drawnByServer = 'main[data-server] h1'
const drawnByApp = 'main:not([data-server]) h1'

/** Delays all scripts until the returned function is called. */
async function withScriptsHeld(page: Page): Promise<() => Promise<void>> {
  const held = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await held.promise
    await route.continue()
  })
  return async () => {
    held.resolve()
    await page.unrouteAll({ behavior: 'wait' })
  }
}

/** Waits for styles and fonts, without which browsers paint nothing. */
async function stylesOf(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const links = document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')
    return links.length > 0 && [...links].every(({ sheet }) => sheet !== null)
  })
  await page.evaluate(() => document.fonts.ready)
}

/** Texts of a visitor's first screen with their positions. */
const wordsIn = (page: Page, where: string) =>
  page.evaluate((selector) => {
    const texts = [
      ...document.querySelectorAll(`${selector} :is(h1, h1 + p, label, #ask-hint, [data-first] .mt-5 > *)`),
    ]
    return texts.flatMap((element) => {
      const text = document.createRange()
      text.selectNodeContents(element)
      const { x, y } = text.getBoundingClientRect()
      return element.textContent ? [{ text: element.textContent, x: Math.round(x), y: Math.round(y) }] : []
    })
  }, where)

/** A heading's text and position, or null. */
const headingIn = (page: Page, where: string) =>
  page.evaluate((selector) => {
    const heading = document.querySelector(selector)
    if (!heading) return null
    const { x, y } = heading.getBoundingClientRect()
    return { text: heading.textContent, x: Math.round(x), y: Math.round(y) }
  }, where)

async function publicAddresses(): Promise<string[]> {
  const { project, claim } = await sampleAddresses()
  const screens = [
    paths.home,
    paths.wallet,
    paths.projects,
    figuresPath,
    mapPath(),
    paths.claims,
    paths.contact,
    accessibilityPath,
    serviceStatusPath,
  ]
  return [...screens, project, claim]
}

describe('before any script of the app has come', () => {
  test.for([360, 1280])('a page has its heading where the app draws it, at %i px', async (width, { openPage }) => {
    for (const address of await publicAddresses()) {
      const page = await openPage({ width })
      const letGo = await withScriptsHeld(page)
      await page.goto(address, { waitUntil: 'commit' })
      await page.locator(drawnByServer).waitFor()
      await stylesOf(page)
      const first = await headingIn(page, drawnByServer)
      await letGo()
      await page.locator(drawnByApp).waitFor()
      await expect.poll(() => headingIn(page, drawnByApp), { message: address }).toEqual(first)
    }
  })

  test.for([360, 1280])(
    'the front page has its words where the app draws them, at %i px',
    async (width, { openPage }) => {
      const page = await openPage({ width })
      const letGo = await withScriptsHeld(page)
      await page.goto(paths.home, { waitUntil: 'commit' })
      await page.locator(drawnByServer).waitFor()
      await stylesOf(page)
      const first = await wordsIn(page, 'main[data-server]')
      expect(first).toHaveLength(4)
      await letGo()
      await page.locator(drawnByApp).waitFor()
      await expect.poll(() => wordsIn(page, 'main:not([data-server])')).toEqual(expect.arrayContaining(first))
    },
  )

  test('a list has its first rows, which open without the app', async ({ openPage }) => {
    for (const [address, row] of [
      [paths.claims, /^\/claims\?key=/],
      [paths.projects, /^\/collection\/project\?key=/],
    ] as const) {
      const page = await openPage({ width: 360 })
      await withScriptsHeld(page)
      await page.goto(address, { waitUntil: 'commit' })
      const link = page.locator('main[data-server] li a').first()
      expect(await link.getAttribute('href')).toMatch(row)
      await stylesOf(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
      await link.click()
      await page.locator('main[data-server] [data-first] p').first().waitFor()
    }
  })

  test('it speaks the reader’s language', async ({ openPage }) => {
    const page = await openPage({ locale: 'fr-FR' })
    await withScriptsHeld(page)
    await page.goto(paths.claims, { waitUntil: 'commit' })
    await page.locator(drawnByServer).waitFor()
    expect(await headingIn(page, drawnByServer)).toMatchObject({ text: 'Retraits' })
    expect(await page.locator('html').getAttribute('lang')).toBe('fr')
  })

  test('nobody sees words that are not theirs: of another language, or a visitor’s', async ({ openPage }) => {
    const page = await openPage()
    await page.goto(paths.claims)
    await page.evaluate(() => localStorage.setItem('i18nextLng', 'sw'))
    let letGo = await withScriptsHeld(page)
    await page.reload({ waitUntil: 'commit' })
    await expectHiddenWords(page)
    await letGo()
    await page.locator(drawnByApp).waitFor()

    const signedIn = await openPage()
    await signInAs(signedIn, 'proponent')
    letGo = await withScriptsHeld(signedIn)
    await signedIn.goto(paths.home, { waitUntil: 'commit' })
    await expectHiddenWords(signedIn)
    await letGo()
    await signedIn.locator(drawnByApp).waitFor()
  })

  test('the name of a project stands until the project is read', async ({ page }) => {
    const address = (await publicAddresses()).find((each) => each.startsWith(paths.project)) ?? ''
    const held = Promise.withResolvers<void>()
    await page.route('**/api/project?*', async (route) => {
      await held.promise
      await route.continue()
    })
    await page.goto(address)
    await page.locator(drawnByApp).waitFor()
    const named = await headingIn(page, drawnByApp)
    expect(named).toMatchObject({ text: 'Clean Cookstoves of Kitui' })
    held.resolve()
    await page.getByRole('tab').first().waitFor()
    expect(await headingIn(page, drawnByApp)).toEqual(named)
  })
})

async function expectHiddenWords(page: Page): Promise<void> {
  await page.locator(drawnByServer).waitFor({ state: 'attached' })
  expect(await page.locator(drawnByServer).isVisible()).toBe(false)
}
