import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchCrashes } from './crash-watch.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const panic = '2026-11-22 15:06:48.527 UTC [21720] PANIC:  could not fsync file "global/pg_control": Input/output error'
const crash = '2026-11-22 15:06:47.856 UTC [21529] LOG:  terminating any other active server processes'
const anew = '2026-11-22 15:06:47.897 UTC [21529] LOG:  all server processes terminated; reinitializing'

function stuckAfter(...lines: readonly string[]): number {
  const onStuck = vi.fn<() => void>()
  const { onLine } = watchCrashes(onStuck)
  for (const line of lines) onLine(line)
  vi.advanceTimersByTime(60_000)
  return onStuck.mock.calls.length
}

test('a server that begins anew after a crash is left alone', () => {
  expect(stuckAfter(panic, crash, anew)).toBe(0)
})

test('a server that logs nothing more after a panic or a crash is reported as stuck, once', () => {
  expect(stuckAfter(panic)).toBe(1)
  expect(stuckAfter(crash)).toBe(1)
  expect(stuckAfter(panic, crash, anew, panic)).toBe(1)
})

test('a server that has ended is not watched any more', () => {
  const onStuck = vi.fn<() => void>()
  const { onLine, end } = watchCrashes(onStuck)
  onLine(panic)
  end()
  vi.advanceTimersByTime(60_000)
  expect(onStuck).not.toHaveBeenCalled()
})
