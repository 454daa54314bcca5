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
  const { add, stop, isStopping } = nothingRunning()
  const asked = askedToStop()
  const starting = start({ add }).then(
    () => 'ready',
    (error: unknown) => {
      if (!isStopping()) explain(error)
      return 'failed'
    },
  )
  const first = await Promise.race([starting, asked])
  if (first === 'ready') await asked
  await stop()
  await starting
  process.exit()
}

function nothingRunning(): Running & { stop: Stop; isStopping(): boolean } {
  const stops: Stop[] = []
  let isStopping = false
  const report = (error: unknown) => console.error(error)
  return {
    isStopping: () => isStopping,
    async add(stop) {
      if (!isStopping) return void stops.push(stop)
      await stop().catch(report)
      throw new Error('Stopped while starting.')
    },
    async stop() {
      isStopping = true
      for (const stop of stops.reverse()) await stop().catch(report)
    },
  }
}

/** Resolves at the first signal that asks to stop. */
function askedToStop(): Promise<'asked'> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => resolve('asked'))
  })
}
