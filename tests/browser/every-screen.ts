import { expect } from 'vitest'
import { type Language, languages } from '#shared/rules/languages.ts'
import { expectAccessible, expectGood, expectNoSidewaysScroll, type WatchedPage, whole } from './browser.ts'
import { textsIn } from './texts.ts'

/** Opens one address after the other: each has a title and is good in every view. */
export async function expectGoodScreens(page: WatchedPage, addresses: readonly string[]): Promise<void> {
  for (const address of addresses) {
    await page.goto(address)
    await whole(page)
    expect(await page.title(), `the title of ${address}`).not.toBe('')
    await expectGoodInEveryView(page)
  }
}

/** The header of the page, not of what is in it. */
const frame = 'header:not(main header)'
const usual = { width: 1280, height: 800 }
const narrow = { width: 360, height: 800 }
const between = { width: 768, height: 800 }

/** What a page at 1280 pixels shows is good there, in the other theme, and at 768 and 360 pixels. It stays in that theme. */
export async function expectGoodAtEverySize(page: WatchedPage): Promise<void> {
  await expectGoodInBothThemes(page)
  await expectChosenTabInView(page)
  await page.setViewportSize(between)
  await expectFits(page)
  await page.setViewportSize(narrow)
  await expectFits(page)
  await expectAccessible(page, { without: 'color-contrast' })
  await page.setViewportSize(usual)
}

/** What a page shows is good in the theme of the page and in the other. It stays in that. */
export async function expectGoodInBothThemes(page: WatchedPage): Promise<void> {
  await expectGood(page)
  await switchTheme(page)
  await expectAccessible(page, { only: 'color-contrast' })
}

/** Good at every size, and fits in every language. What is opened next begins in the last of them. */
export async function expectGoodInEveryView(page: WatchedPage): Promise<void> {
  await expectGoodAtEverySize(page)
  for (const language of await otherLanguages(page)) {
    await choose(page, language)
    await expectFits(page)
    await page.setViewportSize(narrow)
    await expectFits(page)
    await page.setViewportSize(usual)
  }
}

async function expectFits(page: WatchedPage): Promise<void> {
  await expectChosenTabInView(page)
  await expectNoSidewaysScroll(page)
}

async function switchTheme(page: WatchedPage): Promise<void> {
  const t = await textsIn(await languageOf(page))
  const theme = () => page.locator('html').getAttribute('data-theme')
  const before = await theme()
  const name = t(before === 'light' ? 'layout.switchToDark' : 'layout.switchToLight')
  // Also where a dialog is before it.
  await page.locator(`${frame} button[aria-label="${name}"]`).dispatchEvent('click')
  await expect.poll(theme).not.toBe(before)
}

/** By the menu in the header, also where a dialog is before it. */
export async function choose(page: WatchedPage, language: Language): Promise<void> {
  const t = await textsIn(await languageOf(page))
  await page.locator(`${frame} button[aria-label="${t('layout.language')}"]`).dispatchEvent('click')
  const entry = page.locator(`${frame} button`).filter({ hasText: t(`languages.${language}`) })
  await entry.dispatchEvent('click')
  await expect.poll(() => languageOf(page)).toBe(language)
  await whole(page)
}

async function languageOf(page: WatchedPage): Promise<Language> {
  const lang = await page.locator('html').getAttribute('lang')
  return languages.find((language) => language === lang) ?? 'en'
}

async function otherLanguages(page: WatchedPage): Promise<Language[]> {
  const now = languages.indexOf(await languageOf(page))
  return [...languages.slice(now + 1), ...languages.slice(0, now)]
}

/** Where the tabs do not fit side by side, the chosen one is in view. */
async function expectChosenTabInView(page: WatchedPage): Promise<void> {
  const beyond = () =>
    page.locator('[role=tab][aria-selected=true]').evaluateAll(
      (tabs) =>
        tabs.filter((tab) => {
          const [inner, outer] = [tab, tab.parentElement ?? tab].map((each) => each.getBoundingClientRect())
          return inner && outer && (inner.left < outer.left - 1 || inner.right > outer.right + 1)
        }).length,
    )
  await expect.poll(beyond, { message: `chosen tabs out of view on ${page.url()}` }).toBe(0)
}
