import { explain } from './explain.ts'
import { openLog } from './log.ts'

type Stop = () => Promise<void>

/** What this process has started, to be stopped in the opposite order. */
export type Running = {
  /** Remembers how to stop what has just started; when everything is stopping already, stops it and throws. */
  add(stop: Stop): Promise<void>
}

/** `npm start` passes on the signal that Ctrl-C sent us already: what comes so soon again is the same wish. */
const sameWishMs = 1_000

/**
 * Runs `start`, waits for a signal that asks to stop, stops what was added and ends the process. A signal during the start
 * stops what there is by then; a second one ends the process at once with code 1. A start that fails is explained, and the
 * process ends with code 1.
 *
 * So does a process in which something was thrown that nobody caught: nobody knows what it has left half done, and whoever
 * started it starts it again. What was answered is in the database, and guards stop the embedded servers.
 */
export async function runUntilAskedToStop(start: (running: Running) => Promise<void>): Promise<never> {
  process.on('uncaughtException', endAtOnce) // a rejection that nobody handles comes here too
  // What is printed for people may be lost: a full disk must not end the process.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  const started = new AsyncDisposableStack()
  const add = async (stop: Stop) => {
    if (!started.disposed) return started.defer(stop)
    await stop().catch(console.error)
    throw new Error('Stopped while starting.')
  }
  const asked = askedToStop()
  const starting = start({ add }).then(
    () => 'ready',
    (error: unknown) => (started.disposed ? 'stopped' : explain(error)),
  )
  if ((await Promise.race([starting, asked])) === 'ready') await asked
  await started.disposeAsync().catch(console.error)
  await starting
  process.exit()
}

/** Resolves at the first signal that asks to stop. */
function askedToStop(): Promise<'asked'> {
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
