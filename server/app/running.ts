import { explain } from './explain.ts'

type Stop = () => Promise<void>

/** What this process has started, to be stopped in the opposite order. */
export type Running = {
  /** Remembers how to stop what has just started; when everything is stopping already, stops it and throws. */
  add(stop: Stop): Promise<void>
}

/**
 * Runs `start`, waits for a signal that asks to stop, stops what was added and ends the process. A signal during the start
 * stops what there is by then. A start that fails is explained, and the process ends with code 1.
 */
export async function runUntilAskedToStop(start: (running: Running) => Promise<void>): Promise<never> {
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
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => resolve('asked'))
  })
}
