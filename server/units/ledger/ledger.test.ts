import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, failureOfDatabase, identifier, newId } from '#server/infra/db/database.ts'
import { aDatabase } from '#tests/kit/database.ts'
import { aLedgerTenant, moved } from '#tests/kit/settled-ledger.ts'
import { linkPending } from './hash-chain.ts'
import { claim, transfer } from './movements.ts'
import { verifyLedger } from './verify-ledger.ts'

let database: Awaited<ReturnType<typeof aDatabase>>
let sql: Database
beforeAll(async () => {
  database = await aDatabase()
  sql = database.sql
})
afterAll(() => database.drop())

const order = (tenantId: string, key: string | null = null) => ({
  actor: {
    userId: 'tester',
    tenantId,
    accountIds: [],
    adminOf: [],
    isTenantAdmin: false,
    address: '::1',
    requestId: 'test',
  },
  idempotency: { key, requestHash: Buffer.alloc(32, 1) },
})

test('a hundred buyers at once get what there is and not a unit more', async () => {
  const tenant = await aLedgerTenant(sql)
  const { assetId } = await tenant.mint(250)
  const outcomes = await Promise.allSettled(Array.from({ length: 100 }, () => tenant.transfer(assetId, 5)))
  expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(50)
  const [balance] = await sql`select held from balance where tenant_id = ${tenant.tenantId} and account_id = 'buyer'`
  expect(balance).toEqual({ held: 250n })
  const [deadlocks] = await sql`select deadlocks from pg_stat_database where datname = current_database()`
  expect(deadlocks).toEqual({ deadlocks: 0n })
})

test('a repeated key moves once and answers the same, at the same time too', async () => {
  const tenant = await aLedgerTenant(sql)
  const { assetId } = await tenant.mint(100)
  const draft = { from: 'maker', to: 'buyer', items: [{ assetId, quantity: 10 }], reason: null }
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => moved(transfer(sql, order(tenant.tenantId, 'a key'), draft))),
  )
  expect(new Set(answers.map((answer) => answer.transactionId)).size).toBe(1)
  const [balance] = await sql`select held from balance where tenant_id = ${tenant.tenantId} and account_id = 'buyer'`
  expect(balance).toEqual({ held: 10n })
})

test.each([
  ['maker', 'buyer'],
  ['buyer', 'maker'],
])('an asset that is not there is not found, from %s to %s', async (from, to) => {
  const tenant = await aLedgerTenant(sql)
  const move = { from, to, items: [{ assetId: newId(), quantity: 1 }], reason: null }
  const refused = await transfer(sql, order(tenant.tenantId), move).catch(failureOfDatabase)
  expect(refused).toMatchObject({ code: 'not_found' })
})

test('a refused movement leaves its key free for the corrected one', async () => {
  const tenant = await aLedgerTenant(sql)
  const { assetId } = await tenant.mint(10)
  const draft = (quantity: number) => ({ from: 'maker', to: 'buyer', items: [{ assetId, quantity }], reason: null })
  await expect(transfer(sql, order(tenant.tenantId, 'again'), draft(11))).rejects.toThrow('insufficient_balance')
  await expect(transfer(sql, order(tenant.tenantId, 'again'), draft(10))).resolves.toHaveProperty('transactionId')
})

test('entries, transactions and links are never changed', async () => {
  const tenant = await aLedgerTenant(sql)
  await tenant.mint(10)
  await linkPending(sql)
  for (const table of ['entry', 'transaction', 'ledger_link', 'audit_event']) {
    await expect(sql`delete from ${identifier(table)}`).rejects.toThrow('append-only')
    await expect(sql`truncate ${identifier(table)} cascade`).rejects.toThrow('append-only')
  }
  await expect(sql`update entry set to_account = 'buyer'`).rejects.toThrow('append-only')
})

test('two blocks with one serial number are refused by the database', async () => {
  const tenant = await aLedgerTenant(sql)
  const { assetId } = await tenant.mint(10)
  await expect(sql`
    insert into block select tenant_id, asset_id, series, int8range(10, 20), account_id, state, transaction_id
    from block where tenant_id = ${tenant.tenantId} and asset_id = ${assetId}`).rejects.toThrow(
    'block_serials_are_in_one_hand',
  )
})

test('the hash chain links every movement once, in order, and shows a change at its place', async () => {
  const tenant = await aLedgerTenant(sql)
  const { assetId } = await tenant.mint(100)
  await Promise.all(Array.from({ length: 20 }, () => tenant.transfer(assetId, 1)))
  await Promise.all([linkPending(sql), linkPending(sql)])
  const links = await sql`select sequence from ledger_link where tenant_id = ${tenant.tenantId} order by sequence`
  expect(links.map((link) => link.sequence)).toEqual(Array.from({ length: 21 }, (_, index) => BigInt(index + 1)))
  expect((await verifyLedger(sql, tenant.tenantId)).fault).toBeNull()

  await sql.begin(async (tx) => {
    await tx`alter table entry disable trigger entry_is_append_only`
    await tx`
      update entry set to_account = 'maker' where (tenant_id, transaction_id) in (
        select tenant_id, transaction_id from ledger_link where tenant_id = ${tenant.tenantId} and sequence = 7)`
    await tx`alter table entry enable trigger entry_is_append_only`
  })
  expect((await verifyLedger(sql, tenant.tenantId)).fault).toMatchObject({ sequence: 7n, of: 'link' })
})

test('a claim of several assets is one movement and takes each asset once', async () => {
  const tenant = await aLedgerTenant(sql)
  const [first, second] = [await tenant.mint(10), await tenant.mint(10)]
  const wording = {
    id: newId(),
    beneficiary_kind: 'organisation' as const,
    beneficiary_name: 'The lake',
    beneficiary_country: null,
    purpose: 'other',
    purpose_detail: '',
    period: null,
    country_of_consumption: null,
    note: '',
    note_is_public: true,
    notify_email: null,
    notify_language: null,
    own_reference: null,
    private_salt: null,
    verify_code: newId(),
  }
  const items = [
    { assetId: first.assetId, quantity: 3 },
    { assetId: second.assetId, quantity: 4 },
  ]
  const made = await moved(
    claim(sql, order(tenant.tenantId), { from: 'maker', items, wording, documentHash: Buffer.alloc(32, 2) }),
  )
  const [row] = await sql`select quantity from claim where tenant_id = ${tenant.tenantId} and id = ${made.claimId}`
  expect(row).toEqual({ quantity: 7n })
  const twice = [items[0] ?? { assetId: '', quantity: 1 }, items[0] ?? { assetId: '', quantity: 1 }]
  await expect(
    claim(sql, order(tenant.tenantId), {
      from: 'maker',
      items: twice,
      wording: { ...wording, id: newId(), verify_code: newId() },
      documentHash: Buffer.alloc(32),
    }),
  ).rejects.toThrow('invalid')
})
