import { blockOf, type Chain, chainIdOf, headOf } from '#server/infra/chain/chain.ts'
import type { Address, Hex } from '#server/infra/chain/derive.ts'
import { eventsBetween } from '#server/infra/chain/events.ts'
import type { Database } from '#server/infra/db/database.ts'
import { contractOf, knownBatches, newestChainBlock, otherChain } from './chain-transactions.store.ts'
import { type Mismatch, tenantsWithAssets } from './reconcile.store.ts'
import { compareTenant } from './reconcile.ts'

/** How a database that was restored stands to the chain. */
export type Comparison =
  /** It never told the chain anything. */
  | { verdict: 'nothing settled' }
  | { verdict: 'another chain'; why: string }
  /** The chain has movements that the database does not know: it is older than the chain. */
  | { verdict: 'behind'; movements: number; batches: number; sinceBlock: bigint }
  /** What is on the way is settled by the next start; only then the two can be compared. */
  | { verdict: 'to be settled'; batches: number }
  | { verdict: 'compared'; tenants: number; mismatches: Mismatch[]; undecided: string[] }

/** How many chain blocks are asked for events at once; public nodes refuse more. */
const blocksPerQuestion = 500n

/**
 * Compares a database that nobody writes to with the chain, and changes neither: what the contract was told since the newest
 * chain block that the database has seen and, if all of it is known, the units of every tenant. Fails with `unavailable` when
 * the chain does not answer.
 */
export async function compareWithChain(deps: { sql: Database; chain: Chain }): Promise<Comparison> {
  const { sql, chain } = deps
  const chainId = await chainIdOf(chain)
  const other = await otherChain(sql, chainId)
  if (other !== null)
    return { verdict: 'another chain', why: `it is settled on chain ${other}, and this is ${chainId}` }
  const [contract, seen, head] = await Promise.all([
    contractOf(sql, chainId),
    newestChainBlock(sql, chainId),
    headOf(chain),
  ])
  if (!contract || !seen) return { verdict: 'nothing settled' }
  if (seen.number <= head.number && (await blockOf(chain, seen.number))?.hash !== seen.hash) {
    return { verdict: 'another chain', why: `block ${seen.number} is not the one that it has seen` }
  }
  const told = await toldSince(chain, contract.address, seen.number, head.number)
  const known = new Set(await knownBatches(sql, [...told.keys()]))
  const unknown = [...told].filter(([batch]) => !known.has(batch))
  if (unknown.length > 0) {
    const movements = unknown.reduce((sum, [, items]) => sum + items, 0)
    return { verdict: 'behind', movements, batches: unknown.length, sinceBlock: seen.number }
  }
  if (told.size > 0) return { verdict: 'to be settled', batches: told.size }
  const tenants = await tenantsWithAssets(sql)
  const mismatches: Mismatch[] = []
  const undecided: string[] = []
  for (const tenantId of tenants) {
    const compared = await compareTenant(deps, { chainId, head }, contract.address, tenantId)
    if (compared) mismatches.push(...compared.mismatches)
    else undecided.push(tenantId)
  }
  return { verdict: 'compared', tenants: tenants.length, mismatches, undecided }
}

/** The batches that the contract carried out behind a chain block, with how many movements of units each; opening an asset is none. */
async function toldSince(chain: Chain, contract: Address, seen: bigint, head: bigint): Promise<Map<Hex, number>> {
  const batches = new Map<Hex, number>()
  for (let first = seen + 1n; first <= head; first += blocksPerQuestion) {
    const last = first + blocksPerQuestion > head ? head : first + blocksPerQuestion - 1n
    for (const { operationId, kind } of await eventsBetween(chain, contract, first, last)) {
      if (operationId === null) continue
      batches.set(operationId, (batches.get(operationId) ?? 0) + (kind === 'open' ? 0 : 1))
    }
  }
  return batches
}
