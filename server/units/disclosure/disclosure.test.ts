import { parse } from 'csv-parse/sync'
import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { createClaim } from '#shared/contract/claims.ts'
import {
  type DisclosedPart,
  type DisclosedRow,
  disclosedParts,
  readDisclosure,
  workbookType,
} from '#shared/contract/disclosure.ts'
import type { ValidBodyOf } from '#shared/contract/endpoint.ts'
import { limits } from '#shared/rules/limits.ts'
import { anIssuedAsset, transferred } from '#tests/kit/acts.ts'
import type { TenantOfTest } from '#tests/kit/cast.ts'
import type { Caller } from '#tests/kit/person.ts'
import { aTenant } from '#tests/kit/tenant.ts'
import { collected } from './workbook.ts'

type Row = Record<string, string>

type Items = { assetId: string; quantity: number }[]
type Words = Pick<ValidBodyOf<typeof createClaim>, 'beneficiaryKind' | 'beneficiary' | 'purpose'>
const anonymous: Words = { beneficiaryKind: 'anonymous', purpose: 'personal' }

async function aBuyerWithClaims(): Promise<TenantOfTest> {
  const tenant = await aTenant()
  const assets = []
  for (const year of [2024, 2025]) assets.push((await anIssuedAsset(tenant, { quantity: 100, year })).assetId)
  for (const assetId of assets) await transferred(tenant, { assetId, quantity: 60, toAccountId: 'buyer' })
  const [first = '', second = ''] = assets
  const retire = (by: Caller, items: Items, words: Words) =>
    by.call(createClaim, { body: { items, ...words, isAuthorised: true } })
  const named = (beneficiary: string, purpose: Words['purpose']) =>
    ({ beneficiaryKind: 'organisation', beneficiary, purpose }) as const
  const { buyer, proponent, world } = tenant
  await retire(buyer, [{ assetId: first, quantity: 7 }], named('=HYPERLINK("x")', 'personal'))
  const two = [
    { assetId: first, quantity: 5 },
    { assetId: second, quantity: 11 },
  ]
  await retire(buyer, two, named('Lake Bakery', 'product or event'))
  await retire(buyer, [{ assetId: second, quantity: 13 }], named('Lake Bakery', 'product or event'))
  // Of the year before, of an import, and of another account.
  const one = [{ assetId: first, quantity: 1 }]
  const before = await retire(buyer, one, anonymous)
  const imported = await retire(buyer, one, anonymous)
  await retire(proponent, one, anonymous)
  await world.sql`update claim set claimed_at = claimed_at - interval '1 year' where id = ${before.claimId}`
  await world.sql`update claim set origin = 'import' where id = ${imported.claimId}`
  return tenant
}

const all = 7 + 5 + 11 + 13

test('the lines and every sum of a year are the units that the ledger retired, to the unit', async () => {
  const tenant = await aBuyerWithClaims()
  const { buyer, visitor } = tenant
  const { year, years, units, sums } = await buyer.call(readDisclosure)
  expect(years.map(({ units, claims }) => [units, claims])).toEqual([
    [all, 3],
    [1, 1],
  ])
  const [entries] = await tenant.world.sql<{ units: bigint }[]>`
    select sum(upper(e.serials) - lower(e.serials))::bigint as units
    from claim c join entry e on e.tenant_id = c.tenant_id and e.transaction_id = c.transaction_id
    where c.tenant_id = ${tenant.tenant.id} and c.account_id = 'buyer' and c.origin is distinct from 'import'
      and extract(year from c.claimed_at at time zone 'UTC') = ${Number(year)}`
  expect([units, Number(entries?.units)]).toEqual([all, all])
  const totalOf = (part: DisclosedPart) =>
    sums.filter((sum) => sum.part === part).reduce((total, sum) => total + sum.units, 0)
  expect(disclosedParts.map(totalOf)).toEqual(disclosedParts.map(() => all))
  expect(sums.filter(({ part }) => part === 'purpose')).toEqual([
    { part: 'purpose', value: 'product or event', units: 29 },
    { part: 'purpose', value: 'personal', units: 7 },
  ])
  expect(sums.filter(({ part }) => part === 'project').map(({ value, units }) => [value, units])).toEqual([
    ['2 · Mangroves of Gazi Bay', 24],
    ['1 · Mangroves of Gazi Bay', 12],
  ])
  expect(sums.filter(({ part }) => part === 'vintage').map(({ value, units }) => [value, units])).toEqual([
    ['2025', 24],
    ['2024', 12],
  ])

  const csv = await buyer.fetch(`/api/account/disclosure.csv?year=${year}`)
  const rows: Row[] = parse(await csv.text(), { columns: true, bom: true })
  expect(rows.map(({ vintage, quantity }) => [vintage, quantity])).toEqual([
    ['2024', '7'],
    ['2024', '5'],
    ['2025', '11'],
    ['2025', '13'],
  ])
  expect(rows[0]).toMatchObject({
    beneficiary: `'=HYPERLINK("x")`,
    proponent: 'The proponent',
    verifier: 'The verifier',
    country: 'KE',
  })
  expect(rows[0]?.serials).toMatch(/-2024-1-1-7$/)
  expect((await visitor.fetch(`/api/account/disclosure.csv?year=${year}`)).status).toBe(401)
  expect((await buyer.fetch('/api/account/disclosure.csv?year=26')).status).toBe(400)
})

