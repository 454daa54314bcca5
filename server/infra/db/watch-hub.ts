import { setTimeout as pause } from 'node:timers/promises'
import { aBell } from '../bell.ts'
import type { Log } from '../log.ts'
import type { Changes } from './changes.ts'

type Options<Watcher> = {
  /** Its payload is a group. */
  changes: Changes
  /** Reads once for all watchers of a group. */
  look: (group: string, watchers: readonly Watcher[]) => Promise<void>
  log: Pick<Log, 'warn'>
  /** Collects further changes. */
  gatherMs?: number
  /** Also looks at this interval. */
  lookEveryMs?: number
}

/** Of the open pages of this process. */
export type WatchHub<Watcher> = {
  /** Returns an unsubscribe function. */
  watch(group: string, watcher: Watcher): () => void
  /** Looks soon, as after a change. */
  ring(group: string): void
}

/** Delay after a failure; random, so that processes do not retry together. */
const againWithinMs = 2_000

/** One query per change and group, whatever the number of pages. Listens while anybody watches. */
export function watchHub<Watcher>({ changes, look, log, gatherMs, lookEveryMs }: Options<Watcher>): WatchHub<Watcher> {
  const watching = new Map<string, Set<Watcher>>()
  const due = new Set<string>()
  let stop = () => {}

  const bell = aBell(async () => {
    const [group] = due
    if (group === undefined) return
    due.delete(group)
    const watchers = watching.get(group)
    try {
      if (watchers) await look(group, [...watchers])
    } catch (error) {
      log.warn({ reason: String(error) }, 'Open pages hear of changes later.')
      due.add(group)
      await pause(Math.random() * againWithinMs)
    }
    if (due.size > 0) bell.ring()
  }, gatherMs)

  function ring(groups: Iterable<string>): void {
    for (const group of groups) if (watching.has(group)) due.add(group)
    if (due.size > 0) bell.ring()
  }

  function start(): void {
    const unsubscribe = changes.subscribe((payload) => ring(payload === null ? watching.keys() : [payload]))
    const timer = lookEveryMs === undefined ? undefined : setInterval(() => ring(watching.keys()), lookEveryMs)
    stop = () => {
      unsubscribe()
      clearInterval(timer)
    }
  }

  return {
    watch(group, watcher) {
      if (watching.size === 0) start()
      const here = watching.get(group) ?? new Set()
      watching.set(group, here.add(watcher))
      return () => {
        here.delete(watcher)
        if (here.size > 0 || watching.get(group) !== here) return
        watching.delete(group)
        if (watching.size === 0) stop()
      }
    },
    ring: (group) => ring([group]),
  }
}
