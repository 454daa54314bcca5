import {
  blockOf,
  finalUnder,
  hasStill,
  isContract,
  nonceOf,
  type Receipt,
  receiptsOf,
  wasExecuted,
} from '#server/infra/chain/chain.ts'
import { inTransaction } from '#server/infra/db/database.ts'
import {
  chainTransactionOfBatch,
  insertChainBlocks,
  markDisplaced,
  markFinal,
  markMined,
  type OpenChainTransaction,
} from './chain-transactions.store.ts'
import { confirmBatch, notifyOfChange, releaseBatch } from './settlement.store.ts'
import type { Confirmed, Moment, SettlerDeps } from './settler.ts'

/**
 * Asks the chain what became of the chain transactions that are in no chain block that we know, up to the chain block that was
 * followed last: marks those in one as mined, and starts those over whose nonce another transaction has used.
 */
export async function recordFate(
  deps: SettlerDeps,
  moment: Moment,
  signed: readonly OpenChainTransaction[],
): Promise<void> {
  const mined = await findMined(deps, moment, signed)
  for (const [each, receipt] of mined) await recordMined(deps, moment, each, receipt)
  await resolveDisplaced(
    deps,
    moment,
    signed.filter((each) => !mined.has(each)),
  )
}

/**
 * Marks chain transactions that are under enough chain blocks as final. A final success confirms its movements if the contract
 * knows the batch too; a final failure releases them. Returns the confirmed batches by tenant.
 */
export async function concludeDeep(
  deps: SettlerDeps,
  moment: Moment,
  open: readonly OpenChainTransaction[],
): Promise<Confirmed> {
  const confirmed: Confirmed = new Map()
  for (const each of open) {
    const depth = each.blockNumber === null ? 0 : Number(moment.head.number - each.blockNumber) + 1
    if (each.state !== 'mined' || depth < deps.chain.confirmations) continue
    for (const tenantId of await conclude(deps, moment, each)) {
      confirmed.set(tenantId, [...(confirmed.get(tenantId) ?? []), each.id])
    }
  }
  return confirmed
}

async function findMined({ chain }: SettlerDeps, { head }: Moment, signed: readonly OpenChainTransaction[]) {
  const forms = signed.flatMap((open) => open.signatures.map(({ hash }) => ({ open, hash })))
  const receipts = await receiptsOf(
    chain,
    forms.map(({ hash }) => hash),
  )
  const mined = new Map<OpenChainTransaction, Receipt>()
  for (const [place, receipt] of receipts.entries()) {
    const open = forms[place]?.open
    if (open && receipt && receipt.blockNumber <= head.number) mined.set(open, receipt)
  }
  return mined
}

/** Records a receipt together with its chain block, by which a reorganisation is noticed. */
async function recordMined(
  { sql, chain }: SettlerDeps,
  { chainId }: Moment,
  open: OpenChainTransaction,
  receipt: Receipt,
): Promise<void> {
  const chainBlock = await blockOf(chain, receipt.blockNumber)
  if (chainBlock?.hash !== receipt.blockHash) return
  await inTransaction(sql, async (tx) => {
    await markMined(tx, open.id, receipt)
    await insertChainBlocks(tx, chainId, [chainBlock])
    await notifyOfChange(tx)
  })
}

/**
 * Resolves nonces that another transaction used, some chain blocks ago: somebody else signs with our key. The contract
 * knows whether the batch was carried out nevertheless; if not, its movements start over.
 */
async function resolveDisplaced(
  deps: SettlerDeps,
  moment: Moment,
  signed: readonly OpenChainTransaction[],
): Promise<void> {
  const { sql, chain, log } = deps
  const settledBlock = finalUnder(chain, moment.head)
  if (signed.length === 0 || settledBlock < 0n) return
  const used = await nonceOf(chain, chain.operator.address, settledBlock)
  for (const open of signed.filter(({ nonce }) => nonce < used)) {
    const hash = await chainTransactionOfBatch(sql, open.id)
    const [receipt] = hash ? await receiptsOf(chain, [hash]) : []
    if (receipt) await recordMined(deps, moment, open, receipt)
    else if (open.purpose === 'batch' && (await wasExecuted(chain, open.contract, open.id))) {
      log.error({ operationId: open.id }, 'The contract has carried out a batch whose event cannot be found.')
    } else {
      log.warn({ nonce: open.nonce, purpose: open.purpose }, 'Another transaction used a nonce of ours.')
      await inTransaction(sql, async (tx) => {
        await markDisplaced(tx, open.id)
        await releaseBatch(tx, open.id, { refused: false })
      })
    }
  }
}

/** Concludes a chain transaction that is deep enough in the chain. Returns the tenants whose movements it settled. */
async function conclude(
  { sql, chain, log }: SettlerDeps,
  { head }: Moment,
  open: OpenChainTransaction,
): Promise<string[]> {
  if (open.purpose === 'deployment') {
    if (!open.succeeded) log.error({ hash: open.hash }, 'The deployment of the contract failed.')
    else if (!(await isContract(chain, open.contract))) return []
    await markFinal(sql, open.id)
    return []
  }
  if (open.isAbandoned) {
    if (open.succeeded && !isVoid(open))
      log.error({ hash: open.hash }, 'A batch was carried out after it had been given up.')
    await markFinal(sql, open.id)
    return []
  }
  if (!open.succeeded) {
    log.warn({ operationId: open.id, hash: open.hash }, 'The contract refused a batch; it is taken apart.')
    await inTransaction(sql, async (tx) => {
      await markFinal(tx, open.id)
      await releaseBatch(tx, open.id, { refused: true })
    })
    return []
  }
  if (!(await wasExecuted(chain, open.contract, open.id))) {
    // Where the chain has dropped blocks since this pass began, the next one sees that.
    if (await hasStill(chain, head))
      log.error({ operationId: open.id, hash: open.hash }, 'The contract does not know a batch that succeeded.')
    return []
  }
  return inTransaction(sql, async (tx) => {
    await markFinal(tx, open.id)
    return confirmBatch(tx, open.id)
  })
}

function isVoid({ signatures, hash }: OpenChainTransaction): boolean {
  return signatures.some((form) => form.hash === hash && form.isVoid)
}
