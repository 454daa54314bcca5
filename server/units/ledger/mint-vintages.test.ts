import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, failureOfDatabase, newId } from '#server/infra/db/database.ts'
import { aDatabase } from '#tests/kit/database.ts'
import { aLedgerTenant } from '#tests/kit/settled-ledger.ts'

let database: Awaited<ReturnType<typeof aDatabase>>
let sql: Database
beforeAll(async () => {
  database = await aDatabase()
  sql = database.sql
})
afterAll(() => database.drop())

type Tenant = Awaited<ReturnType<typeof aLedgerTenant>>

const sixYears = '[2015-07-01,2021-07-01)'
const twoDays = '[2023-12-31,2024-01-02)'

const assetsOf = ({ tenantId }: Tenant) => sql`
  select lower(vintage)::text as first, (upper(vintage) - 1)::text as last, batch, verified_quantity::int as verified, issued::int
  from asset where tenant_id = ${tenantId} order by vintage`
const refusalOf = (minting: Promise<unknown>) =>
  minting.then(
    () => 'ok',
    (error) => failureOfDatabase(error)?.refusal?.reason ?? error,
  )
const isIssued = async ({ tenantId }: Tenant) =>
  (await sql`select is_issued from verification where tenant_id = ${tenantId}`).map((row) => row.is_issued)

test('a period of seven calendar years is issued in as many vintages, in one movement', async () => {
  const tenant = await aLedgerTenant(sql)
  const byYear = [500, 1000, 1000, 1000, 1000, 1000, 500]
  const verificationId = await tenant.verifiedByYear(sixYears, 6_000, byYear)
  const { transactionId } = await tenant.mintOf([{ verificationId, quantity: 6_000 }])
  expect(await assetsOf(tenant)).toEqual([
    { first: '2015-07-01', last: '2015-12-31', batch: 1, verified: 500, issued: 500 },
    ...[2016, 2017, 2018, 2019, 2020].map((year, index) => ({
      ...{ first: `${year}-01-01`, last: `${year}-12-31`, batch: index + 2, verified: 1000, issued: 1000 },
    })),
    { first: '2021-01-01', last: '2021-06-30', batch: 7, verified: 500, issued: 500 },
  ])
  const movements = await sql`
    select t.id, t.quantity::int, count(*)::int as entries, sum(upper(e.serials) - lower(e.serials))::int as moved
    from transaction t join entry e on e.tenant_id = t.tenant_id and e.transaction_id = t.id
    where t.tenant_id = ${tenant.tenantId} group by 1, 2`
  expect(movements).toEqual([{ id: transactionId, quantity: 6_000, entries: 7, moved: 6_000 }])
  expect(
    await sql`select key, issued::int from unit_sum where tenant_id = ${tenant.tenantId} and dimension = 'vintage' order by 1`,
  ).toEqual(byYear.map((issued, index) => ({ key: String(2015 + index), issued })))
  expect(await isIssued(tenant)).toEqual([true])
  expect(await sql`select * from ledger_faults(${tenant.tenantId})`).toEqual([])
})

test('units without a stated year are issued of the oldest vintage first, then of the next ones', async () => {
  const tenant = await aLedgerTenant(sql)
  const verificationId = await tenant.verifiedByYear('[2022-07-01,2024-07-01)', 60, [10, 30, 20])
  await tenant.mintOf([{ verificationId, quantity: 25 }])
  expect(await assetsOf(tenant)).toMatchObject([
    { first: '2022-07-01', issued: 10 },
    { first: '2023-01-01', verified: 30, issued: 15 },
  ])
  const byYear = [
    { year: 2023, quantity: 1 },
    { year: 2024, quantity: 20 },
  ]
  await tenant.mintOf([{ verificationId, quantity: 21, byYear }])
  expect(await isIssued(tenant)).toEqual([false])
  await tenant.mintOf([{ verificationId, quantity: 14 }])
  expect((await assetsOf(tenant)).map(({ issued }) => issued)).toEqual([10, 30, 20])
  expect(await isIssued(tenant)).toEqual([true])
  expect(await sql`select * from ledger_faults(${tenant.tenantId})`).toEqual([])
})

