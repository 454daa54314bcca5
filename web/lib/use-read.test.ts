import { expect, test } from 'vitest'
import { CallError } from './call.ts'
import { readSettings, readTimes } from './use-read.ts'

test('reads retry after 5 s, are shared for 2 s, refreshed on focus at most every 5 s, and called slow after 3 s', () => {
  expect(readTimes).toEqual({ retryBaseMs: 5_000, dedupeMs: 2_000, focusThrottleMs: 5_000, slowAfterMs: 3_000 })
})

test('final are a 404 on the account, a refused caller and an expired token; all else is tried again', () => {
  const retries = readSettings.shouldRetryOnError
  if (typeof retries !== 'function') throw new Error('expected a rule')
  expect(retries(new CallError('readAccount', 'none', 404, {}))).toBe(false)
  expect(retries(new CallError('readProject', 'who', 401, {}))).toBe(false)
  expect(retries(new CallError('readProject', 'no', 403, {}))).toBe(false)
  expect(retries(new Error('Token expired'))).toBe(false)
  expect(retries(new CallError('readAccount', 'down', 503, {}))).toBe(true)
  expect(retries(new CallError('readProject', 'none', 404, {}))).toBe(true)
  expect(retries(new TypeError('Failed to fetch'))).toBe(true)
})
