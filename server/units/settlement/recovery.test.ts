import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { broadcast, type Fees, feesOf, headOf, nonceOf } from '#server/infra/chain/chain.ts'
import { signVoid } from '#server/infra/chain/sign.ts'
import { linkPending } from '#server/units/ledger/hash-chain.ts'
import {
  aLedgerTenant,
  aSettledLedger,
  type LedgerTenant,
  onDemand,
  passUntil,
  reconciled,
  type SettledLedger,
} from '#tests/kit/settled-ledger.ts'
import { contractOf } from './chain-transactions.store.ts'
import { operationsOf } from './plan.ts'
import { lastReconciliation, publicRecord, settlementProgress } from './record.ts'
import { compareWithChain } from './remembered.ts'
import { dueMovements } from './settlement.store.ts'
import { settleOnce } from './settler.ts'
import { storeBatch } from './submit.ts'

const chainId = 31337
let ledger: SettledLedger
let tenant: LedgerTenant

beforeEach(async () => {
  ledger = await aSettledLedger({ blockTimeMs: onDemand })
  tenant = await aLedgerTenant(ledger.sql)
  await passUntil(ledger, async () => (await contractOf(ledger.sql, chainId))?.minedIn != null)
})

const settled = () =>
  passUntil(ledger, async () => {
    const { recorded, submitted } = await settlementProgress(ledger.sql, tenant.tenantId)
    return recorded + submitted === 0
  })

const recordOf = (transactionId: string) =>
  publicRecord({ sql: ledger.sql, chain: ledger.deps.chain }, tenant.tenantId, transactionId)

async function expectAgreement() {
  await reconciled(ledger)
  expect(await lastReconciliation(ledger.sql, tenant.tenantId)).toMatchObject({ agreed: true, mismatches: [] })
}

const operatorNonce = () => nonceOf(ledger.deps.chain, ledger.deps.chain.operator.address, 'latest')

/** A batch, signed and stored but not sent: what a kill leaves. */
async function storedBatch(fees?: Fees) {
  const { deps, sql } = ledger
  const contract = await contractOf(sql, chainId)
  if (!contract) throw new Error('There is no contract.')
  await linkPending(sql)
  const due = await dueMovements(sql, { refused: false, limit: 100 })
  const planned = due.map((movement) => ({ movement, operations: operationsOf(movement) }))
  const slot = { nonce: await operatorNonce(), fees: fees ?? (await feesOf(deps.chain)) }
  return storeBatch(deps, { chainId, head: await headOf(deps.chain) }, slot, contract.address, planned)
}

describe('a settler that dies', () => {
  test('between commit and broadcast has its batch carried out, the same bytes, by the next', async () => {
    const { transactionId } = await tenant.mint(10)
    const { id, signed } = await storedBatch()
    await settled()
    const record = await recordOf(transactionId)
    expect(record?.chain).toMatchObject({ operationId: id, transactionHash: signed.hash })
    await expectAgreement()
  })

  test('after the broadcast has its receipt recorded by the next', async () => {
    const { transactionId } = await tenant.mint(10)
    const { signed } = await storedBatch()
    await broadcast(ledger.deps.chain, signed.raw)
    await ledger.rpc('evm_mine')
    await settled()
    expect((await recordOf(transactionId))?.chain?.transactionHash).toBe(signed.hash)
    await expectAgreement()
  })
})

describe('a node that', () => {
  test('drops what it accepted is sent it again', async () => {
    const { transactionId } = await tenant.mint(10)
    await settleOnce(ledger.deps)
    await ledger.rpc('anvil_dropAllTransactions')
    await settled()
    expect((await recordOf(transactionId))?.state).toBe('confirmed')
    await expectAgreement()
  })

  test('finds the fee too low gets the same nonce with a higher one', async () => {
    await tenant.mint(10)
    const { id, signed } = await storedBatch({ maxFeePerGas: 1n, maxPriorityFeePerGas: 0n })
    await settled()
    const forms = await ledger.sql<{ hash: string }[]>`
      select hash from chain_signature where chain_transaction_id = ${id} order by ordinal`
    expect(forms.length).toBeGreaterThan(1)
    expect(forms[0]?.hash).toBe(signed.hash)
    await expectAgreement()
  })
})

