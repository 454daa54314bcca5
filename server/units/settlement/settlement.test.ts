import { beforeAll, describe, expect, test } from 'vitest'
import {
  aLedgerTenant,
  aSettledLedger,
  type LedgerTenant,
  type SettledLedger,
  until,
} from '#tests/kit/settled-ledger.ts'
import { lastReconciliation, publicRecord, settlementProgress, syncNow } from './record.ts'

function settled(ledger: SettledLedger, { tenantId }: LedgerTenant) {
  return until(ledger, async () => {
    const { recorded, submitted } = await settlementProgress(ledger.sql, tenantId)
    return recorded + submitted === 0
  })
}

async function compared(ledger: SettledLedger, { tenantId }: LedgerTenant) {
  const [newest] = await ledger.sql<{ sequence: bigint }[]>`
    select max(sequence) as sequence from transaction where tenant_id = ${tenantId}`
  await until(ledger, async () => {
    const last = await lastReconciliation(ledger.sql, tenantId)
    return last !== null && last.sequence >= Number(newest?.sequence)
  })
  return lastReconciliation(ledger.sql, tenantId)
}

describe('a movement', () => {
  let ledger: SettledLedger
  let tenant: LedgerTenant

  beforeAll(async () => {
    ledger = await aSettledLedger()
    tenant = await aLedgerTenant(ledger.sql)
    ledger.settler()
  })

  test('of each kind is confirmed, and ledger and chain agree', async () => {
    const { assetId } = await tenant.mint(100)
    await tenant.transfer(assetId, 60)
    await tenant.claim(assetId, 25)
    await tenant.burn(assetId, 10)
    await settled(ledger, tenant)
    const progress = await settlementProgress(ledger.sql, tenant.tenantId)
    expect(progress).toEqual({ recorded: 0, submitted: 0, confirmed: 4, parked: 0 })
    expect(await compared(ledger, tenant)).toMatchObject({ agreed: true, assets: 1, mismatches: [] })
  })

  test('has a public record with its place in a block, and its document in the event', async () => {
    const { assetId } = await tenant.mint(5)
    const { transactionId } = await tenant.claim(assetId, 2, { from: 'maker', documentHash: Buffer.alloc(32, 9) })
    await settled(ledger, tenant)
    const chain = { explorerUrl: 'https://chain.test/' }
    const record = await publicRecord({ sql: ledger.sql, chain }, tenant.tenantId, transactionId)
    expect(record).toMatchObject({ state: 'confirmed', reason: null, chain: { chainId: 31337, items: 1 } })
    expect(record?.chain?.confirmations).toBeGreaterThanOrEqual(3)
    expect(record?.chain?.explorerUrl).toBe(`https://chain.test/tx/${record?.chain?.transactionHash}`)
    const events = await ledger.sql`
      select kind, amount, document from chain_event
      where operation_id = ${record?.chain?.operationId ?? ''} and item = ${record?.chain?.firstItem ?? -1}`
    expect([...events]).toEqual([{ kind: 'retire', amount: '2', document: `0x${'09'.repeat(32)}` }])
  })

  test('that waits for the chain goes on with each block, however long the usual pause is', async () => {
    const slow = await aSettledLedger()
    const maker = await aLedgerTenant(slow.sql)
    slow.settler({ busyMs: 3_600_000, idleMs: 3_600_000, lookMs: 20 })
    await maker.mint(5)
    await settled(slow, maker)
    expect(await settlementProgress(slow.sql, maker.tenantId)).toMatchObject({ confirmed: 1 })
  })

  test('that is unknown has no record', async () => {
    expect(await publicRecord({ sql: ledger.sql, chain: ledger.deps.chain }, tenant.tenantId, 'none')).toBeNull()
  })
})

describe('a synchronisation', () => {
  test('reads the chain and counts the movements of one account', async () => {
    const ledger = await aSettledLedger()
    const tenant = await aLedgerTenant(ledger.sql)
    const settlement = ledger.settler()
    await tenant.mint(5)
    const found = await syncNow({ sql: ledger.sql, settlement }, tenant.tenantId, 'maker')
    expect(found.head).not.toBeNull()
    expect(found.recorded + found.submitted + found.confirmed).toBe(1)
    const others = await syncNow({ sql: ledger.sql, settlement }, tenant.tenantId, 'buyer')
    expect(others).toMatchObject({ recorded: 0, submitted: 0, confirmed: 0, parked: 0 })
  })

  test('fails as an outage when the chain does not answer, and settles what was recorded when it is back', async () => {
    const ledger = await aSettledLedger()
    const tenant = await aLedgerTenant(ledger.sql)
    const settlement = ledger.settler()
    await tenant.mint(5)
    await settled(ledger, tenant)
    await ledger.restartNode(async () => {
      await tenant.mint(7)
      const sync = syncNow({ sql: ledger.sql, settlement }, tenant.tenantId, 'maker')
      await expect(sync).rejects.toMatchObject({ code: 'unavailable' })
    })
    await settled(ledger, tenant)
    expect(await compared(ledger, tenant)).toMatchObject({ agreed: true, assets: 2 })
  })
})

describe('many movements', () => {
  test('share batches, and two settlers carry each of them out once', async () => {
    const ledger = await aSettledLedger()
    const tenant = await aLedgerTenant(ledger.sql)
    const { assetId } = await tenant.mint(1_000)
    for (let made = 0; made < 250; made += 1) await tenant.claim(assetId, 1, { from: 'maker' })
    ledger.settler()
    ledger.settler()
    await settled(ledger, tenant)
    expect(await compared(ledger, tenant)).toMatchObject({ agreed: true })
    const batches = await ledger.sql`select succeeded from chain_transaction where purpose = 'batch'`
    expect([...batches]).toEqual([{ succeeded: true }, { succeeded: true }])
  })
})
