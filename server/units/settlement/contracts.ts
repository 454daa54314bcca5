import { deploysThisVersion } from '#server/infra/chain/sign.ts'
import { type Database, inTransaction, type Sql } from '#server/infra/db/database.ts'
import { Refused } from '#server/infra/refused.ts'
import type { ServiceStatus } from '#shared/contract/service-status.ts'
import { countUnknownBatches } from './chain-transactions.store.ts'
import { deploymentOf, knownContracts } from './contracts.store.ts'
import { giveMoveUp, insertMove, lastMove } from './moves.store.ts'
import { parkedByTenant } from './settlement.store.ts'

/** Has the settler move all holdings to this version's contract. Throws Refused where there is nothing to move, or not yet. */
export async function requestMove(sql: Database, operator: string): Promise<{ from: string; parked: number }> {
  return inTransaction(sql, async (tx) => {
    const known = await knownContracts(tx)
    const current = known.find(({ role }) => role === 'current')
    if (!current) throw new Refused('The chain has no contract of this registry yet.')
    if (await isUnderWay(tx)) {
      throw new Refused('Holdings are on the move already, or the earlier contract is about to be resumed.')
    }
    if (await countUnknownBatches(tx, current.chainId)) {
      throw new Refused('The chain has batches that this database does not know: see docs/operations.md, Settlement.')
    }
    const deployment = await deploymentOf(tx, current.chainId, current.address)
    if (deployment && deploysThisVersion(deployment)) {
      throw new Refused(`${current.address} is the contract of this version: there is no newer one.`)
    }
    await insertMove(tx, current.chainId, current.address, operator)
    const parked = (await parkedByTenant(tx)).reduce((sum, { count }) => sum + count, 0)
    return { from: current.address, parked }
  })
}

/** Has the settler resume the earlier contract. Throws Refused without a move that is not done. */
export async function requestReturn(sql: Sql): Promise<void> {
  if (!(await giveMoveUp(sql))) throw new Refused('No holdings are on the move.')
}

/** The one of settlement, then earlier ones, newest first. */
export async function publicContracts(sql: Sql): Promise<ServiceStatus['contracts']> {
  const known = await knownContracts(sql)
  return known.flatMap(({ role, fromBlock, lastBlock, ...contract }) =>
    role === 'current' || role === 'earlier'
      ? { ...contract, isEarlier: role === 'earlier', fromBlock: Number(fromBlock), lastBlock: Number(lastBlock) }
      : [],
  )
}

async function isUnderWay(sql: Sql): Promise<boolean> {
  const last = await lastMove(sql)
  return last?.state === 'moving' || last?.state === 'returning'
}
