import { randomBytes } from 'node:crypto'
import { broadcast, type Fees, feesOf, isKnown, nonceOf } from '#server/infra/chain/chain.ts'
import type { Operation } from '#server/infra/chain/contract.ts'
import type { Address, Hex } from '#server/infra/chain/derive.ts'
import { contractMadeBy, resign, type Signed, signBatch, signDeployment, signVoid } from '#server/infra/chain/sign.ts'
import { inTransaction } from '#server/infra/db/database.ts'
import {
  freeNonce,
  insertChainTransaction,
  insertSignature,
  type OpenChainTransaction,
  rawOf,
  type Signature,
} from './chain-transactions.store.ts'
import type { Moment, SettlerDeps } from './pass.ts'
import type { Planned } from './plan.ts'
import { markSubmitted } from './settlement.store.ts'

/** Chain blocks to wait before the fee rises. */
const patienceBlocks = 8n
/** Nodes require at least a tenth more to replace a waiting transaction. */
const raised = (fee: bigint) => fee + fee / 4n + 1n
/** Relative to the usual fee: above that, the fee is not why a transaction waits. */
const mostRaises = 10n

/** Stores the signed deployment before sending it. `moveId`: of the contract that takes the holdings. */
export async function submitDeployment(deps: SettlerDeps, { chainId, head }: Moment, moveId?: bigint): Promise<void> {
  const { sql, chain, log, config } = deps
  const { nonce, fees } = await nextPlace(deps, chainId)
  const signer = chain.operator.address
  const contract = contractMadeBy(signer, nonce)
  const signed = await signDeployment(chain, { chainId, nonce, fees }, config.PUBLIC_URL)
  const made = { id: newOperationId(), chainId, signer, nonce, purpose: 'deployment', contract, moveId } as const
  await inTransaction(sql, (tx) => insertChainTransaction(tx, made, signed, head.number))
  log.info({ chainId, contract, hash: signed.hash }, 'The contract is being deployed.')
  await send(deps, signed.hash, signed.raw)
}

/**
 * Commits signed batches with their movements' new state before sending them, so that the same bytes can be sent again.
 */
export async function submitBatches(
  deps: SettlerDeps,
  moment: Moment,
  contract: Address,
  batches: readonly (readonly Planned[])[],
): Promise<void> {
  if (batches.length === 0) return
  const { nonce, fees } = await nextPlace(deps, moment.chainId)
  for (const [place, batch] of batches.entries()) {
    const { signed } = await storeBatch(deps, moment, { nonce: nonce + BigInt(place), fees }, contract, batch)
    await send(deps, signed.hash, signed.raw)
  }
}

/** Stores one signed batch without sending it. */
export async function storeBatch(
  { sql, chain }: SettlerDeps,
  { chainId, head }: Moment,
  { nonce, fees }: { nonce: bigint; fees: Fees },
  contract: Address,
  batch: readonly Planned[],
): Promise<{ id: Hex; signed: Signed }> {
  const id = newOperationId()
  const operations: Operation[] = batch.flatMap((planned) => planned.operations)
  const signed = await signBatch(chain, { chainId, nonce, fees }, contract, id, operations)
  let firstItem = 0
  const placed = batch.map(({ movement: { tenantId, transactionId }, operations: { length: items } }) => {
    firstItem += items
    return { tenantId, transactionId, firstItem: firstItem - items, items }
  })
  const made = { id, chainId, signer: chain.operator.address, nonce, purpose: 'batch', contract } as const
  await inTransaction(sql, async (tx) => {
    await insertChainTransaction(tx, made, signed, head.number)
    await markSubmitted(tx, id, placed)
  })
  return { id, signed }
}

/** The nonce after all uses of our key, ours or not. */
export async function nextPlace({ sql, chain }: SettlerDeps, chainId: number): Promise<{ nonce: bigint; fees: Fees }> {
  const signer = chain.operator.address
  const [used, fees] = await Promise.all([nonceOf(chain, signer, 'latest'), feesOf(chain)])
  return { nonce: await freeNonce(sql, chainId, signer, used), fees }
}

/** Resends everything unmined in nonce order if the node lacks the lowest nonce; raises its fee after a long wait. */
export async function sendAgain(
  deps: SettlerDeps,
  moment: Moment,
  waiting: readonly OpenChainTransaction[],
): Promise<void> {
  const next = waiting[0]
  const form = next?.signatures.at(-1)
  if (!next || !form) return
  const voided = next.isAbandoned && !form.isVoid
  if (voided || !(await isKnown(deps.chain, form.hash))) {
    for (const each of waiting) if (!(await sendLatest(deps, moment, each))) return
  } else if (moment.head.number - form.signedAtBlock >= patienceBlocks) {
    await sendDearer(deps, moment, next, form)
  }
}

/** Sends the newest form, or a void for an abandoned batch. Returns whether the node accepted it. */
async function sendLatest(deps: SettlerDeps, moment: Moment, open: OpenChainTransaction): Promise<boolean> {
  const form = open.signatures.at(-1)
  if (!form) throw new Error(`The transaction ${open.id} has no signed form.`)
  if (open.isAbandoned && !form.isVoid) return sendDearer(deps, moment, open, form)
  const verdict = await send(deps, form.hash, await rawOf(deps.sql, form.hash))
  return verdict === 'underpriced' ? sendDearer(deps, moment, open, form) : verdict === 'accepted'
}

/** Signs, stores and sends a form with a higher fee. Returns whether the node accepted it. */
async function sendDearer(
  deps: SettlerDeps,
  { chainId, head }: Moment,
  open: OpenChainTransaction,
  form: Signature,
): Promise<boolean> {
  const { sql, chain, log } = deps
  const now = await feesOf(chain)
  const enough = form.maxFeePerGas > mostRaises * now.maxFeePerGas
  const maxFeePerGas =
    enough || raised(form.maxFeePerGas) < now.maxFeePerGas ? now.maxFeePerGas : raised(form.maxFeePerGas)
  if (enough && !open.isAbandoned) return false
  const fees = { maxFeePerGas, maxPriorityFeePerGas: min(raised(now.maxPriorityFeePerGas), maxFeePerGas) }
  const isVoid = open.isAbandoned || form.isVoid
  const signed = isVoid
    ? await signVoid(chain, { chainId, nonce: open.nonce, fees })
    : await resign(chain, await rawOf(sql, form.hash), fees)
  await insertSignature(sql, open.id, signed, { head: head.number, isVoid })
  log.info({ nonce: open.nonce, hash: signed.hash, isVoid, ...fees }, 'A waiting transaction is signed again.')
  return (await send(deps, signed.hash, signed.raw)) === 'accepted'
}

export async function send({ chain, log }: SettlerDeps, hash: Hex, raw: Hex) {
  const { verdict, message } = await broadcast(chain, raw)
  if (verdict === 'refused') log.warn({ hash, said: message }, 'The node refuses a transaction.')
  return verdict
}

export const newOperationId = (): Hex => `0x${randomBytes(32).toString('hex')}`
const min = (a: bigint, b: bigint) => (a < b ? a : b)
