import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.locator('.animate-pulse').first().waitFor({ state: 'detached' })
}

/** The list's rows with this text: other tests fill the first page. */
export function searched(path: string, q: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}q=${encodeURIComponent(q)}`
}

export async function expectSeen(...parts: Locator[]): Promise<void> {
  for (const part of parts) await part.first().waitFor()
}

/** Rows with this text, without table heads. */
export function rowsWith(page: Page, text: string): Locator {
  return page.locator('tbody').getByRole('row').filter({ hasText: text })
}

export async function columnsOf(page: Page): Promise<string[]> {
  await page.getByRole('columnheader').first().waitFor()
  return page.getByRole('columnheader').allInnerTexts()
}

/** A cell of the first row with this text. */
export async function cellOf(page: Page, row: string, column: string): Promise<string> {
  const columns = await columnsOf(page)
  expect(columns).toContain(column)
  // Ticks have no column.
  const cells = await rowsWith(page, row).first().locator('th, td:not(:has([type=checkbox]))').allInnerTexts()
  return cells[columns.indexOf(column)]?.replaceAll('\u00a0', ' ') ?? ''
}

/** Overrides facts of a list's rows, as the sample lacks some or repeats them. */
export async function withFacts(page: Page, path: string, facts: Readonly<Record<string, unknown>>): Promise<void> {
  await page.route(
    ({ pathname }) => pathname === path,
    async (route) => {
      const response = await route.fetch()
      const { items, ...rest }: { items: object[] } = await response.json()
      await route.fulfill({ response, json: { ...rest, items: items.map((item) => ({ ...item, ...facts })) } })
    },
  )
}

export async function factOf(page: Page, name: string): Promise<string> {
  const fact = page.locator('dl > div').filter({ has: page.locator('dt').getByText(name, { exact: true }) })
  await fact.first().waitFor()
  const [value = ''] = await fact.locator('dd').allInnerTexts()
  return value
}

export function expectAt(page: Page, path: string): void {
  expect(new URL(page.url()).pathname).toBe(path)
}

/** Links of the header bar, including "More". */
export async function headerLinks(page: Page): Promise<string[]> {
  const menu = page.getByRole('banner').getByRole('navigation')
  // The app replaces the header that the server sent.
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('#root > *') ?? {}).some((name) => name.startsWith('__reactFiber')),
  )
  await page.locator('.animate-pulse').first().waitFor({ state: 'detached' })
  await menu.getByRole('link').first().waitFor()
  const more = menu.getByRole('button', { name: 'More' })
  if ((await more.count()) > 0) await more.click()
  return menu.getByRole('link').allInnerTexts()
}

export async function profileLinks(page: Page): Promise<string[]> {
  const bar = page.getByRole('banner')
  const button = bar.getByRole('button', { name: 'My account' })
  await button.click()
  const list = page.locator(`[id="${await button.getAttribute('aria-controls')}"]`)
  return list.locator('a, button').allInnerTexts()
}

/** Longer than stopping takes: a clock cannot stop in the past. */
const aheadMs = 60_000

/** Stops the clock of later pages until a test advances it. */
export async function stopClock(page: Page): Promise<void> {
  const now = Date.now()
  await page.clock.install({ time: now })
  await page.clock.pauseAt(now + aheadMs)
}

const stepMs = 20

/** Advances the clock in small steps until `isSo`, so that hardly any extra time passes. */
export async function runUntil(page: Page, isSo: () => boolean | Promise<boolean>): Promise<void> {
  const look = async () => {
    await page.clock.runFor(stepMs)
    return isSo()
  }
  await expect.poll(look, { interval: stepMs }).toBe(true)
}

export function runUntilSeen(page: Page, part: Locator): Promise<void> {
  return runUntil(page, () => part.first().isVisible())
}
