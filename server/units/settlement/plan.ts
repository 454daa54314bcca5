import { gasLimit, gasOf, gasOfBatch, nothing, type Operation } from '#server/infra/chain/contract.ts'
import { type Address, accountRef, type Hex, paddedAddress, tokenId } from '#server/infra/chain/derive.ts'

/** Entries are summed by asset, accounts and state. */
export type Movement = {
  tenantId: string
  transactionId: string
  /** Refused batches that contained the movement. */
  refusals: number
  documentHash: Hex | null
  parts: MovementPart[]
}

export type MovementPart = {
  assetId: string
  /** Maximum issue of the asset. */
  cap: bigint
  fromAccount: string | null
  toAccount: string
  toState: 'held' | 'locked' | 'retired' | 'cancelled'
  quantity: bigint
}

export type Planned = { movement: Movement; operations: Operation[] }

/** What an account has of an asset on an earlier contract. */
export type Holding = {
  ordinal: bigint
  tenantId: string
  assetId: string
  accountId: string
  /** Maximum issue of the asset. */
  cap: bigint
  held: bigint
  retired: bigint
  cancelled: bigint
}

export type PlannedHolding = { holding: Holding; operations: Operation[] }

/** Few enough to split a refused batch cheaply; enough that its own gas is below 1 %. */
export const batchOperations = 200

/**
 * Returns nothing for units that stay with one account: the chain has no locks. Every issue opens its token id first: a
 * repetition is harmless, and the chain may have lost the first.
 */
export function operationsOf({ tenantId, documentHash, parts }: Movement): Operation[] {
  return parts.flatMap((part) => {
    const holder = accountRef(tenantId, part.fromAccount ?? part.toAccount)
    const base = { tokenId: tokenId(tenantId, part.assetId), amount: part.quantity, document: documentHash ?? nothing }
    const operations: Operation[] = []
    if (part.fromAccount === null) {
      operations.push({ ...base, kind: 'open', from: nothing, to: nothing, amount: part.cap, document: nothing })
      operations.push({ ...base, kind: 'mint', from: nothing, to: holder })
    }
    if (part.toState === 'retired') operations.push({ ...base, kind: 'retire', from: holder, to: nothing })
    else if (part.toState === 'cancelled') operations.push({ ...base, kind: 'cancel', from: holder, to: nothing })
    else if (part.fromAccount !== null && part.fromAccount !== part.toAccount) {
      operations.push({ ...base, kind: 'transfer', from: holder, to: accountRef(tenantId, part.toAccount) })
    }
    return operations
  })
}

/**
 * Makes a holding anew on another contract: all units that the account ever kept, then those that it retired or cancelled.
 * `document` names the earlier contract in its low 160 bits, which tells these items from movements.
 */
export function operationsOfHolding(holding: Holding, earlier: Address): Operation[] {
  const { tenantId, assetId, accountId, cap, held, retired, cancelled } = holding
  const holder = accountRef(tenantId, accountId)
  const base = { tokenId: tokenId(tenantId, assetId), from: holder, to: nothing, document: paddedAddress(earlier) }
  const operations: Operation[] = [
    { ...base, kind: 'open', from: nothing, amount: cap },
    { ...base, kind: 'mint', from: nothing, to: holder, amount: held + retired + cancelled },
  ]
  if (retired > 0n) operations.push({ ...base, kind: 'retire', amount: retired })
  if (cancelled > 0n) operations.push({ ...base, kind: 'cancel', amount: cancelled })
  return operations
}

/** The items of a batch of holdings, each token id opened once. */
export function itemsOfHoldings(batch: readonly PlannedHolding[]): Operation[] {
  const opened = new Set<bigint>()
  return batch
    .flatMap(({ operations }) => operations)
    .filter(({ kind, tokenId: token }) => kind !== 'open' || (!opened.has(token) && opened.add(token)))
}

/**
 * Keeps the ledger's order, in which units become available. Movements and holdings stay whole. Only a single one may exceed
 * `most` items or the gas of a chain transaction.
 */
export function batchesOf<Each extends Pick<Planned, 'operations'>>(
  planned: readonly Each[],
  most = batchOperations,
): Each[][] {
  const batches: Each[][] = []
  let room = { operations: 0, gas: 0n }
  for (const each of planned) {
    const gas = each.operations.reduce((sum, { kind }) => sum + gasOf[kind], 0n)
    if (room.operations < each.operations.length || room.gas < gas) {
      batches.push([])
      room = { operations: most, gas: gasLimit - gasOfBatch }
    }
    batches.at(-1)?.push(each)
    room = { operations: room.operations - each.operations.length, gas: room.gas - gas }
  }
  return batches
}
