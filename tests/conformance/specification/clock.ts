import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** When a page asked for something and when it was answered, by its own clock, in milliseconds. */
type Timed = { asked: number; answered: number | null }

/** The calls of a path that a page makes from its next load on, by the page's own clock. */
export async function timesOf(page: Page, path: string): Promise<() => Promise<Timed[]>> {
  await page.addInitScript((watched) => {
    const times: Timed[] = []
    Reflect.set(window, 'timesOfCalls', times)
    const { fetch: send } = window
    window.fetch = async (asked, init) => {
      const address = asked instanceof Request ? asked.url : asked
      if (new URL(address, location.href).pathname !== watched) return send(asked, init)
      const time: Timed = { asked: Date.now(), answered: null }
      times.push(time)
      const answer = await send(asked, init)
      time.answered = Date.now()
      return answer
    }
  }, path)
  return () => page.evaluate(() => Reflect.get(window, 'timesOfCalls'))
}

/** When a page was answered for the nth time. */
export async function answerTime(times: () => Promise<Timed[]>, nth: number): Promise<number> {
  await expect.poll(async () => (await times())[nth]?.answered ?? null).not.toBeNull()
  return (await times())[nth]?.answered ?? 0
}

/** The page's own clock. */
export const clockOf = (page: Page) => page.evaluate(() => Date.now())

/** Moves the stopped clock of a page on to a time. */
export async function runTo(page: Page, timeMs: number): Promise<void> {
  await page.clock.runFor(timeMs - (await clockOf(page)))
}

/** Fails unless so much time has passed: nothing comes early, and what comes a twentieth late is wrong. */
export function expectTime(passedMs: number, saidMs: number): void {
  expect(passedMs).toBeGreaterThanOrEqual(saidMs)
  expect(passedMs).toBeLessThan(saidMs * 1.045)
}
