import { beforeEach, describe, expect, test } from 'vitest'
import { broadcast, feesOf, nonceOf } from '#server/infra/chain/chain.ts'
import { nothing, type Operation } from '#server/infra/chain/contract.ts'
import { accountRef, type Hex, tokenId } from '#server/infra/chain/derive.ts'
import { signBatch } from '#server/infra/chain/sign.ts'
import {
  aLedgerTenant,
  aSettledLedger,
  type LedgerTenant,
  onDemand,
  passUntil,
  reconciled,
  type SettledLedger,
  until,
} from '#tests/kit/settled-ledger.ts'
import { contractOf } from './chain-transactions.store.ts'
import { lastReconciliation, publicRecord, settlementProgress } from './record.ts'
import { parkedByTenant, retryParked } from './settlement.store.ts'
import { settleOnce } from './settler.ts'

const chainId = 31337
let ledger: SettledLedger
let tenant: LedgerTenant

beforeEach(async () => {
  ledger = await aSettledLedger({ blockTimeMs: onDemand })
  tenant = await aLedgerTenant(ledger.sql)
})

const settled = () =>
  passUntil(ledger, async () => {
    const { recorded, submitted } = await settlementProgress(ledger.sql, tenant.tenantId)
    return recorded + submitted === 0
  })

/** Waits until the chain's present state is final. */
async function compared() {
  await ledger.rpc('anvil_mine', ledger.deps.chain.confirmations - 1)
  await reconciled(ledger)
  return lastReconciliation(ledger.sql, tenant.tenantId)
}

const stateOf = async (transactionId: string) =>
  publicRecord({ sql: ledger.sql, chain: ledger.deps.chain }, tenant.tenantId, transactionId)

/** The operator's key moves units on chain without the ledger. */
async function movedBehindTheLedger(assetId: string, from: string, to: string, amount: bigint) {
  await sentBehindTheLedger(assetId, from, to, amount)
  await vouched()
}

async function sentBehindTheLedger(assetId: string, from: string, to: string, amount: bigint) {
  const { chain } = ledger.deps
  const contract = await contractOf(ledger.sql, chainId)
  if (!contract) throw new Error('There is no contract.')
  const ref = (account: string) => accountRef(tenant.tenantId, account)
  const token = tokenId(tenant.tenantId, assetId)
  const item: Operation = { kind: 'transfer', tokenId: token, from: ref(from), to: ref(to), amount, document: nothing }
  const nonce = await nonceOf(chain, chain.operator.address, 'latest')
  const id: Hex = `0x${nonce.toString(16).padStart(64, 'f')}`
  const signed = await signBatch(chain, { chainId, nonce, fees: await feesOf(chain) }, contract.address, id, [item])
  expect(await broadcast(chain, signed.raw)).toEqual({ verdict: 'accepted' })
  await ledger.rpc('evm_mine')
}

/** The operator confirms that unknown batches contain no movement. */
async function vouched() {
  await settleOnce(ledger.deps)
  await ledger.sql`update chain_event set is_unknown = false where is_unknown`
}

