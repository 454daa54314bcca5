import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { listProjects } from '#shared/contract/projects.ts'
import { CallError } from './call.ts'
import { type Pause, readPages } from './read-pages.ts'
import { loadSiteConfig } from './site-config.ts'
import { testSite } from './test-site.ts'

type Reply = { status: number; retryAfter?: string } | 'lost' | 'cut'

/** Failures of further pages, and each call's cursor. */
let failures: Reply[] = []
let cursors: (string | null)[] = []
const pages = 3

beforeEach(async () => {
  vi.stubGlobal('fetch', async () => Response.json(testSite))
  await loadSiteConfig()
  failures = []
  cursors = []
  vi.useFakeTimers()
  vi.stubGlobal('fetch', async (address: string) => {
    const cursor = new URLSearchParams(address.split('?')[1]).get('cursor')
    cursors.push(cursor)
    const page = Number(cursor ?? 0)
    const failure = page > 0 ? failures.shift() : undefined
    if (failure === 'lost') throw new TypeError('Failed to fetch')
    if (failure === 'cut') return new Response(new ReadableStream({ start: (it) => it.error(new TypeError('cut')) }))
    if (failure) {
      const headers = failure.retryAfter === undefined ? {} : { 'retry-after': failure.retryAfter }
      return new Response('{}', { status: failure.status, headers })
    }
    const nextCursor = page + 1 < pages ? String(page + 1) : null
    return new Response(JSON.stringify({ items: [`${page}a`, `${page}b`], total: 2 * pages, nextCursor }))
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const whole = ['0a', '0b', '1a', '1b', '2a', '2b']

function reading(signal?: AbortSignal) {
  const pauses: (Pause | null)[] = []
  const onPause = (pause: Pause | null) => void pauses.push(pause)
  const end = readPages(listProjects, {}, { onPause, ...(signal && { signal }) }).catch((error: unknown) => error)
  return { pauses, end }
}

test('a list goes on where it stopped, no row twice and none missing', async () => {
  failures = [{ status: 429, retryAfter: '7' }, { status: 503 }, 'lost', 'cut', { status: 502 }]
  const { pauses, end } = reading()
  await vi.runAllTimersAsync()
  expect(await end).toEqual(whole)
  expect(cursors).toEqual([null, '1', '1', '1', '1', '1', '1', '2'])
  expect(pauses.map((pause) => pause?.because)).toEqual(
    ['busy', 'busy', 'offline', 'offline', 'busy'].flatMap((because) => [because, undefined]),
  )
})

test('a list waits as long as the server says', async () => {
  failures = [{ status: 429, retryAfter: '40' }]
  const { pauses, end } = reading()
  await vi.advanceTimersByTimeAsync(39_999)
  expect(cursors).toEqual([null, '1'])
  expect(pauses).toEqual([{ because: 'busy', ms: 40_000 }])
  await vi.advanceTimersByTimeAsync(1)
  expect(await end).toEqual(whole)
})

test.each(['lost', { status: 503 }] satisfies Reply[])(
  'a list is given up where its page never comes: %j',
  async (failure) => {
    failures = Array.from({ length: 100 }, () => failure)
    const { end } = reading()
    await vi.runAllTimersAsync()
    expect(await end).toBeInstanceOf(Error)
    expect(cursors).toEqual([null, ...Array.from({ length: 8 }, () => '1')])
  },
)

test('a refusal ends the reading at once', async () => {
  failures = [{ status: 403 }]
  const { pauses, end } = reading()
  expect(await end).toBeInstanceOf(CallError)
  expect(pauses).toEqual([])
})

test('a reading can be stopped while it waits, and sends no further request', async () => {
  failures = [{ status: 429, retryAfter: '600' }]
  const stopper = new AbortController()
  const { end } = reading(stopper.signal)
  await vi.advanceTimersByTimeAsync(1_000)
  stopper.abort()
  expect(await end).toBe(stopper.signal.reason)
  await vi.runAllTimersAsync()
  expect(cursors).toEqual([null, '1'])
})
