import { readFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type axe from 'axe-core'
import type { RunOptions } from 'axe-core'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { expect, test as plain } from 'vitest'
import { findChromium } from '../../scripts/chromium.ts'
import { world } from './world.ts'

declare global {
  interface Window {
    axe: typeof axe
  }
}

export type Theme = 'light' | 'dark'
export const themes = ['light', 'dark'] as const satisfies readonly Theme[]

export type PageOptions = {
  theme?: Theme
  width?: number
  height?: number
  /** BCP 47, e.g. `fr-FR`: what the browser tells the server and the language detector. */
  locale?: string
  /** A browser profile that is there already, with its theme and locale; otherwise the page has one of its own. */
  profile?: BrowserContext
  /** Another registry than this worker's world. */
  baseUrl?: string
}

/** A refusal that a test provokes on purpose, so that it is no reason to fail; 0 is the status of a call without an answer. */
type ExpectedRefusal = { path: string | RegExp; status: number }

export type WatchedPage = Page & {
  /** Says before the act which answer of our server (status 400 and up) it is about to provoke. */
  expectRefusal(refusal: ExpectedRefusal): void
}

/** Each step, the network and the console; with TRACE=1 what a page held at each step too, for which it loads in twice the time. */
const traced = { snapshots: process.env.TRACE === '1' }
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** How long a test waits for what it looks for: it is there at once on a quiet machine. */
const actionTimeoutMs = Number(process.env.PATIENCE_SECONDS ?? 15) * 1_000
const usualWidth = 1280
const usualHeight = 800

/**
 * A test with a browser. `page` is a page in the light theme at 1280 × 800; `openPage` opens more, each in a browser
 * profile of its own. Any console error, uncaught error or failed request to our own server fails the test.
 */
export const test = plain.extend<{ browser: Browser; openPage: OpenPage; page: WatchedPage }>({
  browser: [
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads the fixtures' names from the pattern
    async ({}, use) => {
      const browser = await launchChromium()
      await use(browser)
      await browser.close()
    },
    { scope: 'worker' },
  ],
  openPage: async ({ browser, task }, use) => {
    const open: { context: BrowserContext; isShared: boolean; page: Page; problems: string[] }[] = []
    await use(async (options = {}) => {
      const { profile, width = usualWidth, height = usualHeight } = options
      const context = profile ?? (await newProfile(browser, options))
      const page = await context.newPage()
      await page.setViewportSize({ width, height })
      const { problems, expectRefusal } = watch(page)
      open.push({ context, isShared: profile !== undefined, page, problems })
      return Object.assign(page, { expectRefusal })
    })
    if (task.result?.state === 'fail') {
      const folder = await mkdtemp(join(tmpdir(), 'registry-failed-'))
      for (const [at, { page }] of open.entries()) await keepPicture(page, join(folder, `page-${at + 1}.png`))
      const contexts = [...new Set(open.map(({ context }) => context))]
      for (const [at, context] of contexts.entries()) await keepTrace(context, join(folder, `trace-${at + 1}.zip`))
      console.error(`What “${task.name}” saw: ${folder}`)
    }
    for (const { context, isShared, page } of open) await (isShared ? page : context).close()
    expect(open.flatMap(({ problems }) => problems)).toEqual([])
  },
  page: async ({ openPage }, use) => use(await openPage()),
})

type OpenPage = (options?: PageOptions) => Promise<WatchedPage>

/** Starts the Chromium that `npm test` found; root may not use its sandbox. It calls nobody but the pages' servers. */
function launchChromium(): Promise<Browser> {
  const calm = ['--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run']
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const executablePath = findChromium()
  return chromium.launch({
    ...(executablePath && { executablePath }),
    args: [...calm, '--disable-gpu', ...asRoot],
  })
}

/** The theme is both what the system prefers, which the provider's pages follow, and what the reader once chose on ours. */
export async function newProfile(
  browser: Browser,
  { theme = 'light', locale = 'en-GB', baseUrl: baseURL = world.baseUrl }: PageOptions = {},
): Promise<BrowserContext> {
  const origins = [{ origin: baseURL, localStorage: [{ name: 'theme', value: theme }] }]
  const storageState = { cookies: [], origins }
  const profile = await browser.newContext({
    baseURL,
    storageState,
    colorScheme: theme,
    // Frames of an animation are drawn by the processor here.
    reducedMotion: 'reduce',
    locale,
    timezoneId: 'UTC',
  })
  profile.setDefaultTimeout(actionTimeoutMs)
  await profile.tracing.start(traced)
  return profile
}

/** Collects what a person at the developer tools would call broken. */
function watch(page: Page) {
  const problems: string[] = []
  const expected: ExpectedRefusal[] = []
  const ownOrigin = new URL(world.baseUrl).origin
  const isOwn = (url: string) => URL.canParse(url) && new URL(url).origin === ownOrigin
  /** Pages of addresses at which there is nothing: they say so, to people and by their status. */
  const missingPages = new Set<string>()
  const isExpected = (url: string, status: number | null) =>
    missingPages.has(url) ||
    expected.some((refusal) => matches(refusal.path, url) && (status === null || status === refusal.status))

  page.on('pageerror', (error) => problems.push(`Uncaught on ${page.url()}: ${error.stack ?? error.message}`))
  page.on('console', (message) => {
    const { url } = message.location()
    if (message.type() === 'error' && !isExpected(url, null)) {
      problems.push(`Console on ${page.url()}: ${message.text()} (${url})`)
    }
  })
  page.on('response', (response) => {
    const status = response.status()
    if (status === 404 && response.request().isNavigationRequest()) missingPages.add(response.url())
    if (status >= 400 && isOwn(response.url()) && !isExpected(response.url(), status)) {
      problems.push(`${status} for ${response.request().method()} ${response.url()}`)
    }
  })
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? ''
    // Leaving a page aborts what it was still asking for.
    const isLeft = reason === 'net::ERR_ABORTED'
    if (isOwn(request.url()) && !isLeft && !isExpected(request.url(), null))
      problems.push(`${reason} for ${request.url()}`)
  })
  return { problems, expectRefusal: (refusal: ExpectedRefusal) => void expected.push(refusal) }
}

