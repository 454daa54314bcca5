import { act, render } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { siteConfig } from '#shared/contract/registry.ts'
import { watchSettlement } from '#shared/contract/transactions.ts'
import { loadSiteConfig } from './site-config.ts'
import { testSite } from './test-site.ts'
import { useEvents } from './use-events.ts'

let answers: (() => Response)[] = []
let signals: AbortSignal[] = []
let received: string[] = []

beforeAll(async () => {
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(siteConfig.parse(testSite))))
  await loadSiteConfig()
})
beforeEach(() => {
  ;[answers, signals, received] = [[], [], []]
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.stubGlobal('fetch', async (_: string, { signal }: { signal: AbortSignal }) => {
    signals.push(signal)
    return (answers.shift() ?? open)()
  })
})
afterEach(() => {
  setVisible(true)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const eventStream = (text: string) => new Response(`data: ${text}\n\n`)
const open = () => new Response(new ReadableStream())

function setVisible(isVisible: boolean): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(isVisible ? 'visible' : 'hidden')
  document.dispatchEvent(new Event('visibilitychange'))
}

function Listener() {
  useEvents(watchSettlement, { params: { transactionId: 't' } }, (data) => received.push(data))
  return null
}

/** Waits at most ten minutes. */
async function untilRequested(times: number) {
  for (let second = 0; second < 600 && signals.length < times; second += 1) {
    await act(() => vi.advanceTimersByTimeAsync(1_000))
    await new Promise(setImmediate)
  }
}

const dropped = () => {
  throw new TypeError('Failed to fetch')
}

test.each([
  ['a gateway that says 502', () => new Response('', { status: 502 })],
  ['too many requests', () => new Response('', { status: 429 })],
  ['a line that drops', dropped],
  ['an end of the stream', () => eventStream('recorded')],
])('after %s the stream is opened again, and the current state arrives', async (_, failed) => {
  answers = [failed, failed, () => eventStream('confirmed')]
  render(<Listener />)
  await untilRequested(4)
  expect(signals).toHaveLength(4)
  expect(received.at(-1)).toBe('confirmed')
})

test.each([
  ['a refusal', () => new Response('', { status: 404 })],
  ['a stream that says that nothing more will come', () => new Response('event: end\n\n')],
])('%s is not opened again', async (_, last) => {
  answers = [last]
  render(<Listener />)
  await untilRequested(2)
  expect(signals).toHaveLength(1)
})

test('a hidden page lets go of its stream, and has it again when it is seen', async () => {
  render(<Listener />)
  await untilRequested(1)
  expect(signals.map(({ aborted }) => aborted)).toEqual([false])
  setVisible(false)
  expect(signals.map(({ aborted }) => aborted)).toEqual([true])
  setVisible(true)
  await untilRequested(2)
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false])
})
