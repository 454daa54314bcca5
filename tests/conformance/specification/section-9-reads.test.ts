import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { paths } from '#shared/rules/paths.ts'
import { test, type WatchedPage } from '#tests/browser/browser.ts'
import { answerTime, clockOf, expectTime, runTo, timesOf } from './clock.ts'
import { runUntil, runUntilSeen, stopClock } from './screens.ts'

/** Simulates a 2G connection. */
async function withSlowConnection(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const slow = { offline: false, latency: 1_500, downloadThroughput: 30_000, uploadThroughput: 30_000 }
  await session.send('Network.overrideNetworkState', { ...slow, connectionType: 'cellular2g' })
  const type = () => page.evaluate(() => Reflect.get(Reflect.get(navigator, 'connection'), 'effectiveType'))
  await expect.poll(type).toMatch(/^(slow-)?2g$/)
}

/** The clock stops at the failure; returns the times of calls. */
async function openUnreadable(page: WatchedPage) {
  const times = await timesOf(page, '/api/projects')
  page.expectRefusal({ path: '/api/projects', status: 500 })
  await page.route('**/api/projects?*', (route) => route.fulfill({ status: 500, body: '' }))
  // Removes the random part of retry delays.
  await page.addInitScript(() => Object.assign(Math, { random: () => 0 }))
  await page.goto(paths.projects)
  await runUntil(page, async () => (await times()).length > 0)
  await page.getByText('An error occurred while fetching the data.').first().waitFor()
  return times
}

async function expectRetry(page: Page, times: Awaited<ReturnType<typeof timesOf>>, waitMs: number): Promise<void> {
  const failedAt = await answerTime(times, 0)
  await runTo(page, failedAt + waitMs * 1.04)
  await expect.poll(async () => (await times()).length).toBe(2)
  expectTime(((await times())[1]?.sent ?? 0) - failedAt, waitMs)
}

/** Unanswered reads count as slow after `waitMs`. */
async function expectSlowAfter(page: Page, waitMs: number): Promise<void> {
  const times = await timesOf(page, '/api/projects')
  await page.route('**/api/projects?*', () => {})
  await page.goto(paths.projects)
  await runUntil(page, async () => (await times()).length > 0)
  const sentAt = (await times())[0]?.sent ?? 0
  await runTo(page, sentAt + waitMs * 0.94)
  await runUntilSeen(page, page.getByText('This is taking longer than usual. Still trying.'))
  expectTime((await clockOf(page)) - sentAt, waitMs)
}

describe('9. Business constants and limits: requests', () => {
  test('313 a request that failed is tried again after 5 s', async ({ page }) => {
    await stopClock(page)
    await expectRetry(page, await openUnreadable(page), 5_000)
  })

  test('314 on a slow connection it is tried again after 10 s', async ({ page }) => {
    await stopClock(page)
    await withSlowConnection(page)
    await expectRetry(page, await openUnreadable(page), 10_000)
  })

  test('315 the same request is made once within 2 s', async ({ page }) => {
    await stopClock(page)
    const times = await timesOf(page, '/api/projects')
    await page.goto(paths.projects)
    const menu = page.getByRole('navigation', { name: 'Main menu' })
    await runUntilSeen(page, page.getByRole('row').nth(1))
    const answered = await answerTime(times, 0)
    await menu.getByRole('link', { name: 'Contact Us' }).click()
    await runUntilSeen(page, page.getByRole('heading', { name: 'Contact Us', level: 1 }))
    await menu.getByRole('link', { name: 'Projects' }).click()
    await runUntilSeen(page, page.getByRole('row').nth(1))
    expect(await times()).toHaveLength(1)
    await runTo(page, answered + 1_700)
    await runUntil(page, async () => {
      // An online event reloads the page's data.
      await page.evaluate(() => void window.dispatchEvent(new Event('online')))
      return (await times()).length > 1
    })
    expectTime(((await times())[1]?.sent ?? 0) - answered, 2_000)
  })

  test('316 coming back to the window refreshes at most every 5 s', async ({ page }) => {
    await stopClock(page)
    const times = await timesOf(page, '/api/projects')
    await page.goto(paths.projects)
    await runUntilSeen(page, page.getByRole('row').nth(1))
    const comeBack = async () => {
      await page.evaluate(() => void window.dispatchEvent(new Event('focus')))
      await page.clock.runFor(20)
    }
    await page.clock.runFor(5_100)
    const cameBack = await clockOf(page)
    await comeBack()
    // The page does not repeat unanswered requests.
    await answerTime(times, 1)
    await runTo(page, cameBack + 4_900)
    await comeBack()
    expect(await times()).toHaveLength(2)
    await runTo(page, cameBack + 5_100)
    await comeBack()
    expect(await times()).toHaveLength(3)
  })

  test('317 loading is called slow after 3 s', async ({ page }) => {
    await stopClock(page)
    await expectSlowAfter(page, 3_000)
  })

  test('318 on a slow connection it is called slow after 5 s', async ({ page }) => {
    await stopClock(page)
    await withSlowConnection(page)
    await expectSlowAfter(page, 5_000)
  })
})
