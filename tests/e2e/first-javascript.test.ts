import { describe, expect } from 'vitest'
import { test } from './browser.ts'
import { javaScriptOf, openDashboard, openHero } from './javascript.ts'
import { signInAs } from './signed-in.ts'

const most = { hero: 120_000, dashboard: 170_000 }

describe('the JavaScript that is fetched', () => {
  test('by a visitor for the hero is at most 120 kB', async ({ page }) => {
    const bytes = await javaScriptOf(page, () => openHero(page))
    expect(bytes).toBeGreaterThan(most.hero / 2)
    expect(bytes).toBeLessThanOrEqual(most.hero)
  })

  test('by a member for the dashboard is at most 170 kB', async ({ page }) => {
    await signInAs(page, 'proponent')
    const fresh = await page.context().newPage()
    const bytes = await javaScriptOf(fresh, () => openDashboard(fresh))
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