test('an admin of the registry reads the tables of any account of it, others only their own', async () => {
  const tenant = await aBuyerWithClaims()
  const { buyer, proponent, tenantAdmin } = tenant
  const own = await buyer.call(readDisclosure)
  const query = { accountId: 'buyer' }
  for (const reader of [tenantAdmin, buyer]) expect(await reader.call(readDisclosure, { query })).toEqual(own)
  const path = (file: string) => `/api/account/disclosure.${file}?year=${own.year}&accountId=buyer`
  const lines = async (reader: Caller, address: string) => {
    const rows: Row[] = parse(await (await reader.fetch(address)).text(), { columns: true, bom: true })
    return rows.map(({ claimNumber, quantity, beneficiary }) => ({ claimNumber, quantity, beneficiary }))
  }
  expect(await lines(tenantAdmin, path('csv'))).toEqual(
    await lines(buyer, `/api/account/disclosure.csv?year=${own.year}`),
  )
  expect((await tenantAdmin.fetch(path('xlsx'))).headers.get('content-type')).toBe(workbookType)
  for (const file of ['csv', 'xlsx']) expect((await proponent.fetch(path(file))).status).toBe(404)
  await expect(tenantAdmin.call(readDisclosure, { query: { accountId: 'nobody' } })).rejects.toMatchObject({
    refusal: { reason: 'noSuch.account' },
  })
})

test('more lines than a page are all in the file, each once', async () => {
  const tenant = await aTenant()
  const { assetId } = await anIssuedAsset(tenant, { quantity: 230 })
  const body = { items: [{ assetId, quantity: 1 }], ...anonymous, isAuthorised: true as const }
  await Promise.all(Array.from({ length: 230 }, () => tenant.proponent.call(createClaim, { body })))
  const { year } = await tenant.proponent.call(readDisclosure)
  const csv = await tenant.proponent.fetch(`/api/account/disclosure.csv?year=${year}`)
  const rows: Row[] = parse(await csv.text(), { columns: true })
  expect([rows.length, new Set(rows.map(({ serials }) => serials)).size]).toEqual([230, 230])
})

test('the workbook has what the rules ask, in words, as texts and numbers', async () => {
  const { buyer } = await aBuyerWithClaims()
  const { year } = await buyer.call(readDisclosure)
  const answer = await buyer.fetch(`/api/account/disclosure.xlsx?year=${year}&language=fr`)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, workbookType])
  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()))
  const textOf = (name: string) => strFromU8(files[name] ?? new Uint8Array())
  const names = [...textOf('xl/workbook.xml').matchAll(/<sheet [^>]*name="([^"]*)"/g)].map(([, name]) => name)
  expect(names).toEqual(['ESRS E1-7', 'CA 44475.1', 'Totaux', 'Retraits définitifs'])
  const sheets = Object.keys(files).filter((name) => /^xl.worksheets.sheet\d+[.]xml$/.test(name))
  expect(sheets).toHaveLength(4)
  const everything = sheets.map(textOf).join('') + textOf('xl/sharedStrings.xml')
  expect(everything).not.toContain('<f>')
  for (const words of [
    'Toutes les unités retirées définitivement',
    'Kenya',
    'Lake Bakery',
    '=HYPERLINK(',
    'AR 62 (b)',
    'AR 62 (c)',
  ]) {
    expect(everything).toContain(words)
  }
  const [esrs = ''] = sheets.sort().map(textOf)
  expect(esrs).toContain(`<v>${all}</v>`)
})

test('a caller may fetch several workbooks at once', async () => {
  const { buyer } = await aBuyerWithClaims()
  const { year } = await buyer.call(readDisclosure)
  const answers = await Promise.all([1, 2, 3].map(() => buyer.fetch(`/api/account/disclosure.xlsx?year=${year}`)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
})

test('a workbook is cut above its limit, its sums by project are not', async () => {
  const collectedOf = (count: number) => collected(pageOf(Array.from({ length: count }, () => row)))
  const full = await collectedOf(limits.workbookRows)
  expect([full.rows.length, full.isCut]).toEqual([limits.workbookRows, false])
  const more = await collectedOf(limits.workbookRows + 1)
  expect([more.rows.length, more.isCut]).toEqual([limits.workbookRows, true])
  expect(more.projects.map(({ units, verifiers }) => [units, verifiers])).toEqual([
    [limits.workbookRows + 1, ['The verifier']],
  ])
})

const row: DisclosedRow = {
  claimNumber: 1,
  claimedAt: '2026-11-28T00:00:00.000Z',
  beneficiary: '',
  beneficiaryKind: 'anonymous',
  purpose: 'personal',
  periodStart: null,
  periodEnd: null,
  registry: 'The registry',
  project: 'Mangroves',
  projectNumber: 1,
  proponent: 'The proponent',
  type: '',
  mitigation: null,
  standard: '',
  methodology: '',
  country: 'KE',
  location: '',
  verifier: 'The verifier',
  vintage: '2024',
  quantity: 1,
  serials: '',
  rangeCount: 1,
  claimAddress: '',
  projectAddress: '',
}

async function* pageOf(rows: DisclosedRow[]) {
  yield rows
}

test('an account that has retired nothing has no years', async () => {
  const tenant = await aTenant()
  expect(await tenant.buyer.call(readDisclosure)).toEqual({ year: null, years: [], units: 0, sums: [] })
})
