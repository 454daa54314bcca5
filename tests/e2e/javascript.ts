import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'

/**
 * Bytes of all JavaScript that a page fetches while `open` opens it and until nothing is under way any more, each file packed by
 * gzip -9.
 */
export async function javaScriptOf(page: Page, open: () => Promise<unknown>): Promise<number> {
  const sizes: Promise<number>[] = []
  page.on('response', (response) => {
    const isScript = response.request().resourceType() === 'script'
    if (isScript) sizes.push(response.body().then((body) => gzipSync(body, { level: 9 }).length))
  })
  await open()
  await page.waitForLoadState('networkidle')
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

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