describe('a movement that the contract refuses', () => {
  test('is parked with the reason while the rest of its batch is settled', async () => {
    const good = await tenant.mint(100)
    const bad = await tenant.mint(10)
    await settled()
    await movedBehindTheLedger(bad.assetId, 'maker', 'buyer', 5n)
    const claims: { transactionId: string }[] = []
    for (let made = 0; made < 7; made += 1) claims.push(await tenant.claim(good.assetId, 1, { from: 'maker' }))
    const refused = await tenant.claim(bad.assetId, 8, { from: 'maker' })
    for (let made = 0; made < 6; made += 1) claims.push(await tenant.claim(good.assetId, 1, { from: 'maker' }))
    await settled()
    expect(await settlementProgress(ledger.sql, tenant.tenantId)).toMatchObject({
      confirmed: 2 + claims.length,
      parked: 1,
    })
    const record = await stateOf(refused.transactionId)
    expect(record).toMatchObject({ state: 'parked', chain: null })
    expect(record?.reason).toMatch(/^ERC1155InsufficientBalance\(.*, 5, 8, /)
  })

  test('is settled when it is tried again and the contract takes it', async () => {
    const { assetId } = await tenant.mint(10)
    await settled()
    await movedBehindTheLedger(assetId, 'maker', 'buyer', 5n)
    const { transactionId } = await tenant.claim(assetId, 8, { from: 'maker' })
    await settled()
    await movedBehindTheLedger(assetId, 'buyer', 'maker', 5n)
    expect(await retryParked(ledger.sql, tenant.tenantId)).toBe(1)
    await settled()
    expect(await stateOf(transactionId)).toMatchObject({ state: 'confirmed', reason: null })
    expect(await compared()).toMatchObject({ agreed: true })
  })

  test('does not come back when the chain drops the batch that failed with it', async () => {
    const { assetId } = await tenant.mint(10)
    await settled()
    await movedBehindTheLedger(assetId, 'maker', 'buyer', 5n)
    await tenant.claim(assetId, 8, { from: 'maker' })
    const claim = await tenant.claim(assetId, 1, { from: 'maker' })
    await settled()
    const [failed] = await ledger.sql<{ id: string; blockNumber: bigint }[]>`
      select id, block_number as "blockNumber" from chain_transaction where succeeded = false`
    const { number } = (await settleOnce(ledger.deps)).head
    await ledger.rpc('anvil_rollback', Number(number - (failed?.blockNumber ?? 0n)) + 1)
    await settled()
    expect((await stateOf(claim.transactionId))?.state).toBe('confirmed')
    const forms = await ledger.sql`
      select is_void as "isVoid" from chain_signature where chain_transaction_id = ${failed?.id ?? ''} order by ordinal`
    expect([...forms]).toEqual([{ isVoid: false }, { isVoid: true }])
  })
})

describe('a disagreement of ledger and chain', () => {
  test('is written down and pauses minting until it is gone', async () => {
    const { assetId } = await tenant.mint(10)
    await settled()
    expect(await compared()).toMatchObject({ agreed: true })
    await movedBehindTheLedger(assetId, 'maker', 'buyer', 4n)
    const found = await compared()
    expect(found).toMatchObject({ agreed: false, assets: 1 })
    expect(found?.mismatches.map(({ message }) => message)).toContain(
      `Asset ${assetId}: account maker has 10 in the ledger, 6 on chain.`,
    )
    await expect(tenant.mint(1)).rejects.toThrow('conflict')
    await movedBehindTheLedger(assetId, 'buyer', 'maker', 4n)
    expect(await compared()).toMatchObject({ agreed: true })
    await tenant.mint(1)
  })
})

describe('a batch that the database does not know', () => {
  const agreed = async () => (await lastReconciliation(ledger.sql, tenant.tenantId))?.agreed
  const message = 'The chain has carried out 1 batches that this registry does not know.'

  test('is a disagreement at once, and none as soon as somebody vouches for it', async () => {
    const { assetId } = await tenant.mint(10)
    await settled()
    const settlement = ledger.settler()
    await settlement.pass()
    await until(ledger, async () => (await agreed()) === true)
    await sentBehindTheLedger(assetId, 'maker', 'maker', 4n)
    await settlement.pass()
    await until(ledger, async () => (await agreed()) === false)
    const found = await lastReconciliation(ledger.sql, tenant.tenantId)
    expect(found?.mismatches).toEqual([{ assetId: null, message }])
    await expect(tenant.mint(1)).rejects.toThrow('conflict')
    await ledger.sql`update chain_event set is_unknown = false where is_unknown`
    await settlement.pass()
    await until(ledger, async () => (await agreed()) === true)
    await settlement.stop()
  })
})

test('a comparison of a clock that was ahead hides none that was made since', async () => {
  const { assetId } = await tenant.mint(10)
  await settled()
  await compared()
  await ledger.sql`update reconciliation set at = now() + interval '2 days' where tenant_id = ${tenant.tenantId}`
  await movedBehindTheLedger(assetId, 'maker', 'buyer', 4n)
  expect(await compared()).toMatchObject({ agreed: false })
})

describe('a movement that no chain takes in one piece', () => {
  test('is parked, and the rest is settled', async () => {
    const { transactionId } = await tenant.mintMany(240)
    await tenant.mint(1)
    await settled()
    const reason = 'It is too large for one chain transaction.'
    expect(await stateOf(transactionId)).toMatchObject({ state: 'parked', reason })
    expect(await settlementProgress(ledger.sql, tenant.tenantId)).toMatchObject({ confirmed: 1, parked: 1 })
  })
})

describe('a movement that has no form on the chain', () => {
  /** Only the owner of the database can do this. */
  async function givenHash(transactionId: string, hash: Buffer | null) {
    await ledger.sql`alter table transaction disable trigger transaction_is_append_only`
    await ledger.sql`
      update transaction set document_hash = ${hash} where tenant_id = ${tenant.tenantId} and id = ${transactionId}`
  }

  test('cannot be written', async () => {
    const { assetId } = await tenant.mint(10)
    const oneByte = tenant.claim(assetId, 1, { from: 'maker', documentHash: Buffer.alloc(1, 7) })
    await expect(oneByte).rejects.toMatchObject({ constraint: 'document_hash_is_sha256' })
  })

  test('is parked with those that build on it, the rest is settled, and all of them once it is mended', async () => {
    await ledger.sql`alter table transaction drop constraint document_hash_is_sha256`
    const { assetId } = await tenant.mint(100)
    const bad = await tenant.transfer(assetId, 40)
    const follows = await tenant.claim(assetId, 10)
    const independent = await tenant.claim(assetId, 60, { from: 'maker' })
    const other = await tenant.mint(3)
    await givenHash(bad.transactionId, Buffer.alloc(1, 7))
    await settled()
    expect((await stateOf(bad.transactionId))?.reason).toMatch(/bytes1.*bytes32/)
    expect((await stateOf(follows.transactionId))?.reason).toMatch(/^ERC1155InsufficientBalance\(.*, 0, 10, /)
    expect((await stateOf(independent.transactionId))?.state).toBe('confirmed')
    expect((await stateOf(other.transactionId))?.state).toBe('confirmed')
    expect(await compared()).toMatchObject({ agreed: true })
    expect(await parkedByTenant(ledger.sql)).toMatchObject([{ count: 2, first: bad.transactionId }])

    await retryParked(ledger.sql, tenant.tenantId)
    await settled()
    expect(await settlementProgress(ledger.sql, tenant.tenantId)).toMatchObject({ confirmed: 3, parked: 2 })

    await givenHash(bad.transactionId, null)
    await retryParked(ledger.sql, tenant.tenantId)
    await settled()
    expect(await settlementProgress(ledger.sql, tenant.tenantId)).toMatchObject({ confirmed: 5, parked: 0 })
    expect(await compared()).toMatchObject({ agreed: true })
  })
})
