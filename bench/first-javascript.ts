import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type Browser, chromium } from 'playwright-core'
import { build } from 'vite'
import { javaScriptOf, openDashboard, openHero, phones } from '#tests/browser/javascript.ts'
import { type RunningWorld, startEmbeddedWorld } from '#tests/kit/embedded-world.ts'
import { ensureChromium } from '../scripts/chromium.ts'
import webConfig from '../vite.config.ts'
import type { Measure } from './bench.ts'
import type { Line } from './lines.ts'

const mostBytes = { hero: 120_000, dashboard: 172_000 }

/** JavaScript for a complete first page, against React alone, built the same way. */
export const firstJavaScript: Measure = {
  name: 'first-javascript',
  async run() {
    const react = await reactAlone()
    const browser = await chromium.launch({
      executablePath: await ensureChromium(),
      args: process.getuid?.() === 0 ? ['--no-sandbox', '--disable-gpu'] : ['--disable-gpu'],
    })
    try {
      const world = await startEmbeddedWorld()
      try {
        return await pagesIn(browser, world, react)
      } finally {
        await world.stop()
      }
    } finally {
      await browser.close()
    }
  },
}

async function pagesIn(browser: Browser, world: RunningWorld, react: number): Promise<Line[]> {
  const context = await browser.newContext({ baseURL: world.baseUrl, locale: 'en-GB' })
  const page = await context.newPage()
  await page.setViewportSize(phones[0])
  const hero = await javaScriptOf(page, () => openHero(page))
  await page.getByRole('button', { name: 'Sign In' }).first().click()
  await page.locator('#email').fill('proponent@registry.test')
  await page.locator('#password').fill(world.password)
  await page.locator('main button').click()
  await page.getByRole('list', { name: 'My Projects' }).waitFor()
  // Signed in, empty cache.
  const returning = await browser.newContext({
    baseURL: world.baseUrl,
    locale: 'en-GB',
    storageState: await context.storageState(),
  })
  const back = await returning.newPage()
  const dashboard = await javaScriptOf(back, () => openDashboard(back))
  return [lineOf('hero', hero, react), lineOf('dashboard', dashboard, react)]
}

function lineOf(page: keyof typeof mostBytes, bytes: number, react: number): Line {
  return {
    name: `first JavaScript, ${page}, gzip`,
    measured: kB(bytes),
    limit: `${kB(mostBytes[page])}; React alone ${kB(react)}`,
    ratio: bytes / mostBytes[page],
    goal: { atMost: 1 },
  }
}

function kB(bytes: number): string {
  return `${(bytes / 1_000).toFixed(1)} kB`
}

async function reactAlone(): Promise<number> {
  const root = join(import.meta.dirname, '..')
  const entry = join(root, 'react-alone.js')
  const source = `import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
createRoot(document.body).render(createElement('p'))`
  const built = await build({
    root,
    configFile: false,
    logLevel: 'error',
    mode: 'production',
    plugins: [
      {
        name: 'react-alone',
        resolveId: (id) => (id === entry ? id : null),
        load: (id) => (id === entry ? source : null),
      },
    ],
    build: {
      write: false,
      target: webConfig.build?.target ?? 'baseline-widely-available',
      modulePreload: { polyfill: false },
      rolldownOptions: { input: entry },
    },
  })
  const files = [built].flat().flatMap((result) => ('output' in result ? result.output : []))
  return files.reduce((sum, file) => sum + (file.type === 'chunk' ? gzipSync(file.code, { level: 9 }).length : 0), 0)
}
