import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { paths } from '#shared/rules/paths.ts'
import { test, type WatchedPage } from '#tests/browser/browser.ts'
import { runUntil, runUntilSeen, stopClock } from './screens.ts'

const slowNotice = (page: Page) => page.getByText('This is taking longer than usual. Still trying.')

/** The browser says that its connection is of the second generation, as it would on one. */
async function withSlowConnection(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const slow = { offline: false, latency: 1_500, downloadThroughput: 30_000, uploadThroughput: 30_000 }
  await session.send('Network.overrideNetworkState', { ...slow, connectionType: 'cellular2g' })
  const type = () => page.evaluate(() => Reflect.get(Reflect.get(navigator, 'connection'), 'effectiveType'))
  await expect.poll(type).toMatch(/^(slow-)?2g$/)
}

/** Opens the public list of projects, which cannot be read; returns how often it was asked for. */
async function openUnreadable(page: WatchedPage): Promise<() => number> {
  let asked = 0
  page.expectRefusal({ path: '/api/projects', status: 500 })
  await page.route('**/api/projects?*', (route) => {
    asked += 1
    return route.fulfill({ status: 500, body: '' })
  })
  await page.addInitScript(() => Object.assign(Math, { random: () => 0 }))
  await page.goto(paths.projects)
  await runUntilSeen(page, page.getByText('An error occurred while fetching the data.'))
  return () => asked
}

/** Opens the public list of projects, whose answer does not come. */
async function openUnanswered(page: WatchedPage): Promise<void> {
  let isAsked = false
  await page.route('**/api/projects?*', () => {
    isAsked = true
  })
  await page.goto(paths.projects)
  await runUntil(page, () => isAsked)
}

/** The reads of a path that a page makes from now on. */
function countOf(page: Page, path: string): () => number {
  let asked = 0
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === path) asked += 1
  })
  return () => asked
}

describe('9. Business constants and limits: requests', () => {
  test('313 a request that failed is tried again after 5 s', async ({ page }) => {
    await stopClock(page)
    const asked = await openUnreadable(page)
    await page.clock.runFor(3_500)
    expect(asked()).toBe(1)
    await page.clock.runFor(1_500)
    await expect.poll(asked).toBe(2)
  })

  test('314 on a slow connection it is tried again after 10 s', async ({ page }) => {
    await stopClock(page)
    await withSlowConnection(page)
    const asked = await openUnreadable(page)
    await page.clock.runFor(8_000)
    expect(asked()).toBe(1)
    await page.clock.runFor(2_000)
    await expect.poll(asked).toBe(2)
  })

  test('315 the same request is made once within 2 s', async ({ page }) => {
    await stopClock(page)
    await page.goto(paths.contact)
    const asked = countOf(page, '/api/projects')
    const menu = page.getByRole('navigation', { name: 'Main menu' })
    const visit = async () => {
      await menu.getByRole('link', { name: 'Projects' }).click()
      await runUntilSeen(page, page.getByRole('row').nth(1))
      await menu.getByRole('link', { name: 'Contact Us' }).click()
      await runUntilSeen(page, page.getByRole('heading', { name: 'Contact Us', level: 1 }))
    }
    await runUntilSeen(page, menu)
    await visit()
    await visit()
    expect(asked()).toBe(1)
    await page.clock.runFor(2_000)
    await visit()
    await expect.poll(asked).toBe(2)
  })

  test('316 coming back to the window refreshes at most every 5 s', async ({ page }) => {
    await stopClock(page)
    const asked = countOf(page, '/api/projects')
    await page.goto(paths.projects)
    await runUntilSeen(page, page.getByRole('row').nth(1))
    const comeBack = async () => {
      await page.evaluate(() => void window.dispatchEvent(new Event('focus')))
      await page.clock.runFor(100)
    }
    await page.clock.runFor(5_100)
    // The page asks for nothing anew that it has asked for and not been answered.
    const answered = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/projects')
    await comeBack()
    await (await answered).finished()
    expect(asked()).toBe(2)
    await page.clock.runFor(3_500)
    await comeBack()
    expect(asked()).toBe(2)
    await page.clock.runFor(2_500)
    await comeBack()
    await expect.poll(asked).toBe(3)
  })

  test('317 loading is called slow after 3 s', async ({ page }) => {
    await stopClock(page)
    await openUnanswered(page)
    await page.clock.runFor(1_800)
    expect(await slowNotice(page).count()).toBe(0)
    await page.clock.runFor(1_200)
    await slowNotice(page).waitFor()
  })

  test('318 on a slow connection it is called slow after 5 s', async ({ page }) => {
    await stopClock(page)
    await withSlowConnection(page)
    await openUnanswered(page)
    await page.clock.runFor(3_500)
    expect(await slowNotice(page).count()).toBe(0)
    await page.clock.runFor(1_500)
    await slowNotice(page).waitFor()
  })
})
