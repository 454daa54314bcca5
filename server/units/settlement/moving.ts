import { type Chain, finalUnder, isPaused, refusalOf, refusalOfPause } from '#server/infra/chain/chain.ts'
import { nothing } from '#server/infra/chain/contract.ts'
import type { Address } from '#server/infra/chain/derive.ts'
import { signBatch, signPause } from '#server/infra/chain/sign.ts'
import { inTransaction } from '#server/infra/db/database.ts'
import {
  type Contract,
  contractOfMove,
  countOpen,
  insertChainTransaction,
  type NewChainTransaction,
} from './chain-transactions.store.ts'
import { endMove, listHoldings, type Move, markHoldingsSent, unsentHoldings } from './moves.store.ts'
import type { Moment, SettlerDeps } from './pass.ts'
import { batchesOf, batchOperations, itemsOfHoldings, operationsOfHolding, type PlannedHolding } from './plan.ts'
import { type Mismatch, tenantsWithAssets } from './reconcile.store.ts'
import { compareTenant } from './reconcile.ts'
import { newOperationId, nextPlace, send, submitDeployment } from './submit.ts'

/**
 * Takes the next step of a move to a newer contract. Until it is done, no movement is settled: what was sent becomes
 * final, the newer contract is deployed, the earlier one paused and compared with the ledger, the holdings are listed once
 * and sent in batches, and the newer contract is compared with the ledger. May be interrupted and repeated. Throws while
 * an operator has to act.
 */
export async function moveOn(
  deps: SettlerDeps,
  moment: Moment,
  move: Move,
  earlier: Contract,
  most: number,
): Promise<void> {
  const { signed, mined } = await countOpen(deps.sql, moment.chainId, deps.chain.operator.address)
  const isIdle = signed + mined === 0
  const newer = await contractOfMove(deps.sql, moment.chainId, move.id)
  if (move.state === 'returning') return isIdle ? returnTo(deps, moment, move, earlier, newer) : undefined
  if (move.listedAt === null) return isIdle ? prepare(deps, moment, move, earlier, newer) : undefined
  if (!newer || newer.minedIn === null) {
    if (isIdle) throw new Error('The newer contract is not on the chain any more; holdings were sent to it.')
    return
  }
  const sent = await submitHoldings(deps, moment, move, newer.address, most - signed)
  if (isIdle && sent === 0) await conclude(deps, moment, move, newer)
}

async function conclude(deps: SettlerDeps, moment: Moment, move: Move, newer: Contract): Promise<void> {
  if (!(await isPaused(deps.chain, move.from))) return submitPause(deps, moment, move, move.from, true)
  if (!(await agrees(deps, moment, newer, 'newer'))) return
  await endMove(deps.sql, move, 'done')
  deps.log.info({ from: move.from, to: newer.address }, 'All holdings are on the newer contract.')
}

/** Each call takes one step: the next one begins when that is final. */
async function prepare(
  deps: SettlerDeps,
  moment: Moment,
  move: Move,
  earlier: Contract,
  newer: Contract | null,
): Promise<void> {
  const { sql, chain, log } = deps
  if (!newer) return submitDeployment(deps, moment, move.id)
  if (!(await isPaused(chain, earlier.address))) return submitPause(deps, moment, move, earlier.address, true)
  // Somebody else may have paused it, in a block that is not final.
  if (!(await isPaused(chain, earlier.address, finalUnder(chain, moment.head)))) return
  if (!(await agrees(deps, moment, earlier, 'earlier'))) return
  const holdings = await inTransaction(sql, (tx) => listHoldings(tx, move))
  log.info({ holdings, from: earlier.address, to: newer.address }, 'Holdings move to the newer contract.')
}

