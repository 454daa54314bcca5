import type { Response } from 'playwright-core'
import { describe, expect } from 'vitest'
import { mapPath, paths, searchPath } from '#shared/rules/paths.ts'
import { test } from './browser.ts'
import { javaScriptOf, openDashboard, openHero, phones } from './javascript.ts'
import { sampleAddresses } from './sample-addresses.ts'
import { signInAs } from './signed-in.ts'

const most = { hero: 120_000, dashboard: 175_000, list: 219_500, answer: 255_000, withMap: 285_000 }

describe('the JavaScript that is fetched', () => {
  test.for(phones)(
    'by a visitor for the hero is at most 120 kB in all, unscrolled, on $width x $height',
    async (phone, { openPage }) => {
      const page = await openPage(phone)
      await page.clock.install()
      const bytes = await javaScriptOf(page, async () => {
        await openHero(page)
        await page.clock.runFor(10_000)
      })
      expect(bytes).toBeGreaterThan(most.hero / 2)
      expect(bytes).toBeLessThanOrEqual(most.hero)
    },
  )

  test('by a visitor comes with one font of at most 32 kB', async ({ page }) => {
    const fonts: Response[] = []
    page.on('response', (response) => void (response.request().resourceType() === 'font' && fonts.push(response)))
    await openHero(page)
    const bytes = await Promise.all(fonts.map(async (font) => (await font.body()).length))
    expect(bytes).toHaveLength(1)
    expect(bytes[0]).toBeLessThanOrEqual(32_000)
    expect(await page.evaluate(() => document.fonts.check('600 1em "Inter Variable"'))).toBe(true)
  })

  test.for(['/collection', '/claims'])(
    'by a visitor for the list %s is at most 219.5 kB',
    async (address, { page }) => {
      const bytes = await javaScriptOf(page, async () => {
        await page.goto(address)
        await page.locator('main tbody tr').first().waitFor()
      })
      expect(bytes).toBeGreaterThan(most.list / 2)
      expect(bytes).toBeLessThanOrEqual(most.list)
    },
  )

  test('by a visitor for pages without a form is at most 255 kB', async ({ openPage }) => {
    const { claim } = await sampleAddresses()
    for (const address of [claim, paths.contact, searchPath('wind')]) {
      const page = await openPage()
      const bytes = await javaScriptOf(page, async () => {
        await page.goto(address)
        await page.getByRole('heading', { level: 1 }).waitFor()
      })
      expect(bytes, address).toBeGreaterThan(most.answer / 2)
      expect(bytes, address).toBeLessThanOrEqual(most.answer)
    }
  })

  test('by a visitor for a project and for the map is at most 285 kB', async ({ openPage }) => {
    const { project } = await sampleAddresses()
    for (const address of [project, mapPath()]) {
      const page = await openPage()
      const bytes = await javaScriptOf(page, async () => {
        await page.goto(address)
        await page.locator('main svg').first().waitFor()
      })
      expect(bytes, address).toBeGreaterThan(most.withMap / 2)
      expect(bytes, address).toBeLessThanOrEqual(most.withMap)
    }
  })

  test('by a member for the dashboard is at most 175 kB', async ({ page }) => {
    await signInAs(page, 'proponent')
    const fresh = await page.context().newPage()
    const bytes = await javaScriptOf(fresh, () => openDashboard(fresh))
    await fresh.close()
    expect(bytes).toBeGreaterThan(most.dashboard / 2)
    expect(bytes).toBeLessThanOrEqual(most.dashboard)
  })
})
