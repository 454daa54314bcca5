import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

/** Opens a screen and waits until everything on it has been read. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.locator('.animate-pulse').first().waitFor({ state: 'detached' })
}

/** Waits until something is seen on the screen. */
export async function expectSeen(...parts: Locator[]): Promise<void> {
  for (const part of parts) await part.first().waitFor()
}

/** The rows of the screen's tables, without those of their heads, that hold a text. */
export function rowsWith(page: Page, text: string): Locator {
  return page.locator('tbody').getByRole('row').filter({ hasText: text })
}

/** The heads of the columns of the screen's table. */
export async function columnsOf(page: Page): Promise<string[]> {
  await page.getByRole('columnheader').first().waitFor()
  return page.getByRole('columnheader').allInnerTexts()
}

/** What stands in a column of the first row with this text. */
export async function cellOf(page: Page, row: string, column: string): Promise<string> {
  const columns = await columnsOf(page)
  expect(columns).toContain(column)
  const cells = await rowsWith(page, row).first().locator('th, td').allInnerTexts()
  return cells[columns.indexOf(column)] ?? ''
}

/** Has a list say other facts of its rows than the sample, in which some are alike and some are missing. */
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

/** What stands beside a name in a list of facts. */
export async function factOf(page: Page, name: string): Promise<string> {
  const fact = page.locator('dl > div').filter({ has: page.locator('dt').getByText(name, { exact: true }) })
  await fact.first().waitFor()
  const [said = ''] = await fact.locator('dd').allInnerTexts()
  return said
}

/** Fails unless the window is at this path. */
export function expectAt(page: Page, path: string): void {
  expect(new URL(page.url()).pathname).toBe(path)
}

/** The names of the links in the bar at the top and under "More" in it. */
export async function headerLinks(page: Page): Promise<string[]> {
  const menu = page.getByRole('banner').getByRole('navigation')
  await menu.getByRole('link').first().waitFor()
  const more = menu.getByRole('button', { name: 'More' })
  if ((await more.count()) > 0) await more.click()
  return menu.getByRole('link').allInnerTexts()
}

/** The names of what the menu of the signed-in person offers. */
export async function profileLinks(page: Page): Promise<string[]> {
  const bar = page.getByRole('banner')
  const button = bar.getByRole('button', { name: 'My account' })
  await button.click()
  const list = page.locator(`[id="${await button.getAttribute('aria-controls')}"]`)
  return list.locator('a, button').allInnerTexts()
}

/** Longer than any machine takes to say that a clock shall stop: it cannot stop in its past. */
const aheadMs = 60_000

/** The clock of the pages that are opened from now on stands still until a test moves it, however slow the machine is. */
export async function stopClock(page: Page): Promise<void> {
  const now = Date.now()
  await page.clock.install({ time: now })
  await page.clock.pauseAt(now + aheadMs)
}

const stepMs = 20

/** Moves the clock by small steps until something is so, so that next to no time passes but what the screen itself takes. */
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
