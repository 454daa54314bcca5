import { gzipSync } from 'node:zlib'
import type { Page, Request, Response } from 'playwright-core'
import { firstCalls, pathOf } from '#shared/contract/calls.ts'

const calmMs = 500

/** Bytes (gzip -9) of all JavaScript that a page fetches until no request runs. */
export async function javaScriptOf(page: Page, open: () => Promise<unknown>): Promise<number> {
  const scripts: Response[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response)
  })
  const { calm } = followRequests(page)
  await open()
  await calm()
  // A body cannot be read after the page closes.
  const bodies = await Promise.all(scripts.map((script) => script.body()))
  return bodies.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0)
}

/** Waits for half a second without requests; ignores event streams. */
export function followRequests(page: Page): { calm(): Promise<void> } {
  const underWay = new Set<Request>()
  let timer: NodeJS.Timeout | undefined
  let settled = () => {}
  const look = () => {
    clearTimeout(timer)
    if (underWay.size === 0) timer = setTimeout(() => settled(), calmMs)
  }
  const over = (request: Request) => {
    underWay.delete(request)
    look()
  }
  page.on('request', (request) => {
    // A preloaded file reports a second request that never ends.
    const isNamed = request.resourceType() === 'other'
    if (!isNamed && !request.url().endsWith(pathOf(firstCalls.watchTasks))) underWay.add(request)
    look()
  })
  page.on('requestfinished', over)
  page.on('requestfailed', over)
  return {
    calm: () =>
      new Promise((resolve) => {
        settled = resolve
        look()
      }),
  }
}

/** On a phone, what stands below the hero's figures is out of view and loads when a reader scrolls to it. */
export const phones = [
  { width: 360, height: 640 },
  { width: 412, height: 823 },
] as const

export async function openHero(page: Page): Promise<void> {
  await page.goto('/')
  await page.getByRole('region', { name: 'Figures of the registry' }).waitFor()
}

/** A returning proponent's home page with projects and notices. */
export async function openDashboard(page: Page): Promise<void> {
  await page.goto('/')
  await page.getByRole('list', { name: 'My Projects' }).waitFor()
  await page.getByRole('link', { name: /^Notices/ }).waitFor()
}
