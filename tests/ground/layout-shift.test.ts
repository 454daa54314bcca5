import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { figuresPath, paths } from '#shared/rules/paths.ts'
import { test } from '#tests/browser/browser.ts'
import { followRequests } from '#tests/browser/javascript.ts'
import { sampleAddresses } from '#tests/browser/sample-addresses.ts'
import { signInAs } from '#tests/browser/signed-in.ts'
import { onSlowLine } from '#tests/browser/slow-line.ts'

/** Cumulative layout shift; 0.1 is the web's limit. */
const most = 0.05

/** Opens a page as a first visit; returns the sum of shifts and their elements. */
async function shiftsOf(page: Page, address: string) {
  const { calm } = followRequests(page)
  await page.goto(address)
  await page.getByRole('main').getByRole('heading', { level: 1 }).first().waitFor()
  await page.locator('.animate-pulse').first().waitFor({ state: 'detached' })
  await calm()
  return page.evaluate(() => {
    const observer = new PerformanceObserver(() => undefined)
    observer.observe({ type: 'layout-shift', buffered: true })
    const shifts = observer.takeRecords().map((entry) => ({
      value: Number(Reflect.get(entry, 'value')),
      nodes: [Reflect.get(entry, 'sources')].flat().map((source) => {
        const node: unknown = Reflect.get(Object(source), 'node')
        return node instanceof Element ? node.outerHTML.slice(0, 120) : String(node)
      }),
    }))
    return { sum: shifts.reduce((sum, { value }) => sum + value, 0), shifts }
  })
}

async function expectStill(page: Page, addresses: readonly string[]): Promise<void> {
  await onSlowLine(page)
  for (const address of addresses) {
    const { sum, shifts } = await shiftsOf(page, address)
    expect(sum, `${address}: ${JSON.stringify(shifts, null, 1)}`).toBeLessThan(most)
  }
}

async function publicAddresses(): Promise<string[]> {
  const { project, claim } = await sampleAddresses()
  return [paths.home, figuresPath, paths.projects, project, paths.claims, claim]
}

describe.each([360, 1280])('at %i pixels, nothing jumps while it loads:', (width) => {
  test('what a visitor opens', async ({ openPage }) => {
    await expectStill(await openPage({ width, hasMotion: true }), await publicAddresses())
  })

  test('the dashboard', async ({ openPage }) => {
    const page = await openPage({ width, hasMotion: true })
    await signInAs(page, 'proponent')
    await expectStill(page, [paths.home])
  })
})
