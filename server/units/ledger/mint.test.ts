import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, failureOfDatabase } from '#server/infra/db/database.ts'
import { aDatabase } from '#tests/kit/database.ts'
import { aLedgerTenant } from '#tests/kit/settled-ledger.ts'
import { linkPending } from './hash-chain.ts'

let database: Awaited<ReturnType<typeof aDatabase>>
let sql: Database
beforeAll(async () => {
  database = await aDatabase()
  sql = database.sql
})
afterAll(() => database.drop())

type Tenant = Awaited<ReturnType<typeof aLedgerTenant>>

const issuedOf = async ({ tenantId }: Tenant) =>
  (await sql<{ issued: bigint }[]>`select issued from asset where tenant_id = ${tenantId} order by issued`).map(
    ({ issued }) => Number(issued),
  )
const refusalOf = (minting: Promise<unknown>) =>
  minting.then(
    () => 'ok',
    (error) => failureOfDatabase(error)?.code,
  )

test('several verifications are minted in one movement, with an asset and an entry each', async () => {
  const tenant = await aLedgerTenant(sql)
  const items = [
    { verificationId: await tenant.verified(30), quantity: 10 },
    { verificationId: await tenant.verified(30), quantity: 20 },
    { verificationId: await tenant.verified(30), quantity: 30 },
  ]
  const { transactionId } = await tenant.mintOf(items)
  expect(await issuedOf(tenant)).toEqual([10, 20, 30])
  const [movement] = await sql`
    select t.quantity, (select count(*)::int from entry e where e.tenant_id = t.tenant_id and e.transaction_id = t.id) as entries
    from transaction t where t.tenant_id = ${tenant.tenantId} and t.id = ${transactionId}`
  expect(movement).toEqual({ quantity: 60n, entries: 3 })
  expect(await sql`select * from ledger_faults(${tenant.tenantId})`).toEqual([])
})

test('less than one unit is refused, also beside what is in order', async () => {
  const tenant = await aLedgerTenant(sql)
  for (const quantity of [0, -5]) {
    const items = [
      { verificationId: await tenant.verified(10), quantity: 10 },
      { verificationId: await tenant.verified(10), quantity },
    ]
    expect(await refusalOf(tenant.mintOf(items))).toBe('invalid')
  }
  expect(await issuedOf(tenant)).toEqual([])
})

test('what is too much of one verification mints nothing of any', async () => {
  const tenant = await aLedgerTenant(sql)
  const items = [
    { verificationId: await tenant.verified(10), quantity: 10 },
    { verificationId: await tenant.verified(10), quantity: 11 },
  ]
  expect(await refusalOf(tenant.mintOf(items))).toBe('exceeds_verified')
  expect(await issuedOf(tenant)).toEqual([])
})

test('no verification at all, one of them twice and an unknown one are refused', async () => {
  const tenant = await aLedgerTenant(sql)
  const item = { verificationId: await tenant.verified(10), quantity: 1 }
  expect(await refusalOf(tenant.mintOf([]))).toBe('invalid')
  expect(await refusalOf(tenant.mintOf([item, item]))).toBe('invalid')
  expect(await refusalOf(tenant.mintOf([item, { verificationId: 'nothing', quantity: 1 }]))).toBe('not_found')
  expect(await issuedOf(tenant)).toEqual([])
})

test('one act mints for one account', async () => {
  const tenant = await aLedgerTenant(sql)
  const [own, other] = [await tenant.verified(10), await tenant.verified(10)]
  await sql`
    update project set account_id = 'buyer' where tenant_id = ${tenant.tenantId}
      and id = (select project_id from verification where tenant_id = ${tenant.tenantId} and id = ${other})`
  const items = [own, other].map((verificationId) => ({ verificationId, quantity: 1 }))
  expect(await refusalOf(tenant.mintOf(items))).toBe('conflict')
})

test('mints of the same verifications at once, in any order and among claims, issue what is verified, without a deadlock', async () => {
  const tenant = await aLedgerTenant(sql)
  const verified = await Promise.all([40, 40, 40, 40].map((quantity) => tenant.verified(quantity)))
  await tenant.mintOf(verified.map((verificationId) => ({ verificationId, quantity: 10 })))
  const assets = await sql<{ id: string }[]>`select id from asset where tenant_id = ${tenant.tenantId}`
  const mints = Array.from({ length: 24 }, (_, index) => {
    const turned = [...verified.slice(index % 4), ...verified.slice(0, index % 4)]
    const chosen = index % 2 === 0 ? turned : turned.toReversed()
    return refusalOf(tenant.mintOf(chosen.slice(0, 3).map((verificationId) => ({ verificationId, quantity: 3 }))))
  })
  const claims = assets.flatMap(({ id }) =>
    [1, 2, 3].map(() => refusalOf(tenant.claim(id, 1, { from: 'maker' }).then(() => linkPending(sql)))),
  )
  const outcomes = await Promise.all([...mints, ...claims])
  expect(new Set(outcomes)).toEqual(new Set(['ok', 'exceeds_verified']))
  const done = outcomes.slice(0, 24).filter((outcome) => outcome === 'ok').length
  const issued = await issuedOf(tenant)
  expect(issued.every((units) => units <= 40)).toBe(true)
  expect(issued.reduce((sum, units) => sum + units, 0)).toBe(40 + done * 9)
  expect(await sql`select * from ledger_faults(${tenant.tenantId})`).toEqual([])
  const [deadlocks] = await sql`select deadlocks from pg_stat_database where datname = current_database()`
  expect(deadlocks).toEqual({ deadlocks: 0n })
})

test('the first mints of two years of one project, at once and in any order, open one asset each', async () => {
  const tenant = await aLedgerTenant(sql)
  const [first, second] = [await tenant.verified(40), await tenant.verified(40)]
  const { tenantId } = tenant
  await sql`
    update measurement set period = '[2025-01-01,2026-01-01)' where tenant_id = ${tenantId}
      and id = (select measurement_id from verification where tenant_id = ${tenantId} and id = ${second})`
  const project = sql`select project_id from verification where tenant_id = ${tenantId} and id = ${first}`
  await sql`update measurement set project_id = (${project}) where tenant_id = ${tenantId}`
  await sql`update verification set project_id = (${project}) where tenant_id = ${tenantId}`
  const orders = [[first], [second], [first, second], [second, first]]
  const outcomes = await Promise.all(
    Array.from({ length: 16 }, (_, index) =>
      refusalOf(tenant.mintOf((orders[index % 4] ?? []).map((verificationId) => ({ verificationId, quantity: 2 })))),
    ),
  )
  expect(new Set(outcomes)).toEqual(new Set(['ok']))
  const assets = await sql`select batch, issued from asset where tenant_id = ${tenantId} order by batch`
  expect(assets).toEqual([
    { batch: 1, issued: 24n },
    { batch: 2, issued: 24n },
  ])
})
