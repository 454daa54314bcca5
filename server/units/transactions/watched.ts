import type { Changes } from '#server/infra/db/changes.ts'
import type { Sql } from '#server/infra/db/database.ts'
import type { Log } from '#server/infra/log.ts'
import { type SettlementNow, settlementNow } from './transactions.store.ts'

type Listener = (now: SettlementNow) => void

export type Watched = {
  /** Calls `listener` after a change of any movement. Returns a function that ends the watch. */
  watch(movement: { tenantId: string; id: string }, listener: Listener): () => void
}

/** The delay is random below this, so that processes do not retry all at once. */
const againWithinMs = 2_000

/** One query per change reads all watched movements. */
export function watchedMovements(deps: { sql: Sql; log: Log; settlementChanges: Changes }): Watched {
  const listeners = new Map<string, { tenantId: string; id: string; all: Set<Listener> }>()
  let unsubscribe = () => {}
  let again: NodeJS.Timeout | undefined
  let isLooking = false
  let isDue = false

  async function look(): Promise<void> {
    clearTimeout(again)
    isDue = true
    if (isLooking) return
    isLooking = true
    try {
      while (isDue && listeners.size > 0) {
        isDue = false
        for (const now of await settlementNow(deps.sql, [...listeners.values()])) {
          for (const listener of listeners.get(keyOf(now))?.all ?? []) listener(now)
        }
      }
    } catch (error) {
      deps.log.warn({ reason: String(error) }, 'Streams of events look again later.')
      if (listeners.size > 0) again = setTimeout(look, Math.random() * againWithinMs)
    } finally {
      isLooking = false
    }
  }

  return {
    watch({ tenantId, id }, listener) {
      if (listeners.size === 0) unsubscribe = deps.settlementChanges.subscribe(look)
      const key = keyOf({ tenantId, id })
      const watched = listeners.get(key) ?? { tenantId, id, all: new Set() }
      listeners.set(key, watched)
      watched.all.add(listener)
      return () => {
        watched.all.delete(listener)
        if (watched.all.size > 0 || listeners.get(key) !== watched) return
        listeners.delete(key)
        if (listeners.size > 0) return
        clearTimeout(again)
        unsubscribe()
      }
    },
  }
}

const keyOf = ({ tenantId, id }: { tenantId: string; id: string }) => `${tenantId}:${id}`