describe('a chain that', () => {
  test('drops final blocks has everything in them settled again, once', async () => {
    const { assetId } = await tenant.mint(100)
    await settled()
    const { transactionId } = await tenant.claim(assetId, 30, { from: 'maker' })
    await settled()
    const before = await recordOf(transactionId)
    await ledger.rpc('anvil_rollback', 4)
    await settleOnce(ledger.deps)
    expect((await recordOf(transactionId))?.state).toBe('submitted')
    await settled()
    expect((await recordOf(transactionId))?.chain?.operationId).toBe(before?.chain?.operationId)
    await expectAgreement()
  })

  test('is older than the rows of its backup is not taken for another chain, and receives the missing movements', async () => {
    const { assetId } = await tenant.mint(10)
    await settled()
    await tenant.transfer(assetId, 4)
    await settled()
    const { deps, sql } = ledger
    const compared = (isOfBackup: boolean) => compareWithChain({ sql, chain: deps.chain, isOfBackup })
    expect(await compared(true)).toMatchObject({ verdict: 'compared', mismatches: [] })
    await ledger.rpc('anvil_rollback', 4)
    expect(await compared(true)).toEqual({ verdict: 'older chain' })
    expect(await compared(false)).toMatchObject({ verdict: 'another chain' })
    await settled()
    await expectAgreement()
  })

  test('replaces blocks by others without our transactions has them sent again', async () => {
    const { transactionId } = await tenant.mint(100)
    await settleOnce(ledger.deps)
    await ledger.rpc('evm_mine')
    await settleOnce(ledger.deps)
    const before = await recordOf(transactionId)
    expect(before?.chain?.blockHash).not.toBeNull()
    await ledger.rpc('anvil_reorg', 1, [])
    await settled()
    const after = await recordOf(transactionId)
    expect(after?.chain?.operationId).toBe(before?.chain?.operationId)
    expect(after?.chain?.blockHash).not.toBe(before?.chain?.blockHash)
    await expectAgreement()
  })

  test('loses everything is rebuilt from the signed transactions, contract and all', async () => {
    const { assetId } = await tenant.mint(100)
    await settled()
    await tenant.transfer(assetId, 40)
    await settled()
    await tenant.claim(assetId, 15)
    await settled()
    const before = await contractOf(ledger.sql, chainId)
    await ledger.restartNode((folder) => rm(join(folder, 'state-000001.json')))
    await settled()
    expect((await contractOf(ledger.sql, chainId))?.address).toBe(before?.address)
    expect(await settlementProgress(ledger.sql, tenant.tenantId)).toMatchObject({ confirmed: 3 })
    await expectAgreement()
  })
})

describe('a database restored to an earlier moment than the chain', () => {
  /** Removes later rows, as a backup of that block lacks them. */
  async function forgetSince(block: bigint): Promise<void> {
    await ledger.sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`
      await tx`
        update settlement set state = 'recorded', chain_transaction_id = null, first_item = null, items = null
        where chain_transaction_id in (select id from chain_transaction where block_number > ${block})`
      await tx`
        delete from chain_signature s using chain_transaction t
        where t.id = s.chain_transaction_id and t.block_number > ${block}`
      await tx`delete from chain_transaction where block_number > ${block}`
      await tx`delete from chain_event where block_number > ${block}`
      await tx`delete from chain_block where number > ${block}`
    })
  }

  test('sends nothing a second time, logs the reason, and pauses minting', async () => {
    const { assetId } = await tenant.mint(100)
    await settled()
    const { number } = await headOf(ledger.deps.chain)
    await tenant.transfer(assetId, 40)
    await settled()
    const nonce = await operatorNonce()
    await forgetSince(number)

    for (let pass = 0; pass < 3; pass += 1) {
      await settleOnce(ledger.deps)
      await ledger.rpc('evm_mine')
    }
    expect(await operatorNonce()).toBe(nonce)
    expect(ledger.logged).toContainEqual(expect.stringContaining('batches that this database does not know'))
    await reconciled(ledger)
    expect(await lastReconciliation(ledger.sql, tenant.tenantId)).toMatchObject({ agreed: false })
  })
})

describe('a nonce that somebody else used with our key', () => {
  test('gives its movements back, and they are settled under another', async () => {
    const { transactionId } = await tenant.mint(10)
    const stored = await storedBatch()
    const { chain } = ledger.deps
    const fees = await feesOf(chain)
    const foreign = await signVoid(chain, { chainId, nonce: await operatorNonce(), fees })
    await broadcast(chain, foreign.raw)
    await ledger.rpc('evm_mine')
    await settled()
    expect((await recordOf(transactionId))?.chain?.operationId).not.toBe(stored.id)
    await expectAgreement()
  })
})
