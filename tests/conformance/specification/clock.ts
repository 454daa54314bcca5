import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** By the page's clock, in milliseconds. */
type Timed = { sent: number; answered: number | null }

/** Records calls of a path from the page's next load on. */
export async function timesOf(page: Page, path: string): Promise<() => Promise<Timed[]>> {
  await page.addInitScript((watched) => {
    const times: Timed[] = []
    Reflect.set(window, 'timesOfCalls', times)
    const { fetch: send } = window
    window.fetch = async (input, init) => {
      const address = input instanceof Request ? input.url : input
      if (new URL(address, location.href).pathname !== watched) return send(input, init)
      const time: Timed = { sent: Date.now(), answered: null }
      times.push(time)
      const answer = await send(input, init)
      time.answered = Date.now()
      return answer
    }
  }, path)
  return () => page.evaluate(() => Reflect.get(window, 'timesOfCalls'))
}

export async function answerTime(times: () => Promise<Timed[]>, nth: number): Promise<number> {
  await expect.poll(async () => (await times())[nth]?.answered ?? null).not.toBeNull()
  return (await times())[nth]?.answered ?? 0
}

export const clockOf = (page: Page) => page.evaluate(() => Date.now())

/** Advances the stopped clock. */
export async function runTo(page: Page, timeMs: number): Promise<void> {
  await page.clock.runFor(timeMs - (await clockOf(page)))
}

/** Fails if time is too short or a twentieth too long. */
export function expectTime(passedMs: number, shownMs: number): void {
  expect(passedMs).toBeGreaterThanOrEqual(shownMs)
  expect(passedMs).toBeLessThan(shownMs * 1.045)
}
