/** PostgreSQL asks its processes to end after a crash, kills them five seconds later, and begins anew. */
const usualGraceMs = 15_000

/**
 * Returns a listener for PostgreSQL's log, and calls `onStuck` when a crash is not followed by a new beginning in time.
 * PostgreSQL 18 waits for ever, answering "not yet accepting connections", when its startup process panics just as redo
 * begins: seen with a disk that fails while the server recovers.
 */
export function watchCrashes(onStuck: () => void, graceMs = usualGraceMs): { onLine(line: string): void; end(): void } {
  let waiting: NodeJS.Timeout | undefined
  const end = () => {
    clearTimeout(waiting)
    waiting = undefined
  }
  return {
    onLine(line) {
      if (/ PANIC: |terminating any other active server processes/.test(line)) waiting ??= setTimeout(onStuck, graceMs)
      if (/all server processes terminated|ready to accept connections/.test(line)) end()
    },
    end,
  }
}
