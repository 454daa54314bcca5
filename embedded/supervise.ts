import { setTimeout as pause } from 'node:timers/promises'
import type { GuardedProcess } from './guarded-process.ts'

/** Called with the reason of an outage, and with null at its end. */
export type OnTrouble = (trouble: string | null) => void

type Supervised = {
  name: string
  first: GuardedProcess
  /** Restarts at the same address, or throws. */
  restart(): Promise<GuardedProcess>
  onTrouble?: OnTrouble | undefined
  stopSignal: NodeJS.Signals
  stopGraceMs: number
  firstPauseMs?: number
}

const usualFirstPauseMs = 100
const longestPauseMs = 10_000
/** A run of this length resets the restart delay. */
const steadyMs = 60_000

/** Restarts an exited server with growing delays up to ten seconds, until `stop`. */
export function supervise(options: Supervised): { stop(): Promise<void> } {
  const { name, restart, onTrouble = () => {}, firstPauseMs = usualFirstPauseMs } = options
  const stopping = new AbortController()
  let server: GuardedProcess | null = options.first

  const supervising = (async () => {
    let pauseMs = firstPauseMs
    while (server) {
      const startedAt = performance.now()
      const { code, signal } = await server.exited
      server = null
      if (stopping.signal.aborted) return
      if (performance.now() - startedAt > steadyMs) pauseMs = firstPauseMs
      onTrouble(`${name} has ended (${signal ?? `code ${code}`}) and is started again.`)
      while (!server && !stopping.signal.aborted) {
        await pause(pauseMs, undefined, { signal: stopping.signal }).catch(() => {})
        pauseMs = Math.min(2 * pauseMs, longestPauseMs)
        if (stopping.signal.aborted) return
        server = await restart().catch((error: unknown) => {
          onTrouble(`${name} does not start: ${error instanceof Error ? error.message : error}`)
          return null
        })
      }
      if (stopping.signal.aborted) await server?.stop(options.stopSignal, options.stopGraceMs)
      else onTrouble(null)
    }
  })()

  return {
    async stop() {
      stopping.abort()
      await server?.stop(options.stopSignal, options.stopGraceMs)
      await supervising
    },
  }
}
