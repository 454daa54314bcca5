import { expect, test } from 'vitest'
import { linkPending } from '#server/units/ledger/hash-chain.ts'
import { aLedgerTenant, aSettledLedger, onDemand, passUntil, type SettledLedger } from '#tests/kit/settled-ledger.ts'
import { settlementProgress } from './record.ts'
import { dueMovements } from './settlement.store.ts'
import { settleOnce } from './settler.ts'

async function withManyDue(ledger: SettledLedger, many: number) {
  const tenant = await aLedgerTenant(ledger.sql)
  const { assetId } = await tenant.mint(many)
  await passUntil(ledger, async () => (await settlementProgress(ledger.sql, tenant.tenantId)).confirmed === 1)
  const { tenantId } = tenant
  await ledger.sql`insert into transaction (tenant_id, id, type, from_account, quantity, actor)
    select ${tenantId}, 'many-' || n, 'claim', 'maker', 1, 'tester' from generate_series(1, ${many}::int) n`
  await ledger.sql`insert into entry (tenant_id, transaction_id, ordinal, asset_id, serials, from_account, from_state, to_account, to_state)
    select ${tenantId}, 'many-' || n, 1, ${assetId}, int8range(n, n + 1), 'maker', 'held', 'maker', 'retired'
    from generate_series(1, ${many}::int) n`
  await ledger.sql`insert into settlement (tenant_id, transaction_id, sequence)
    select tenant_id, id, sequence from transaction where tenant_id = ${tenantId} and id like 'many-%'`
  // As if linked: unlinked movements are searched above this sequence.
  await ledger.sql`insert into linked_until select max(sequence) from transaction
    on conflict ((true)) do update set sequence = excluded.sequence`
  await ledger.sql`analyze transaction, entry, settlement`
  return tenant
}

test('a single movement goes into the next batch, whatever else of somebody waits', async () => {
  const ledger = await aSettledLedger({ blockTimeMs: onDemand })
  await withManyDue(ledger, 50_000)
  const small = await aLedgerTenant(ledger.sql)
  const { transactionId } = await small.mint(1)
  await settleOnce(ledger.deps)
  const submitted = await ledger.sql<{ batches: number; place: number }[]>`
    select (select count(*)::int from chain_transaction where state = 'signed') as batches,
      (select count(*)::int from chain_transaction e where e.state = 'signed' and e.nonce < c.nonce) as place
    from settlement s join chain_transaction c on c.id = s.chain_transaction_id
    where s.transaction_id = ${transactionId}`
  expect(submitted).toEqual([{ batches: 16, place: 0 }])
}, 120_000)

test('every tenant has its turn, its own movements in their order, and nothing is left unused', async () => {
  const ledger = await aSettledLedger({ blockTimeMs: onDemand })
  const large = await withManyDue(ledger, 5_000)
  const small = await Promise.all(Array.from({ length: 9 }, () => aLedgerTenant(ledger.sql)))
  for (const tenant of small) for (let made = 0; made < 3; made += 1) await tenant.mint(1)
  await linkPending(ledger.sql)
  const due = await dueMovements(ledger.sql, { refused: false, limit: 1_000 })
  expect(due).toHaveLength(1_000)
  expect(new Set(due.slice(0, 10).map(({ tenantId }) => tenantId)).size).toBe(10)
  const largeIds = due.flatMap(({ tenantId, transactionId }) => (tenantId === large.tenantId ? [transactionId] : []))
  expect(largeIds).toEqual(Array.from({ length: 1_000 - 27 }, (_, place) => `many-${place + 1}`))
}, 60_000)