/** Stops the newer contract, which has a part of the holdings, before the earlier one goes on. */
async function returnTo(
  deps: SettlerDeps,
  moment: Moment,
  move: Move,
  earlier: Contract,
  newer: Contract | null,
): Promise<void> {
  if (newer && !(await isPaused(deps.chain, newer.address))) {
    return submitPause(deps, moment, move, newer.address, true)
  }
  if (await isPaused(deps.chain, earlier.address)) return submitPause(deps, moment, move, earlier.address, false)
  await endMove(deps.sql, move, 'returned')
}

/** False while that cannot be known. Throws if the contract differs from what is settled. */
async function agrees(
  deps: SettlerDeps,
  moment: Moment,
  contract: Contract,
  which: 'earlier' | 'newer',
): Promise<boolean> {
  const mismatches: Mismatch[] = []
  for (const tenantId of await tenantsWithAssets(deps.sql)) {
    const compared = await compareTenant(deps, moment, contract, tenantId)
    if (!compared) return false
    mismatches.push(...compared.mismatches)
  }
  const [first] = mismatches
  if (first) throw new Error(`The move waits: the ${which} contract differs from the ledger. ${first.message}`)
  return true
}

/** Sends unsent holdings in at most `most` batches; returns how many holdings. */
async function submitHoldings(
  deps: SettlerDeps,
  moment: Moment,
  move: Move,
  contract: Address,
  most: number,
): Promise<number> {
  const due = most <= 0 ? [] : await unsentHoldings(deps.sql, move.id, most * batchOperations)
  const planned = due.map((holding) => ({ holding, operations: operationsOfHolding(holding, move.from) }))
  const batches = batchesOf(planned).slice(0, most)
  const [first] = batches
  if (!first) return 0
  const refusal = await refusalOf(deps.chain, contract, nothing, itemsOfHoldings(first))
  if (refusal) throw new Error(`The move waits: the newer contract refuses holdings. ${refusal}`)
  const { nonce, fees } = await nextPlace(deps, moment.chainId)
  for (const [place, batch] of batches.entries()) {
    const slot = { nonce: nonce + BigInt(place), fees }
    const { signed } = await storeHoldings(deps, moment, slot, move, contract, batch)
    await send(deps, signed.hash, signed.raw)
  }
  return batches.flat().length
}

type Slot = Omit<Parameters<typeof signBatch>[1], 'chainId'>

/** Stores one signed batch of holdings without sending it. */
async function storeHoldings(
  { sql, chain }: SettlerDeps,
  { chainId, head }: Moment,
  slot: Slot,
  move: Move,
  contract: Address,
  batch: readonly PlannedHolding[],
) {
  const id = newOperationId()
  const signed = await signBatch(chain, { chainId, ...slot }, contract, id, itemsOfHoldings(batch))
  const made = madeBy(chain, { id, chainId, nonce: slot.nonce, purpose: 'move', contract, moveId: move.id })
  await inTransaction(sql, async (tx) => {
    await insertChainTransaction(tx, made, signed, head.number)
    await markHoldingsSent(
      tx,
      id,
      move.id,
      batch.map(({ holding }) => holding),
    )
  })
  return { id, signed }
}

async function submitPause(
  deps: SettlerDeps,
  { chainId, head }: Moment,
  move: Move,
  contract: Address,
  pauses: boolean,
): Promise<void> {
  const { sql, chain } = deps
  const purpose = pauses ? 'pause' : 'resume'
  const refusal = await refusalOfPause(chain, contract, pauses)
  if (refusal) throw new Error(`The move waits: ${contract} refuses to ${purpose}. ${refusal}`)
  const slot = { chainId, ...(await nextPlace(deps, chainId)) }
  const signed = await signPause(chain, slot, contract, pauses)
  const made = madeBy(chain, { id: newOperationId(), chainId, nonce: slot.nonce, purpose, contract, moveId: move.id })
  await inTransaction(sql, (tx) => insertChainTransaction(tx, made, signed, head.number))
  await send(deps, signed.hash, signed.raw)
}

const madeBy = ({ operator }: Chain, made: Omit<NewChainTransaction, 'signer'>): NewChainTransaction => ({
  ...made,
  signer: operator.address,
})
