import { setTimeout as pause } from 'node:timers/promises'
import type { GuardedProcess } from './guarded-process.ts'

/** Hears why a server is away, in a sentence, and null when it is there again. */
export type OnTrouble = (trouble: string | null) => void

type Kept = {
  /** What people call the server. */
  name: string
  /** The server as the first start left it. */
  first: GuardedProcess
  /** Starts it again where it was; throws if it does not start. */
  restart(): Promise<GuardedProcess>
  onTrouble?: OnTrouble | undefined
  /** How a server of ours is stopped. */
  stopSignal: NodeJS.Signals
  stopGraceMs: number
  firstPauseMs?: number
}

const usualFirstPauseMs = 100
const longestPauseMs = 10_000
/** A server that has run so long is started again as soon as one that never ended. */
const steadyMs = 60_000

/**
 * Starts a server again whenever it ends by itself: at once, then ever more slowly up to every ten seconds, and never gives
 * up. Returns how to stop it for good.
 */
export function keepRunning(kept: Kept): { stop(): Promise<void> } {
  const { name, restart, onTrouble = () => {}, firstPauseMs = usualFirstPauseMs } = kept
  const stopping = new AbortController()
  let server: GuardedProcess | null = kept.first

  const keeping = (async () => {
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
      if (stopping.signal.aborted) await server?.stop(kept.stopSignal, kept.stopGraceMs)
      else onTrouble(null)
    }
  })()

  return {
    async stop() {
      stopping.abort()
      await server?.stop(kept.stopSignal, kept.stopGraceMs)
      await keeping
    },
  }
}