test('a year without an outcome has no asset, also at the turn of a year', async () => {
  const tenant = await aLedgerTenant(sql)
  const verificationId = await tenant.verifiedByYear(twoDays, 7, [0, 7])
  await tenant.mintOf([{ verificationId, quantity: 7 }])
  expect(await assetsOf(tenant)).toEqual([
    { first: '2024-01-01', last: '2024-01-01', batch: 1, verified: 7, issued: 7 },
  ])
})

test('more of a year than is verified, years of other periods and more than all are refused, and nothing is issued', async () => {
  const tenant = await aLedgerTenant(sql)
  const verificationId = await tenant.verifiedByYear(twoDays, 10, [4, 6])
  const minted = (quantity: number, ...byYear: { year: number; quantity: number }[]) =>
    refusalOf(tenant.mintOf([{ verificationId, quantity, ...(byYear.length > 0 && { byYear }) }]))
  expect(await minted(5, { year: 2023, quantity: 5 })).toBe('units.exceedsYear')
  expect(await minted(5, { year: 2022, quantity: 5 })).toBe('units.byYear')
  expect(await minted(5, { year: 2023, quantity: 4 })).toBe('units.byYear')
  expect(await minted(11)).toBe('units.exceedsVerified')
  expect(await assetsOf(tenant)).toEqual([])
})

test('nothing is issued of a period whose years nobody stated', async () => {
  const tenant = await aLedgerTenant(sql)
  const verificationId = await tenant.verifiedByYear(sixYears, 6_000, null)
  expect(await refusalOf(tenant.mintOf([{ verificationId, quantity: 1 }]))).toBe('units.yearsMissing')
  expect(await assetsOf(tenant)).toEqual([])
})

test('a period that was issued as one asset goes on as one', async () => {
  const tenant = await aLedgerTenant(sql)
  const verificationId = await tenant.verifiedByYear(sixYears, 6_000, null)
  await sql`
    insert into asset (tenant_id, id, project_id, verification_id, vintage, batch, country, verified_quantity)
    select tenant_id, ${newId()}, project_id, id, ${sixYears}, 1, 'KE', 6000 from verification
    where tenant_id = ${tenant.tenantId} and id = ${verificationId}`
  await tenant.mintOf([{ verificationId, quantity: 2_000 }])
  await tenant.mintOf([{ verificationId, quantity: 4_000 }])
  expect(await assetsOf(tenant)).toEqual([
    { first: '2015-07-01', last: '2021-06-30', batch: 1, verified: 6_000, issued: 6_000 },
  ])
  expect(await isIssued(tenant)).toEqual([true])
})

test('mints of one verification at once issue what is verified of each year and no more', async () => {
  const tenant = await aLedgerTenant(sql)
  const verificationId = await tenant.verifiedByYear('[2022-07-01,2024-07-01)', 60, [10, 30, 20])
  const mints = Array.from({ length: 12 }, () => refusalOf(tenant.mintOf([{ verificationId, quantity: 7 }])))
  const outcomes = await Promise.all(mints)
  expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(8)
  expect(outcomes.filter((outcome) => outcome === 'units.exceedsVerified')).toHaveLength(4)
  expect((await assetsOf(tenant)).map(({ issued }) => issued)).toEqual([10, 30, 16])
  expect(await sql`select * from ledger_faults(${tenant.tenantId})`).toEqual([])
})

test.each<[string, string, number, (number | null)[]]>([
  ['do not add up', twoDays, 10, [4, 5]],
  ['are too few', twoDays, 10, [10]],
  ['are too many', twoDays, 10, [4, 5, 1]],
  ['are below zero', twoDays, 10, [-1, 11]],
  ['are missing', twoDays, 10, [10, null]],
  ['are none', twoDays, 10, []],
])('the database takes no years that %s', async (_, period, quantity, byYear) => {
  const tenant = await aLedgerTenant(sql)
  const refused = tenant.verifiedByYear(period, quantity, byYear as number[]).catch((error) => error.code)
  expect(await refused).toBe('23514')
})

test('the database takes no more of a year than was measured', async () => {
  const tenant = await aLedgerTenant(sql)
  const verificationId = await tenant.verifiedByYear(twoDays, 10, [4, 6])
  const verified = (byYear: number[]) => sql`
    update verification set by_year = ${byYear} where tenant_id = ${tenant.tenantId} and id = ${verificationId}`
  await expect(verified([5, 5])).rejects.toMatchObject({ code: '23514' })
  await verified([4, 6])
})
