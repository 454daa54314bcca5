import { type Fees, keepsAnchors } from '#server/infra/chain/chain.ts'
import { type Address, logRef } from '#server/infra/chain/derive.ts'
import { type Signed, signAnchor } from '#server/infra/chain/sign.ts'
import { inTransaction } from '#server/infra/db/database.ts'
import { type DueHead, dueHeads, insertAnchor } from './anchors.store.ts'
import { insertChainTransaction } from './chain-transactions.store.ts'
import type { Moment, SettlerDeps } from './pass.ts'
import { newOperationId, nextPlace, send } from './submit.ts'

/** Sends due heads of logs, at most `most`; returns how many. None while the contract is of an earlier version. */
export async function submitAnchors(
  deps: SettlerDeps,
  moment: Moment,
  contract: Address,
  most: number,
): Promise<number> {
  const due = await dueHeads(deps.sql, contract, most)
  if (due.length === 0 || !(await keepsAnchors(deps.chain, contract))) return 0
  const { nonce, fees } = await nextPlace(deps, moment.chainId)
  for (const [place, head] of due.entries()) {
    const signed = await storeAnchor(deps, moment, { nonce: nonce + BigInt(place), fees }, contract, head)
    await send(deps, signed.hash, signed.raw)
  }
  return due.length
}

/** Stores one signed anchor without sending it. */
export async function storeAnchor(
  { sql, chain }: SettlerDeps,
  { chainId, head }: Moment,
  { nonce, fees }: { nonce: bigint; fees: Fees },
  contract: Address,
  due: DueHead,
): Promise<Signed> {
  const { origin, size, root } = due
  const signed = await signAnchor(chain, { chainId, nonce, fees }, contract, { log: logRef(origin), size, root })
  const made = {
    id: newOperationId(),
    chainId,
    signer: chain.operator.address,
    nonce,
    purpose: 'anchor',
    contract,
  } as const
  await inTransaction(sql, async (tx) => {
    await insertChainTransaction(tx, made, signed, head.number)
    await insertAnchor(tx, made.id, due)
  })
  return signed
}
