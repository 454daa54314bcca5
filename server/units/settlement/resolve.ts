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
import { inTransaction, type Sql } from '#server/infra/db/database.ts'
import {
  chainTransactionOfBatch,
  insertChainBlocks,
  markDisplaced,
  markFinal,
  markMined,
  type OpenChainTransaction,
} from './chain-transactions.store.ts'
import { releaseHoldings } from './moves.store.ts'
import type { Confirmed, Moment, SettlerDeps } from './pass.ts'
import { confirmBatch, notifyOfChange, releaseBatch } from './settlement.store.ts'

/**
 * Marks mined chain transactions up to the last followed block, and restarts those whose nonce another transaction
 * used.
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
 * Makes deep enough chain transactions final. A success confirms its movements if the contract knows the batch; a
 * failure releases them. Returns confirmed batches by tenant.
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

/** The stored chain block reveals a reorganisation. */
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

/** Somebody else signs with our key. Movements start over unless the contract has executed the batch. */
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
    else if (carriesItems(open) && (await wasExecuted(chain, open.contract, open.id))) {
      log.error({ operationId: open.id }, 'The contract has carried out a batch whose event cannot be found.')
    } else {
      log.warn({ nonce: open.nonce, purpose: open.purpose }, 'Another transaction used a nonce of ours.')
      await inTransaction(sql, async (tx) => {
        await markDisplaced(tx, open.id)
        await release(tx, open, { refused: false })
      })
    }
  }
}

/** Returns the tenants of settled movements. */
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
  if (open.purpose === 'anchor') {
    if (!open.succeeded) log.error({ hash: open.hash }, 'The contract refused the head of a log.')
    await markFinal(sql, open.id)
    return []
  }
  if (open.purpose === 'pause' || open.purpose === 'resume') {
    if (!open.succeeded) log.error({ hash: open.hash, purpose: open.purpose }, 'A contract was not paused or resumed.')
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
      await release(tx, open, { refused: true })
    })
    return []
  }
  if (!(await wasExecuted(chain, open.contract, open.id))) {
    // If the chain has dropped blocks, the next pass notices.
    if (await hasStill(chain, head))
      log.error({ operationId: open.id, hash: open.hash }, 'The contract does not know a batch that succeeded.')
    return []
  }
  return inTransaction(sql, async (tx) => {
    await markFinal(tx, open.id)
    return confirmBatch(tx, open.id)
  })
}

/** A batch of movements or of holdings. */
const carriesItems = ({ purpose }: OpenChainTransaction) => purpose === 'batch' || purpose === 'move'

async function release(tx: Sql, open: OpenChainTransaction, how: { refused: boolean }): Promise<void> {
  if (open.purpose === 'move') await releaseHoldings(tx, open.id)
  else await releaseBatch(tx, open.id, how)
}

function isVoid({ signatures, hash }: OpenChainTransaction): boolean {
  return signatures.some((form) => form.hash === hash && form.isVoid)
}
