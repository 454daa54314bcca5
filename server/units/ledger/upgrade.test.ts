import { beforeEach, expect, test } from 'vitest'
import { type Database, json, newId } from '#server/infra/db/database.ts'
import { migrate } from '#server/infra/db/migrate.ts'
import { auditBefore, auditCount } from '#server/people/audit/audit.store.ts'
import { migratedBefore } from '#tests/kit/migrated-before.ts'
import { linkPending } from './hash-chain.ts'
import { claim, mint, transfer } from './movements.ts'

/** Made by the program of the first migrations. */
let sql: Database
let minted: string
let sent: string
let sentWithoutKey: string
let claimed: { transactionId: string; claimId: string }

const hash = Buffer.alloc(32, 1)
const items = [{ assetId: 'asset', quantity: 10 }]
const wording = {
  id: 'first-claim',
  beneficiary_kind: 'organisation' as const,
  beneficiary_name: 'The sea',
  beneficiary_country: null,
  purpose: 'voluntary',
  purpose_detail: '',
  period: null,
  country_of_consumption: null,
  note: '',
  note_is_public: false,
  notify_email: null,
  notify_language: null,
  own_reference: null,
  verify_code: 'AAAAA-AAAAA',
}

beforeEach(async () => {
  sql = await migratedBefore()
  await sql`insert into tenant (id, name, asset_name, asset_name_plural, serial_prefix) values ('t', 'T', 'U', 'U', 'UU')`
  await sql`insert into account (tenant_id, id, name, kind, status)
    values ('t', 'maker', 'Maker', 'proponent', 'active'), ('t', 'buyer', 'Buyer', 'buyer', 'active')`
  await sql`insert into app_user (tenant_id, username, account_id, email) values ('t', 'of-maker', 'maker', ''), ('t', 'of-buyer', 'buyer', '')`
  await sql`insert into project (tenant_id, id, account_id, number, name, status, country)
    values ('t', 'project', 'maker', 1, 'Mangroves', 'active', 'KE')`
  await sql`insert into measurement (tenant_id, id, project_id, account_id, period, quantity, status, submitted_by,
      submitted_account_id, submitted_at)
    values ('t', 'measurement', 'project', 'maker', '[2024-01-01,2025-01-01)', 100, 'accepted', 'tester', 'maker', now())`
  await sql`insert into verification (tenant_id, id, measurement_id, project_id, account_id, quantity, status)
    values ('t', 'verification', 'measurement', 'project', 'maker', 100, 'verified')`

  const request = (key: string | null) =>
    sql`'t', 'tester', ${key}, ${hash}, ${json({ address: '192.0.2.1', requestId: 'of old' })}, ${newId()}`
  const made = async (call: ReturnType<typeof request>) =>
    (await sql<{ answer: typeof claimed }[]>`select ${call} as answer`)[0]!.answer
  minted = (await made(sql`ledger_mint(${request('mint')}, 'asset', 'verification', 100)`)).transactionId
  sent = (await made(sql`ledger_transfer(${request('send')}, 'maker', 'buyer', ${json(items)}, null)`)).transactionId
  sentWithoutKey = (await made(sql`ledger_transfer(${request(null)}, 'maker', 'buyer', ${json(items)}, null)`))
    .transactionId
  claimed = await made(
    sql`ledger_claim(${request('claim')}, 'buyer', ${json(items)}, ${json(wording)}, ${Buffer.alloc(32)})`,
  )
})

const order = (key: string, requestHash: Buffer) => ({
  actor: {
    userId: 'tester',
    tenantId: 't',
    accountIds: [],
    adminOf: [],
    isTenantAdmin: false,
    address: '::1',
    requestId: 'of today',
  },
  idempotency: { key, requestHash },
})

/** The same acts again, under their earlier keys. */
const again = (requestHash = hash) => ({
  mint: () =>
    mint(sql, order('mint', requestHash), {
      tenantId: 't',
      items: [{ verificationId: 'verification', quantity: 100 }],
    }),
  send: () => transfer(sql, order('send', requestHash), { from: 'maker', to: 'buyer', items, reason: null }),
  claim: () =>
    claim(sql, order('claim', requestHash), {
      from: 'buyer',
      items,
      wording: { ...wording, id: newId(), verify_code: 'BBBBB-BBBBB' },
      documentHash: Buffer.alloc(32),
    }),
})

test('a key of before the upgrade answers with its first movement, and no other request', async () => {
  await migrate(sql)
  const { mint, send, claim } = again()
  expect([await mint(), await send(), await claim()]).toEqual([
    { transactionId: minted },
    { transactionId: sent },
    claimed,
  ])
  expect(claimed.claimId).toBe('first-claim')
  for (const act of Object.values(again(Buffer.alloc(32, 2)))) {
    await expect(act()).rejects.toThrow('idempotency_mismatch')
  }
  expect(await sql`select from transaction`).toHaveLength(4)
})