function matches(path: string | RegExp, url: string): boolean {
  if (!URL.canParse(url)) return false
  const { pathname } = new URL(url)
  return typeof path === 'string' ? pathname === path : path.test(pathname)
}

async function keepPicture(page: Page, path: string): Promise<void> {
  await page.screenshot({ path, fullPage: true }).catch(() => console.error('The page was gone, no picture.'))
}

/** Keeps what was done in a browser profile and what its pages held at each step; a profile that tests share starts anew. */
async function keepTrace({ tracing }: BrowserContext, path: string): Promise<void> {
  await tracing.stop({ path }).catch(() => console.error('The browser was gone, no trace.'))
  await tracing.start(traced).catch(() => {})
}

/**
 * Fails with each violation of WCAG 2.2 AA or of axe's best practices, and where it is. `only` and `without` name rules: all are
 * tried otherwise. What other documents show within the page is not ours.
 */
export async function expectAccessible(page: Page, { only, without }: { only?: string; without?: string } = {}) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  const options: RunOptions = {
    resultTypes: ['violations'],
    iframes: false,
    ...(only && { runOnly: [only] }),
    ...(without && { rules: { [without]: { enabled: false } } }),
  }
  const found = await page.evaluate(async (chosen) => {
    // Colours between two themes have the contrast of neither.
    const changes = document.getAnimations().filter((animation) => animation instanceof CSSTransition)
    await Promise.allSettled(changes.map(({ finished }) => finished))
    const { violations } = await window.axe.run(document, chosen)
    return violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ target }) => `${id}: ${help} at ${target.join(' ')}`),
    )
  }, options)
  expect(found, `axe on ${page.url()}`).toEqual([])
}

/**
 * Waits until a page has its heading, and has read what it shows: what a list showed before stands dimmed until then. What the server
 * writes for the first moment is hidden from screen readers.
 */
export async function whole(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.querySelector('h1') &&
      !document.querySelector('.animate-pulse, main[aria-hidden], main [aria-busy="true"]'),
  )
}

/** Fails unless a whole page is accessible and fits. */
export async function expectGood(page: Page): Promise<void> {
  await whole(page)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
}

/** Fails if the page can be scrolled sideways: nothing may stick out of a narrow screen. */
export async function expectNoSidewaysScroll(page: Page) {
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(excess, `pixels beyond the right edge of ${page.url()}`).toBeLessThanOrEqual(0)
}
