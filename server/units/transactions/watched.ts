import type { Changes } from '#server/infra/db/changes.ts'
import type { Sql } from '#server/infra/db/database.ts'
import { watchHub } from '#server/infra/db/watch-hub.ts'
import type { Log } from '#server/infra/log.ts'
import { type SettlementNow, settlementNow } from './transactions.store.ts'

type Movement = { tenantId: string; id: string }
type Listener = (now: SettlementNow) => void

export type Watched = {
  /** Calls `listener` after a change of any movement. Returns a function that ends the watch. */
  watch(movement: Movement, listener: Listener): () => void
}

/** The notification names no movement. */
const allMovements = ''

/** One query per change reads all watched movements. */
export function watchedMovements(deps: { sql: Sql; log: Log; settlementChanges: Changes }): Watched {
  const hub = watchHub<Movement & { listener: Listener }>({
    changes: deps.settlementChanges,
    log: deps.log,
    async look(_, watchers) {
      const byMovement = Map.groupBy(watchers, keyOf)
      const movements = [...byMovement.values()].flatMap(([first]) => first ?? [])
      for (const now of await settlementNow(deps.sql, movements))
        for (const { listener } of byMovement.get(keyOf(now)) ?? []) listener(now)
    },
  })
  return { watch: ({ tenantId, id }, listener) => hub.watch(allMovements, { tenantId, id, listener }) }
}

const keyOf = ({ tenantId, id }: Movement) => `${tenantId}:${id}`
