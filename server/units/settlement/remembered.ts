import { blockOf, type Chain, chainIdOf, headOf } from '#server/infra/chain/chain.ts'
import { nothing } from '#server/infra/chain/contract.ts'
import type { Address, Hex } from '#server/infra/chain/derive.ts'
import { type ChainEvent, eventsBetween } from '#server/infra/chain/events.ts'
import type { Database } from '#server/infra/db/database.ts'
import { contractOf, contractsOn, knownBatches, newestChainBlock, otherChain } from './chain-transactions.store.ts'
import { operationsOf } from './plan.ts'
import { type Mismatch, tenantsWithAssets } from './reconcile.store.ts'
import { compareTenant } from './reconcile.ts'
import { dueMovements } from './settlement.store.ts'

/** How a restored database relates to the chain. */
export type Comparison =
  | { verdict: 'nothing settled' }
  | { verdict: 'another chain'; why: string }
  /** The chain is older than the rows, and all its batches are known: the settler resends what it lacks. */
  | { verdict: 'older chain' }
  /**
   * The database is older than the chain. `movements` counts items that it lacks, `sentAgain` items that it would send
   * a second time.
   */
  | { verdict: 'behind'; movements: number; sentAgain: number; batches: number; sinceBlock: bigint }
  /** The next start settles these batches; compare afterwards. */
  | { verdict: 'to be settled'; batches: number }
  | { verdict: 'compared'; tenants: number; mismatches: Mismatch[]; undecided: string[] }

/** A registry that settles has a few. */
const mostDue = 100_000

/**
 * Compares an idle database with the chain: what the contract executed after the newest seen block and, if all of that
 * is known, every tenant's units. With `isOfBackup` the chain may be some blocks older than the rows. Fails with
 * `unavailable` without the chain.
 */
export async function compareWithChain(deps: {
  sql: Database
  chain: Chain
  isOfBackup: boolean
}): Promise<Comparison> {
  const { sql, chain, isOfBackup } = deps
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
  const isBefore = seen.number > head.number
  const lacksSeen = isBefore || (await blockOf(chain, seen.number))?.hash !== seen.hash
  if (lacksSeen && !isOfBackup) {
    const why = isBefore
      ? `its newest block is ${head.number}, and the registry has seen block ${seen.number}`
      : `block ${seen.number} is not the one that the registry has seen`
    return { verdict: 'another chain', why }
  }
  const executed = await batchesSince(
    deps,
    await contractsOn(sql, chainId),
    lacksSeen ? 0n : seen.number + 1n,
    head.number,
  )
  if (executed.unknown.size > 0) {
    const remembered = [...executed.items.values()].reduce((sum, count) => sum + count, 0)
    const sentAgain = await countDueAmong(sql, executed.items)
    return {
      verdict: 'behind',
      movements: remembered - sentAgain,
      sentAgain,
      batches: executed.unknown.size,
      sinceBlock: seen.number,
    }
  }
  if (lacksSeen) return { verdict: 'older chain' }
  if (executed.known.size > 0) return { verdict: 'to be settled', batches: executed.known.size }
  const tenants = await tenantsWithAssets(sql)
  const mismatches: Mismatch[] = []
  const undecided: string[] = []
  for (const tenantId of tenants) {
    const compared = await compareTenant(deps, { chainId, head }, contract, tenantId)
    if (compared) mismatches.push(...compared.mismatches)
    else undecided.push(tenantId)
  }
  return { verdict: 'compared', tenants: tenants.length, mismatches, undecided }
}

/** Equal for equal movements of units. */
type Item = Pick<ChainEvent, 'kind' | 'tokenId' | 'from' | 'to' | 'amount' | 'document'>
const nameOf = ({ kind, tokenId, from, to, amount, document }: Item): string =>
  [kind, tokenId, from ?? nothing, to ?? nothing, amount, document ?? nothing].join(' ')

/** Executed batches from a block on, ours and unknown, and the items of unknown ones. */
async function batchesSince(
  { sql, chain }: { sql: Database; chain: Chain },
  contracts: Address[],
  from: bigint,
  head: bigint,
) {
  const known = new Set<Hex>()
  const unknown = new Set<Hex>()
  const items = new Map<string, number>()
  for await (const { events } of eventsBetween(chain, contracts, from, head)) {
    const batches = new Set(events.flatMap(({ operationId }) => operationId ?? []))
    for (const batch of await knownBatches(sql, [...batches])) known.add(batch)
    for (const event of events) {
      if (event.operationId === null || known.has(event.operationId)) continue
      unknown.add(event.operationId)
      if (event.kind !== 'open') items.set(nameOf(event), (items.get(nameOf(event)) ?? 0) + 1)
    }
  }
  return { known, unknown, items }
}

/** Items that the settler would send: the database has them as recorded. */
async function countDueAmong(sql: Database, items: ReadonlyMap<string, number>): Promise<number> {
  const left = new Map(items)
  let count = 0
  for (const refused of [true, false]) {
    for (const movement of await dueMovements(sql, { refused, limit: mostDue })) {
      for (const name of operationsOf(movement).map(nameOf)) {
        const among = left.get(name) ?? 0
        if (among === 0) continue
        left.set(name, among - 1)
        count += 1
      }
    }
  }
  return count
}
