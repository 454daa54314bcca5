import { gzipSync } from 'node:zlib'
import type { Page, Request, Response } from 'playwright-core'
import { firstCalls, pathOf } from '#shared/contract/calls.ts'

/** So long nothing is asked for before all that a page needs is there. */
const calmMs = 500

/**
 * Bytes of all JavaScript that a page fetches while `open` opens it and until nothing is under way any more, each file packed by
 * gzip -9.
 */
export async function javaScriptOf(page: Page, open: () => Promise<unknown>): Promise<number> {
  const scripts: Response[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response)
  })
  const { calm } = followRequests(page)
  await open()
  await calm()
  // Not before: what comes after the calm would be read while the page is closed.
  const bodies = await Promise.all(scripts.map((script) => script.body()))
  return bodies.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0)
}

/** Says when nothing has been under way for a while; a stream of events, which stays open, is not waited for. */
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
    // What the page named beforehand is told of again when a script asks for it, without an end.
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

/** Where what is below the hero's figures is out of view, so that it comes later; a wide window shows the beginning of it. */
export const aPhone = { width: 412, height: 823 }

/** Opens the start as a visitor sees it, with its figures. */
export async function openHero(page: Page): Promise<void> {
  await page.goto('/')
  await page.getByRole('region', { name: 'Figures of the registry' }).waitFor()
}

/** Opens the start as a proponent of the sandbox sees it who has signed in before, with projects and notices. */
export async function openDashboard(page: Page): Promise<void> {
  await page.goto('/')
  await page.getByRole('list', { name: 'My Projects' }).waitFor()
  await page.getByRole('link', { name: /^Notices/ }).waitFor()
}
