import { expect, test } from 'vitest'
import { aNodeBefore, type Temper } from '#tests/kit/node-proxy.ts'
import {
  aLedgerTenant,
  aSettledLedger,
  onDemand,
  passUntil,
  reconciled,
  type SettledLedger,
  until,
} from '#tests/kit/settled-ledger.ts'
import { startReconciling } from './reconciler.ts'
import { lastReconciliation, settlementProgress } from './record.ts'
import { settleOnce } from './settler.ts'

const confirmed = async ({ sql }: SettledLedger, { tenantId }: { tenantId: string }) =>
  (await settlementProgress(sql, tenantId)).confirmed

test('a comparison that lasts does not delay settlement', async () => {
  const held = Promise.withResolvers<void>()
  const temper: Temper = { balancesAfter: held.promise }
  const ledger = await aSettledLedger({ through: async (rpcUrl) => (await aNodeBefore(rpcUrl, temper)).rpcUrl })
  const tenant = await aLedgerTenant(ledger.sql)
  const settlement = ledger.settler()
  const { assetId } = await tenant.mint(10)
  await until(ledger, async () => (await confirmed(ledger, tenant)) === 1)
  for (let passed = 0; passed < 3; passed += 1) await settlement.pass()
  await tenant.transfer(assetId, 3)
  await until(ledger, async () => (await confirmed(ledger, tenant)) === 2)
  expect(await lastReconciliation(ledger.sql, tenant.tenantId)).toBeNull()
  held.resolve()
  await until(ledger, async () => (await lastReconciliation(ledger.sql, tenant.tenantId))?.agreed === true)
})

test('a node that reads the next block early is no disagreement', async () => {
  const ledger = await aSettledLedger({
    blockTimeMs: onDemand,
    through: async (rpcUrl) => (await aNodeBefore(rpcUrl, { readsAhead: true })).rpcUrl,
  })
  const tenant = await aLedgerTenant(ledger.sql)
  const { assetId } = await tenant.mint(10)
  await passUntil(ledger, async () => (await confirmed(ledger, tenant)) === 1)
  await tenant.transfer(assetId, 3)
  await settleOnce(ledger.deps)
  // The transfer waits for the next block.
  expect(await settlementProgress(ledger.sql, tenant.tenantId)).toMatchObject({ submitted: 1, confirmed: 1 })
  await reconciled(ledger)
  expect(await lastReconciliation(ledger.sql, tenant.tenantId)).toMatchObject({ agreed: true, mismatches: [] })
})

test('what changed is compared, and what did not is left to the comparison of everything', async () => {
  const ledger = await aSettledLedger()
  const tenant = await aLedgerTenant(ledger.sql)
  const settlement = ledger.settler()
  const looked = async () =>
    (
      await ledger.sql<{ assets: number; balances: number }[]>`
      select assets, balances from reconciliation where tenant_id = ${tenant.tenantId} order by at desc limit 1`
    )[0]
  const { assetId } = await tenant.mint(10)
  await tenant.mint(20)
  await until(ledger, async () => (await looked())?.assets === 2 && (await confirmed(ledger, tenant)) === 2)
  await settlement.pass()
  await tenant.transfer(assetId, 3)
  // The two accounts of the one asset that moved.
  await until(ledger, async () => (await confirmed(ledger, tenant)) === 3 && (await looked())?.balances === 2)
  expect(await looked()).toEqual({ assets: 2, balances: 2 })
})

test('a tenant with few balances does not wait for one with many', async () => {
  const ledger = await aSettledLedger({ blockTimeMs: 50 })
  const [large, small] = [await aLedgerTenant(ledger.sql), await aLedgerTenant(ledger.sql)]
  const { assetId } = await large.mint(1)
  await small.mint(1)
  await passUntil(ledger, async () => (await confirmed(ledger, large)) + (await confirmed(ledger, small)) === 2)
  // Several steps of balances, all zero on both sides.
  await ledger.sql`insert into account (tenant_id, id, name, kind, status)
    select ${large.tenantId}, 'holder-' || n, 'Holder', 'buyer', 'active' from generate_series(1, 5000) n`
  await ledger.sql`insert into balance (tenant_id, account_id, asset_id)
    select ${large.tenantId}, 'holder-' || n, ${assetId} from generate_series(1, 5000) n`
  const reconciler = startReconciling(() => ledger.deps, { reconcileMs: 3_600_000 })
  reconciler.learn(await settleOnce(ledger.deps))
  await until(ledger, async () => (await lastReconciliation(ledger.sql, large.tenantId)) !== null)
  await reconciler.stop()
  const inOrder = await ledger.sql<{ tenantId: string; balances: number; agreed: boolean }[]>`
    select tenant_id as "tenantId", balances, agreed from reconciliation order by at`
  expect(inOrder).toEqual([
    { tenantId: small.tenantId, balances: 1, agreed: true },
    { tenantId: large.tenantId, balances: 5_001, agreed: true },
  ])
}, 60_000)

test('results of more than 30 days ago are deleted, but for the newest of a tenant', async () => {
  const ledger = await aSettledLedger()
  const [busy, resting] = [await aLedgerTenant(ledger.sql), await aLedgerTenant(ledger.sql)]
  await busy.mint(1)
  await passUntil(ledger, async () => (await confirmed(ledger, busy)) === 1)
  for (const { tenantId } of [busy, resting]) {
    await ledger.sql`insert into reconciliation (tenant_id, at, chain_id, block_number, assets, balances, agreed)
      select ${tenantId}, now() - make_interval(days => n), 31337, 1, 0, 0, true from generate_series(33, 29, -1) n`
  }
  await reconciled(ledger)
  const reconciler = startReconciling(() => ledger.deps, { reconcileMs: 3_600_000 })
  reconciler.learn(await settleOnce(ledger.deps))
  const ages = async ({ tenantId }: { tenantId: string }) =>
    (
      await ledger.sql<{ days: number }[]>`
      select extract(day from now() - at)::int as days from reconciliation where tenant_id = ${tenantId} order by at desc`
    ).map(({ days }) => days)
  await expect.poll(() => ages(busy)).toEqual([0, 0, 29])
  expect(await ages(resting)).toEqual([29])
  await reconciler.stop()
})

test('a stored sum that differs from the ledger is logged', async () => {
  const ledger = await aSettledLedger()
  const tenant = await aLedgerTenant(ledger.sql)
  await tenant.mint(10)
  await ledger.sql`update project set minted = 11 where tenant_id = ${tenant.tenantId}`
  ledger.settler()
  const logLine = () => ledger.logged.find((line) => line.startsWith('Kept sums differ from the ledger.'))
  await until(ledger, async () => logLine() !== undefined)
  expect(logLine()).toMatch(/project .*, issued: kept 11, counted 10/)
})
