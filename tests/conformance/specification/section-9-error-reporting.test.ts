import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { test } from '#tests/browser/browser.ts'
import { startEmbeddedWorld } from '#tests/kit/embedded-world.ts'

let reports: string[] = []
let service: Server
let world: Awaited<ReturnType<typeof startEmbeddedWorld>>

beforeAll(async () => {
  service = createServer((request, response) => {
    response.setHeader('access-control-allow-origin', '*')
    void text(request).then((report) => {
      reports.push(report)
      response.end('{}')
    })
  })
  await new Promise<void>((resolve) => void service.listen(0, '127.0.0.1', resolve))
  const { port } = service.address() as AddressInfo
  world = await startEmbeddedWorld({ SENTRY_DSN: `http://key@localhost:${port}/1` })
}, 120_000)
afterAll(async () => {
  await world.stop()
  await new Promise((resolve) => service.close(resolve))
})

/** Every random number of the page is `lot`. */
async function openWith(browser: Browser, lot: number): Promise<Page> {
  reports = []
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.addInitScript((drawn) => Object.assign(Math, { random: () => drawn }), lot)
  await page.goto(world.baseUrl)
  await page.getByRole('button', { name: 'Sign In' }).first().waitFor()
  return page
}

const breakOn = (page: Page) => page.evaluate(() => void setTimeout(() => Reflect.get(window, 'nothing').there))

const reportsWith = (pattern: RegExp) => reports.filter((report) => pattern.test(report)).length
/** Traces state their sample rate. */
const traces = () => reportsWith(/"sample_rate":"1"/)
const replays = (kind: 'session' | 'buffer') => reportsWith(new RegExp(`"replay_type":"${kind}"`))

describe('9. Business constants and limits: error reporting', () => {
  test('353 every trace is sent', async ({ browser }) => {
    const page = await openWith(browser, 0.99)
    await expect.poll(traces).toBeGreaterThan(0)
    await page.context().close()
  })

  test('354 of a tenth of the sessions a replay is sent', async ({ browser }) => {
    const drawn = await openWith(browser, 0.098)
    await expect.poll(() => replays('session')).toBeGreaterThan(0)
    await drawn.context().close()

    const other = await openWith(browser, 0.102)
    await expect.poll(traces).toBeGreaterThan(0)
    // Unsent replays go out with the next error, as `buffer`.
    await breakOn(other)
    await expect.poll(() => replays('buffer')).toBeGreaterThan(0)
    expect(replays('session')).toBe(0)
    await other.context().close()
  })

  test('355 of every session with an error a replay is sent', async ({ browser }) => {
    const page = await openWith(browser, 0.99)
    await expect.poll(traces).toBeGreaterThan(0)
    expect(replays('buffer')).toBe(0)
    await breakOn(page)
    await expect.poll(() => replays('buffer')).toBeGreaterThan(0)
    await page.context().close()
  })
})
