import { type Block, blockOf, hasStill, headOf } from '#server/infra/chain/chain.ts'
import { type ChainEvent, eventsBetween } from '#server/infra/chain/events.ts'
import { inTransaction, type Sql } from '#server/infra/db/database.ts'
import {
  contractsOn,
  forgetChainBlocksAbove,
  insertChainBlocks,
  newestChainBlock,
  pruneChainBlocks,
  seenChainBlocks,
} from './chain-transactions.store.ts'
import type { SettlerDeps } from './pass.ts'

/** Older blocks are kept only with our events; a deeper reorganisation shows there. */
const retainedBlocks = 256n

/**
 * Reads the chain from the last seen block to its head, records the contract's events, and forgets what a
 * reorganisation dropped. Returns the head. Fails with `unavailable` without the chain.
 */
export async function followChain(deps: SettlerDeps, chainId: number): Promise<Block> {
  const { sql, chain, log } = deps
  const head = await headOf(chain)
  let seen = await newestChainBlock(sql, chainId)
  if (seen && !(await isStill(deps, seen, head))) {
    const ancestor = await commonAncestor(deps, chainId, seen.number, head)
    const lost = await inTransaction(sql, (tx) => forgetChainBlocksAbove(tx, chainId, ancestor?.number ?? -1n))
    log.warn(
      { from: ancestor?.number, to: seen.number, lost },
      'The chain dropped blocks; their transactions are sent again.',
    )
    seen = ancestor
  }
  // A new or emptied chain has nothing of ours.
  if (!seen) await inTransaction(sql, (tx) => insertChainBlocks(tx, chainId, [head]))
  else await recordBlocks(deps, chainId, seen.number + 1n, head)
  return head
}

async function isStill({ chain }: SettlerDeps, seen: Pick<Block, 'number' | 'hash'>, head: Block): Promise<boolean> {
  if (seen.number > head.number) return false
  if (seen.number === head.number) return seen.hash === head.hash
  if (seen.number === head.number - 1n) return seen.hash === head.parentHash
  return hasStill(chain, seen)
}

/** Null if the chain dropped all seen blocks. */
async function commonAncestor({ sql, chain }: SettlerDeps, chainId: number, from: bigint, head: Block) {
  for (let under = from; ; ) {
    const blocks = await seenChainBlocks(sql, chainId, under, 50)
    const last = blocks.at(-1)
    if (!last) return null
    const current = await Promise.all(
      blocks.map(({ number }) => (number > head.number ? null : blockOf(chain, number))),
    )
    const place = blocks.findIndex(({ hash }, each) => current[each]?.hash === hash)
    const found = blocks[place]
    if (found) return found
    under = last.number
  }
}

async function recordBlocks(
  { sql, chain, log }: SettlerDeps,
  chainId: number,
  from: bigint,
  head: Block,
): Promise<void> {
  const contracts = await contractsOn(sql, chainId)
  const parts =
    contracts.length > 0 ? eventsBetween(chain, contracts, from, head.number) : [{ last: head.number, events: [] }]
  for await (const { last, events } of parts) {
    const numbers = new Set([last, ...events.map(({ blockNumber }) => blockNumber)])
    const blocks = await Promise.all([...numbers].map((each) => (each === head.number ? head : blockOf(chain, each))))
    const found = blocks.filter((chainBlock) => chainBlock !== null)
    const hashes = new Map(found.map(({ number, hash }) => [number, hash]))
    // The chain changed meanwhile; the next pass reads again.
    if (found.length < numbers.size || events.some((event) => hashes.get(event.blockNumber) !== event.blockHash)) return
    const unknown = await inTransaction(sql, async (tx) => {
      await insertChainBlocks(tx, chainId, found)
      await pruneChainBlocks(tx, chainId, last - retainedBlocks)
      return insertEvents(tx, chainId, events)
    })
    if (unknown > 0) {
      log.error({ unknown, to: last }, 'The chain has batches that this database does not know: nothing is sent to it.')
    }
  }
}

const eventsPerInsert = 2_000

/** Returns the number of events of unknown batches. */
async function insertEvents(tx: Sql, chainId: number, events: readonly ChainEvent[]): Promise<number> {
  let unknown = 0
  for (let first = 0; first < events.length; first += eventsPerInsert) {
    const some = events.slice(first, first + eventsPerInsert)
    const column = <Value>(of: (event: ChainEvent) => Value) => some.map(of)
    const inserted = await tx<{ isUnknown: boolean }[]>`
      insert into chain_event (chain_id, contract, block_number, log_index, item, block_hash, transaction_hash, kind,
        operation_id, token_id, from_holder, to_holder, amount, document, is_unknown)
      select ${chainId}, e.*,
        e.operation_id is not null and not exists (select from chain_transaction t where t.id = e.operation_id)
      from unnest(
        ${column((event) => event.contract)}::text[], ${column((event) => String(event.blockNumber))}::bigint[], ${column((event) => event.logIndex)}::int[],
        ${column((event) => event.item)}::int[], ${column((event) => event.blockHash)}::text[],
        ${column((event) => event.transactionHash)}::text[], ${column((event) => event.kind)}::text[],
        ${column((event) => event.operationId)}::text[], ${column((event) => `0x${event.tokenId.toString(16).padStart(64, '0')}`)}::text[],
        ${column((event) => event.from)}::text[], ${column((event) => event.to)}::text[],
        ${column((event) => String(event.amount))}::numeric[], ${column((event) => event.document)}::text[])
        as e (contract, block_number, log_index, item, block_hash, transaction_hash, kind, operation_id)
      on conflict do nothing
      returning is_unknown as "isUnknown"`
    unknown += inserted.filter(({ isUnknown }) => isUnknown).length
  }
  return unknown
}
