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
  /** BCP 47, e.g. `fr-FR`. */
  locale?: string
  /** Animations run; without them the CPU has less to draw. */
  hasMotion?: boolean
  /** A phone: fingers instead of a pointer. */
  isPhone?: boolean
  /** The service worker runs; without it each request reaches the server, as most tests expect. */
  hasWorker?: boolean
  /** An HTTP proxy's address. */
  proxy?: string
  /** An existing profile; otherwise the page has its own. */
  profile?: BrowserContext
  baseUrl?: string
}

/** A refusal that a test provokes. Status 0: no answer. */
type ExpectedRefusal = { path: string | RegExp; status: number }

export type WatchedPage = Page & {
  /** Announces an error response (status 400 and up) of our server. */
  expectRefusal(refusal: ExpectedRefusal): void
}

/** TRACE=1 adds page snapshots, which double load times. */
const traced = { snapshots: process.env.TRACE === '1' }
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const actionTimeoutMs = Number(process.env.PATIENCE_SECONDS ?? 15) * 1_000
const usualWidth = 1280
const usualHeight = 800

/**
 * `page` has the light theme at 1280 × 800; each page of `openPage` has its own profile. Fails on console errors,
 * uncaught errors and failed requests to our server.
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
      for (const [at, { page }] of open.entries()) await storePicture(page, join(folder, `page-${at + 1}.png`))
      const contexts = [...new Set(open.map(({ context }) => context))]
      for (const [at, context] of contexts.entries()) await storeTrace(context, join(folder, `trace-${at + 1}.zip`))
      console.error(`What “${task.name}” saw: ${folder}`)
    }
    for (const { context, isShared, page } of open) await (isShared ? page : context).close()
    expect(open.flatMap(({ problems }) => problems)).toEqual([])
  },
  page: async ({ openPage }, use) => use(await openPage()),
})

type OpenPage = (options?: PageOptions) => Promise<WatchedPage>

/** Root cannot use the sandbox. The flags prevent requests of Chromium itself. */
function launchChromium(): Promise<Browser> {
  const calm = ['--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run']
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const executablePath = findChromium()
  return chromium.launch({
    ...(executablePath && { executablePath }),
    args: [...calm, '--disable-gpu', ...asRoot],
  })
}

/** The provider's pages follow the system's theme, ours the stored choice. */
export async function newProfile(
  browser: Browser,
  {
    theme = 'light',
    locale = 'en-GB',
    hasMotion = false,
    isPhone = false,
    hasWorker = false,
    proxy,
    baseUrl: baseURL = world.baseUrl,
  }: PageOptions = {},
): Promise<BrowserContext> {
  const origins = [{ origin: baseURL, localStorage: [{ name: 'theme', value: theme }] }]
  const storageState = { cookies: [], origins }
  const profile = await browser.newContext({
    baseURL,
    storageState,
    colorScheme: theme,
    isMobile: isPhone,
    hasTouch: isPhone,
    reducedMotion: hasMotion ? 'no-preference' : 'reduce',
    locale,
    timezoneId: 'UTC',
    serviceWorkers: hasWorker ? 'allow' : 'block',
    ...(proxy && { proxy: { server: proxy } }),
  })
  profile.setDefaultTimeout(actionTimeoutMs)
  await profile.tracing.start(traced)
  return profile
}

function watch(page: Page) {
  const problems: string[] = []
  const expected: ExpectedRefusal[] = []
  const ownOrigin = new URL(world.baseUrl).origin
  const isOwn = (url: string) => URL.canParse(url) && new URL(url).origin === ownOrigin
  /** Missing pages, which respond with an error status. */
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
    // Leaving a page aborts its requests.
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

async function storePicture(page: Page, path: string): Promise<void> {
  await page.screenshot({ path, fullPage: true }).catch(() => console.error('The page was gone, no picture.'))
}

/** Restarts the trace for shared profiles. */
async function storeTrace({ tracing }: BrowserContext, path: string): Promise<void> {
  await tracing.stop({ path }).catch(() => console.error('The browser was gone, no trace.'))
  await tracing.start(traced).catch(() => {})
}

/**
 * Fails with violations of WCAG 2.2 AA and axe's best practices. `only` and `without` name rules. Skips embedded
 * documents.
 */
export async function expectAccessible(page: Page, { only, without }: { only?: string; without?: string } = {}) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  // An earlier answer is dimmed while the next one loads.
  await page.waitForFunction(() => !document.querySelector('main [aria-busy="true"]'))
  const options: RunOptions = {
    resultTypes: ['violations'],
    iframes: false,
    ...(only && { runOnly: [only] }),
    ...(without && { rules: { [without]: { enabled: false } } }),
  }
  const found = await page.evaluate(async (chosen) => {
    // Colours in transition have a wrong contrast.
    const changes = document.getAnimations().filter((animation) => animation instanceof CSSTransition)
    for (const change of changes) change.finish()
    const { violations } = await window.axe.run(document, chosen)
    return violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ target }) => `${id}: ${help} at ${target.join(' ')}`),
    )
  }, options)
  expect(found, `axe on ${page.url()}`).toEqual([])
}

/** Waits for all content. Reloading lists are busy; the server's first text is hidden from screen readers. */
export async function whole(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.querySelector('h1') &&
      !document.querySelector('.animate-pulse, main[data-server], main [aria-busy="true"]'),
  )
}

export async function expectGood(page: Page): Promise<void> {
  await whole(page)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
}

/** Fails if the page scrolls sideways. */
export async function expectNoSidewaysScroll(page: Page) {
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(excess, `pixels beyond the right edge of ${page.url()}`).toBeLessThanOrEqual(0)
}
