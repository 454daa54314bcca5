import { SWRConfig } from 'swr'
import { expect, test, vi } from 'vitest'
import { CallError } from './call.ts'
import { readSettings, readTimes } from './use-read.ts'

test('reads retry after 5 s, are shared for 2 s, refreshed on focus at most every 5 s, and called slow after 3 s', () => {
  expect(readTimes).toEqual({ retryBaseMs: 5_000, dedupeMs: 2_000, focusThrottleMs: 5_000, slowAfterMs: 3_000 })
})

test('final are a 404 on the account and an expired token; all else is tried again', () => {
  const retries = readSettings.shouldRetryOnError
  if (typeof retries !== 'function') throw new Error('expected a rule')
  expect(retries(new CallError('readAccount', 'none', 404, {}))).toBe(false)
  expect(retries(new CallError('readProject', 'who', 401, {}))).toBe(true)
  expect(retries(new CallError('readProject', 'no', 403, {}))).toBe(true)
  expect(retries(new Error('Token expired'))).toBe(false)
  expect(retries(new CallError('readAccount', 'down', 503, {}))).toBe(true)
  expect(retries(new CallError('readProject', 'none', 404, {}))).toBe(true)
  expect(retries(new TypeError('Failed to fetch'))).toBe(true)
})

test.each([
  ['a crowd was turned away', 60_000, new CallError('listProjects', 'busy', 503, {}, '60')],
  ['nothing was asked for', readTimes.retryBaseMs, new CallError('listProjects', 'busy', 503, {})],
  ['it was asked for a moment alone', readTimes.retryBaseMs, new CallError('listProjects', 'busy', 503, {}, '2')],
])('where %s the next try waits at least %i ms', async (_name, leastMs, error) => {
  vi.useFakeTimers()
  try {
    const again = vi.fn<() => Promise<boolean>>()
    const config = { ...SWRConfig.defaultValue, errorRetryInterval: readTimes.retryBaseMs }
    readSettings.onErrorRetry?.(error, 'key', config, again, { retryCount: 1, dedupe: true })
    await vi.advanceTimersByTimeAsync(leastMs - 1)
    expect(again).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(2 * leastMs)
    expect(again).toHaveBeenCalledOnce()
  } finally {
    vi.useRealTimers()
  }
})
