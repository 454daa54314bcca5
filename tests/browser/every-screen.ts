import { expect } from 'vitest'
import { type Language, languages } from '#shared/rules/languages.ts'
import { expectAccessible, expectGood, expectNoSidewaysScroll, type WatchedPage, whole } from './browser.ts'
import { textsIn } from './texts.ts'

export async function expectGoodScreens(page: WatchedPage, addresses: readonly string[]): Promise<void> {
  for (const address of addresses) {
    await page.goto(address)
    await whole(page)
    expect(await page.title(), `the title of ${address}`).not.toBe('')
    await expectGoodInEveryView(page)
  }
}

/** The page's header. */
const frame = 'header:not(main header)'
const usual = { width: 1280, height: 800 }
const narrow = { width: 360, height: 800 }
const between = { width: 768, height: 800 }

/** Checks both themes, and 768 and 360 pixels. Leaves the page in the other theme. */
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

/** Checks both themes. Leaves the page in the other theme. */
export async function expectGoodInBothThemes(page: WatchedPage): Promise<void> {
  await expectGood(page)
  await switchTheme(page)
  await expectAccessible(page, { only: 'color-contrast' })
}

/** Checks all sizes and languages. Leaves the page in the last language. */
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
  // An event also reaches buttons behind a dialog.
  await page.locator(`${frame} button[aria-label="${name}"]`).dispatchEvent('click')
  await expect.poll(theme).not.toBe(before)
}

/** Uses the header's menu, also behind a dialog. */
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

/** Checks that overflowing tabs show the chosen one. */
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
