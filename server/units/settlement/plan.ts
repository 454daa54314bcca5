import { gasLimit, gasOf, gasOfBatch, nothing, type Operation } from '#server/infra/chain/contract.ts'
import { accountRef, type Hex, tokenId } from '#server/infra/chain/derive.ts'

/** A recorded movement; its entries are summed up by asset, accounts and state. */
export type Movement = {
  tenantId: string
  transactionId: string
  /** How many batches with it the contract has refused. */
  refusals: number
  documentHash: Hex | null
  parts: MovementPart[]
}

export type MovementPart = {
  assetId: string
  /** The most that may be issued of the asset. */
  cap: bigint
  fromAccount: string | null
  toAccount: string
  toState: 'held' | 'locked' | 'retired' | 'cancelled'
  quantity: bigint
}

/** A movement with what the contract is to do for it: its items of a batch. */
export type Planned = { movement: Movement; operations: Operation[] }

/** The most items of a batch: few enough that a refused batch is cheap to take apart, enough that its own gas is below 1 %. */
export const batchOperations = 200

/**
 * Returns what the contract is to do for a movement. The chain does not know the ledger's locks, so nothing is to be done
 * for units that stay with one account; the list may be empty. Every issue opens its token id first: opening again with the
 * same cap changes nothing, and nobody has to remember what was opened on a chain that may forget.
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
 * Cuts movements into batches without changing their order, which is the order in which their units became available. A
 * movement stays whole. No batch passes `most` items or the gas of one chain transaction, unless a single movement does.
 */
export function batchesOf(planned: readonly Planned[], most = batchOperations): Planned[][] {
  const batches: Planned[][] = []
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
