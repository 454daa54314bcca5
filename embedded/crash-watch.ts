/** PostgreSQL kills its processes five seconds after a crash, then restarts. */
const usualGraceMs = 15_000

/**
 * Calls `onStuck` if the log shows no restart in time after a crash. PostgreSQL 18 hangs ("not yet accepting
 * connections") if its startup process panics as redo begins, as after a disk failure during recovery.
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
