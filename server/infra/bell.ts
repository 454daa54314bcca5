import { setTimeout as pause } from 'node:timers/promises'

export type Bell = {
  /** Runs the work at once, or once more after the current run. */
  ring(): void
  /** Waits for all runs that are due. */
  stop(): Promise<void>
}

/** Never two runs at once; `gatherMs` later the next begins. `work` must catch its own errors. */
export function aBell(work: () => Promise<unknown>, gatherMs = 0): Bell {
  let running: Promise<void> | null = null
  let isDue = false

  async function run(): Promise<void> {
    while (isDue) {
      isDue = false
      await work()
      if (gatherMs > 0) await pause(gatherMs)
    }
    running = null
  }
  return {
    ring() {
      isDue = true
      running ??= run()
    },
    async stop() {
      await running
    },
  }
}