test('a notice of before the upgrade names the project and the serial numbers, as its sentence now does', async () => {
  const facts = { transactionId: sent, quantity: 10, account: 'Maker' }
  await sql`insert into notice (tenant_id, username, kind, facts) values ('t', 'of-buyer', 'units.transfer', ${json(facts)})`
  await migrate(sql)
  expect(await sql`select facts from notice`).toEqual([
    { facts: { ...facts, project: 'Mangroves', serials: 'UU-KE-1-2024-1-1-10' } },
  ])
})

test('a notice of before the upgrade is sent if it still waits, and what was refused is known', async () => {
  await sql`
    insert into notice (tenant_id, username, kind, facts, next_at, attempts, mailed_at) values
      ('t', 'of-buyer', 'user.role', '{}', now(), 2, null),
      ('t', 'of-buyer', 'user.resume', '{}', null, 1, now()),
      ('t', 'of-buyer', 'user.suspend', '{}', null, 8, null)`
  await migrate(sql)
  expect(await sql`select kind, is_sorted as "isSorted" from notice order by sequence`).toEqual([
    { kind: 'user.role', isSorted: false },
    { kind: 'user.resume', isSorted: true },
    { kind: 'user.suspend', isSorted: true },
  ])
  expect(await sql`select kind, sent_at is not null as "isSent", next_at as "nextAt" from letter order by id`).toEqual([
    { kind: 'user.role', isSent: false, nextAt: null },
    { kind: 'user.resume', isSent: true, nextAt: null },
    { kind: 'user.suspend', isSent: false, nextAt: null },
  ])
})

test('a claim of before the upgrade keeps the vintages of its units, as one after it does', async () => {
  await migrate(sql)
  await claim(sql, order('new', hash), {
    from: 'buyer',
    items,
    wording: { ...wording, id: newId(), verify_code: 'CCCCC-CCCCC' },
    documentHash: Buffer.alloc(32),
  })
  expect(await sql`select vintages from claim`).toEqual([{ vintages: [2024] }, { vintages: [2024] }])
})

test('a key that had ended before the upgrade is free', async () => {
  await sql`update idempotency_key set created_at = now() - interval '31 days' where key = 'send'`
  await migrate(sql)
  expect((await again().send()).transactionId).not.toBe(sent)
  await expect(again().claim()).resolves.toEqual(claimed)
})

test('the audit log has each movement of before and after the upgrade once, in their order', async () => {
  await migrate(sql)
  await sql`insert into audit_event (tenant_id, actor, act, subject) values ('t', 'tester', 'project.submit', 'project:project')`
  const { transactionId } = await transfer(sql, order('new', hash), { from: 'maker', to: 'buyer', items, reason: null })
  const lines = await auditBefore(sql, 't', { accountIds: null }, { after: null, limit: 50 })
  expect(lines.map(({ act, subject, requestId }) => [act, subject, requestId])).toEqual([
    ['units.transfer', `transaction:${transactionId}`, 'of today'],
    ['project.submit', 'project:project', null],
    ['units.claim', `transaction:${claimed.transactionId}`, 'of old'],
    ['units.transfer', `transaction:${sentWithoutKey}`, 'of old'],
    ['units.transfer', `transaction:${sent}`, 'of old'],
    ['units.mint', `transaction:${minted}`, 'of old'],
  ])
  expect(await auditCount(sql, 't', { accountIds: null })).toBe(6n)
})

test('what was linked before the upgrade is in the sums once, as what is linked after it', async () => {
  const zero = Buffer.alloc(32)
  for (const [index, id] of [minted, claimed.transactionId].entries()) {
    await sql`insert into ledger_link values ('t', ${index + 1}, ${id}, ${zero}, ${zero})`
    await sql`delete from ledger_pending where transaction_id = ${id}`
  }
  await migrate(sql)
  await claim(sql, order('new', hash), {
    from: 'buyer',
    items,
    wording: { ...wording, id: newId(), verify_code: 'DDDDD-DDDDD' },
    documentHash: Buffer.alloc(32),
  })
  await linkPending(sql)
  expect(await sql`select * from kept_sum_faults('t')`).toEqual([])
  expect(await sql`select movements, issued, retired from project_month`).toEqual([
    { movements: 3n, issued: 100n, retired: 20n },
  ])
})

test('movements that were not linked before the upgrade are linked after it, and those that were are not again', async () => {
  const zero = Buffer.alloc(32)
  for (const [index, id] of [minted, sentWithoutKey].entries()) {
    await sql`insert into ledger_link values ('t', ${index + 1}, ${id}, ${zero}, ${zero})`
    await sql`delete from ledger_pending where transaction_id = ${id}`
  }
  await migrate(sql)
  const { transactionId } = await transfer(sql, order('new', hash), { from: 'maker', to: 'buyer', items, reason: null })
  await linkPending(sql)
  const links = await sql<{ id: string }[]>`select transaction_id as id from ledger_link order by sequence`
  expect(links.map(({ id }) => id)).toEqual([minted, sentWithoutKey, sent, claimed.transactionId, transactionId])
})
