import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { test } from './browser.ts'
import { signInAs } from './signed-in.ts'

const most = { hero: 120_000, dashboard: 170_000 }

/** Bytes of all JavaScript that a page fetches until nothing is under way any more, each file packed by gzip -9. */
async function javaScriptOf(page: Page, open: () => Promise<unknown>): Promise<number> {
  const sizes: Promise<number>[] = []
  page.on('response', (response) => {
    const isScript = response.request().resourceType() === 'script'
    if (isScript) sizes.push(response.body().then((body) => gzipSync(body, { level: 9 }).length))
  })
  await open()
  await page.waitForLoadState('networkidle')
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

describe('the JavaScript that is fetched', () => {
  test('by a visitor for the hero is at most 120 kB', async ({ page }) => {
    const bytes = await javaScriptOf(page, async () => {
      await page.goto('/')
      await page.getByRole('region', { name: 'Figures of the registry' }).waitFor()
    })
    expect(bytes).toBeGreaterThan(most.hero / 2)
    expect(bytes).toBeLessThanOrEqual(most.hero)
  })

  test('by a member for the dashboard is at most 170 kB', async ({ page }) => {
    await signInAs(page, 'proponent')
    const fresh = await page.context().newPage()
    const bytes = await javaScriptOf(fresh, async () => {
      await fresh.goto('/')
      await fresh.getByRole('list', { name: 'My Projects' }).waitFor()
      await fresh.getByRole('link', { name: /^Notices/ }).waitFor()
    })
    await fresh.close()
    expect(bytes).toBeGreaterThan(most.dashboard / 2)
    expect(bytes).toBeLessThanOrEqual(most.dashboard)
  })
})

describe('the carousel', () => {
  test.for([
    { width: 564, cards: 1 },
    { width: 565, cards: 2 },
    { width: 1000, cards: 3 },
    { width: 1100, cards: 4 },
  ])('shows $cards at $width pixels, 30 apart', async ({ width, cards }, { openPage }) => {
    const page = await openPage({ width })
    await signInAs(page, 'proponent')
    const lane = page.getByRole('list', { name: 'My Projects' })
    const [whole, card] = await Promise.all(
      [lane, lane.getByRole('listitem').first()].map(async (part) => (await part.boundingBox())?.width ?? 0),
    )
    expect(((whole ?? 0) + 30) / ((card ?? 0) + 30)).toBeCloseTo(cards, 1)
  })
})
