import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { listClaims } from '#shared/contract/claims.ts'
import { listProjects } from '#shared/contract/projects.ts'
import { claimPath, paths, projectPath } from '#shared/rules/paths.ts'
import { callerAt } from '#tests/kit/person.ts'
import { test } from './browser.ts'
import { openDashboard, openHero } from './javascript.ts'
import { signInAs } from './signed-in.ts'
import { onSlowLine } from './slow-line.ts'
import { world } from './world.ts'

/** Sequential requests: page, scripts with a public page's data, other data. */
const most = { start: 3, publicPage: 2, dashboard: 4 }
const mostScripts = { hero: 4, publicPage: 11, dashboard: 9 }

type Sent = { url: string; type: string; at: number; doneAt: number }

/** Records when `selector` first matches; the returned function reads the time, in seconds since 1970. */
async function noteShown(page: Page, selector: string): Promise<() => Promise<number>> {
  await page.addInitScript((content) => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector(content)) return
      observer.disconnect()
      Object.assign(window, { shownAt: performance.timeOrigin + performance.now() })
    })
    observer.observe(document, { childList: true, subtree: true })
  }, selector)
  return async () => {
    const shownAt: unknown = await page.evaluate(() => Reflect.get(window, 'shownAt'))
    if (typeof shownAt !== 'number') throw new Error(`The page noted nothing of ${selector}.`)
    return shownAt / 1_000
  }
}

/**
 * Opens a page on a slow line. Returns the longest chain of sequential requests before the content, and script names.
 */
async function requestsOf(page: Page, content: string, open: () => Promise<unknown>) {
  const shownAt = await noteShown(page, content)
  const session = await onSlowLine(page)
  await session.send('Network.clearBrowserCache')
  const sent = new Map<string, Sent>()
  let bootedAt: number | undefined
  session.on('Network.requestWillBeSent', ({ requestId, request, type = 'Other', timestamp, wallTime }) => {
    bootedAt ??= wallTime - timestamp
    sent.set(requestId, { url: request.url, type, at: timestamp, doneAt: Number.POSITIVE_INFINITY })
  })
  session.on('Network.loadingFinished', ({ requestId, timestamp }) => {
    const request = sent.get(requestId)
    if (request) request.doneAt = timestamp
  })
  await open()
  await page.locator(content).first().waitFor()
  const until = (await shownAt()) - (bootedAt ?? 0)
  const needed = [...sent.values()]
    .filter(({ type, doneAt }) => ['Document', 'Script', 'Fetch', 'Preload'].includes(type) && doneAt < until)
    .sort((a, b) => a.at - b.at)
  const rows = new Map<Sent, Sent[]>()
  for (const request of needed) {
    const before = needed.filter(({ doneAt }) => doneAt <= request.at).map((earlier) => rows.get(earlier) ?? [])
    const longest = before.reduce((long, row) => (row.length > long.length ? row : long), [])
    rows.set(request, [...longest, request])
  }
  const longest = [...rows.values()].reduce((long, row) => (row.length > long.length ? row : long), [])
  const scripts = needed.filter(({ type, url }) => type === 'Script' && url.includes('/assets/'))
  return { row: longest.map(({ url }) => url), scripts: [...new Set(scripts.map(({ url }) => url))] }
}

async function publicPages() {
  const visitor = callerAt(world.baseUrl, null)
  const query = { tenantId: 'sample' }
  const [project] = (await visitor.call(listProjects, { query: { ...query, q: 'Cookstoves of Kitui' } })).items
  const [claim] = (await visitor.call(listClaims, { query })).items
  if (!project || !claim) throw new Error('The sample has a published project and a claim.')
  return [
    { address: paths.projects, content: 'main table tbody tr' },
    { address: projectPath(project.projectKey), content: 'main h1' },
    { address: paths.claims, content: 'main table tbody tr' },
    { address: claimPath(claim.claimId), content: 'main dl' },
  ]
}

describe('requests of a page before it shows its content', () => {
  test('is three in a row at most for the start of a visitor, in few files', async ({ page }) => {
    const { row, scripts } = await requestsOf(page, '[aria-label="Figures of the registry"]', () => openHero(page))
    expect(row.length, row.join('\n')).toBeLessThanOrEqual(most.start)
    expect(scripts.length, scripts.join('\n')).toBeLessThanOrEqual(mostScripts.hero)
  })

  test.for([[0], [1], [2], [3]] as const)(
    'is two in a row at most for a public page (%s), as its data is asked for with its scripts',
    async ([at], { openPage }) => {
      const shown = (await publicPages())[at]
      if (!shown) throw new Error('There are four public pages.')
      // On a busy machine the content appears so late that later parts of the page have come too.
      let needed = { row: [''], scripts: [''] }
      for (let left = 3; left > 0; left -= 1) {
        const page = await openPage()
        needed = await requestsOf(page, shown.content, () => page.goto(shown.address))
        if (needed.row.length <= most.publicPage) break
      }
      const { row, scripts } = needed
      expect(row.length, row.join('\n')).toBeLessThanOrEqual(most.publicPage)
      expect(scripts.length, scripts.join('\n')).toBeLessThanOrEqual(mostScripts.publicPage)
    },
  )

  test('is four in a row at most for the dashboard, as the browser alone knows who is signed in', async ({ page }) => {
    await signInAs(page, 'proponent')
    const fresh = await page.context().newPage()
    const { row, scripts } = await requestsOf(fresh, 'ul[aria-label="My Projects"]', () => openDashboard(fresh))
    await fresh.close()
    expect(row.length, row.join('\n')).toBeLessThanOrEqual(most.dashboard)
    expect(scripts.length, scripts.join('\n')).toBeLessThanOrEqual(mostScripts.dashboard)
  })
})
