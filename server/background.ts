import type { FastifyBaseLogger } from 'fastify'
import type { Chain } from './chain/chain.ts'
import { type Changes, changesOn } from './db/changes.ts'
import type { Database } from './db/database.ts'
import { startLinking } from './ledger/linker.ts'
import { changedChannel } from './settlement/settlement.store.ts'
import { type Settlement, startSettlement } from './settlement/settlement.ts'

export type Background = { settlement: Settlement; settlementChanges: Changes; stop(): Promise<void> }

/** Starts what works behind the writes: the settler with its indexer and reconciliation, and the hash chain. */
export async function startBackground(deps: {
  sql: Database
  chain: Chain
  log: FastifyBaseLogger
  now: () => Date
}): Promise<Background> {
  const [recorded, settlementChanges] = await Promise.all([
    changesOn(deps.sql, 'settlement'),
    changesOn(deps.sql, changedChannel),
  ])
  const linking = startLinking(deps.sql, recorded, deps.log)
  const settlement = startSettlement(deps)
  return {
    settlement,
    settlementChanges,
    async stop() {
      await Promise.all([settlement.stop(), linking.stop()])
      await Promise.all([recorded.stop(), settlementChanges.stop()])
    },
  }
}
