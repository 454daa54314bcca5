import { explain } from './explain.ts'
import { openLog } from './log.ts'

type Stop = () => Promise<void>

export type Running = {
  /** During shutdown, calls `stop` at once and throws. */
  add(stop: Stop): Promise<void>
}

/** `npm start` repeats Ctrl-C: both signals within this time are one request. */
const sameWishMs = 1_000

/**
 * Runs `start`, waits for a stop signal, stops the added parts and exits. A signal during the start stops the parts so
 * far. A second signal, a failed start or an uncaught exception exits with code 1: after an exception the state is
 * unknown, and the supervisor restarts the process.
 */
export async function runUntilStopped(start: (running: Running) => Promise<void>): Promise<never> {
  // Unhandled rejections arrive here too.
  process.on('uncaughtException', endAtOnce)
  // A full disk must not end the process.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  const started = new AsyncDisposableStack()
  const add = async (stop: Stop) => {
    if (!started.disposed) return started.defer(stop)
    await stop().catch(console.error)
    throw new Error('Stopped while starting.')
  }
  const stopRequested = stopSignal()
  const starting = start({ add }).then(
    () => 'ready',
    (error: unknown) => (started.disposed ? 'stopped' : explain(error)),
  )
  if ((await Promise.race([starting, stopRequested])) === 'ready') await stopRequested
  await started.disposeAsync().catch(console.error)
  await starting
  process.exit()
}

function stopSignal(): Promise<'asked'> {
  return new Promise((resolve) => {
    let firstAt: number | null = null
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
      process.on(signal, () => {
        firstAt ??= performance.now()
        if (performance.now() - firstAt > sameWishMs) process.exit(1)
        resolve('asked')
      })
    }
  })
}

function endAtOnce(err: unknown): void {
  openLog({ LOG_LEVEL: 'fatal' }).fatal({ err }, 'Something was thrown that nobody caught; the process ends.')
  process.exit(1)
}
