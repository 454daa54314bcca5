import { beforeAll, expect, test } from 'vitest'
import { type Database, json } from '#server/infra/db/database.ts'
import { unitsNamed } from '#server/units/ledger/named-units.ts'
import { verdictOf } from '#shared/rules/verdict.ts'
import { closeAfterwards } from '#tests/kit/closing.ts'
import { aDatabase } from '#tests/kit/database.ts'
import { aLedgerTenant, type LedgerTenant } from '#tests/kit/settled-ledger.ts'
import { serialsOf } from './registry.ts'

let sql: Database
let tenant: LedgerTenant
/** Serial number prefixes: an asset of 100 units, and one of 400 units claimed singly. */
let own: string
let many: string

beforeAll(async () => {
  const database = await aDatabase()
  closeAfterwards(database.drop)
  sql = database.sql
  tenant = await aLedgerTenant(sql)
  const { assetId } = await tenant.mint(100)
  await tenant.claim(assetId, 10, { from: 'maker' })
  await tenant.claim(assetId, 5, { from: 'maker' })
  await tenant.burn(assetId, 5)
  await tenant.transfer(assetId, 20)
  const other = await tenant.mint(400)
  for (let claimed = 0; claimed < 120; claimed += 1) await tenant.claim(other.assetId, 1, { from: 'maker' })
  // Foreign units share a series with gaps.
  await sql`
    insert into asset (tenant_id, id, project_id, series, vintage, batch, country, verified_quantity, issued)
    select tenant_id, 'origin', project_id, 7000001, '[2013-12-15,2015-12-14]', 77, 'BR', 5000, 5000
    from asset where id = ${assetId}`
  const [movement] = await sql<{ id: string }[]>`
    select transaction_id as id from claim where tenant_id = ${tenant.tenantId} order by number limit 1`
  for (const [first, last, state] of [
    [1001, 2000, 'retired'],
    [2001, 2500, 'held'],
    [4001, 5000, 'retired'],
  ] as const) {
    await sql`
      insert into block (tenant_id, asset_id, series, serials, account_id, state, transaction_id)
      values (${tenant.tenantId}, 'origin', 7000001, int8range(${first}, ${last}, '[]'), 'maker', ${state}, ${movement!.id})`
    await sql`
      insert into imported_row (tenant_id, kind, key, source)
      values (${tenant.tenantId}, 'block', ${`7000001:${first}`}, ${json({
        serial_number: `8164-${first}-${last}-VCS-VCU-1519`,
        serial_start: String(first),
        serial_end: String(last),
      })})`
  }
  const labels = await sql<{ id: string; label: string }[]>`
    select s.id, concat_ws('-', t.serial_prefix, s.country, p.number, extract(year from upper(s.vintage) - 1), s.batch) as label
    from asset s join tenant t on t.id = s.tenant_id join project p on p.tenant_id = s.tenant_id and p.id = s.project_id
    where s.tenant_id = ${tenant.tenantId}`
  own = labels.find(({ id }) => id === assetId)!.label
  many = labels.find(({ id }) => id === other.assetId)!.label
})

/** Verdict and parts of each range: `retired 1-10 of <claim's number in order>`. */
async function verdictOn(q: string): Promise<string[]> {
  const serials = serialsOf(await unitsNamed(sql, tenant.tenantId, q))
  const [first] = await sql<{ number: bigint }[]>`
    select min(number) as number from claim where tenant_id = ${tenant.tenantId}`
  const parts = serials.map((range) =>
    range.parts
      .map(({ state, first: from, last, claim }) => {
        const of = claim ? ` of ${claim.claimNumber - Number(first!.number) + 1}` : ''
        return `${state} ${from}-${last}${of}`
      })
      .join(', '),
  )
  return [verdictOf({ items: [], serials }), ...parts]
}

test.each([
  ['OWN-1-10', 'retired', 'retired 1-10 of 1'],
  ['OWN-3', 'retired', 'retired 3-3 of 1'],
  ['OWN-3-7', 'retired', 'retired 3-7 of 1'],
  ['OWN-1-15', 'retired', 'retired 1-10 of 1, retired 11-15 of 2'],
  ['OWN-15-1', 'retired', 'retired 1-10 of 1, retired 11-15 of 2'],
  ['OWN-8-12', 'retired', 'retired 8-10 of 1, retired 11-12 of 2'],
  ['OWN-16-20', 'none', 'cancelled 16-20'],
  ['OWN-18', 'none', 'cancelled 18-18'],
  ['OWN-21-30', 'none', 'held 21-30'],
  // Holders are private: one part for two holders.
  ['OWN-21-100', 'none', 'held 21-100'],
  ['OWN-50', 'none', 'held 50-50'],
  ['OWN-1-100', 'partly', 'retired 1-10 of 1, retired 11-15 of 2, cancelled 16-20, held 21-100'],
  ['OWN-1-200', 'partly', 'retired 1-10 of 1, retired 11-15 of 2, cancelled 16-20, held 21-100, never issued 101-200'],
  ['OWN-15-21', 'partly', 'retired 15-15 of 2, cancelled 16-20, held 21-21'],
  ['OWN-90-101', 'none', 'held 90-100, never issued 101-101'],
  ['OWN-101', 'neverIssued', 'never issued 101-101'],
  ['OWN-101-900', 'neverIssued', 'never issued 101-900'],
  ['OWN-0', 'neverIssued', 'never issued 0-0'],
  ['OWN-0-1', 'partly', 'never issued 0-0, retired 1-1 of 1'],
  [
    'OWN-1-999999999999999',
    'partly',
    'retired 1-10 of 1, retired 11-15 of 2, cancelled 16-20, held 21-100, never issued 101-999999999999999',
  ],
  ['NOBODY-KE-1-2024-1-1-10', 'neverIssued', 'never issued 1-10'],
  ['OWN-1-10; OWN-11-15', 'retired', 'retired 1-10 of 1', 'retired 11-15 of 2'],
  ['OWN-1-10\nOWN-21-30', 'partly', 'retired 1-10 of 1', 'held 21-30'],
  ['OWN-1-10, NOBODY-KE-1-2024-1-1-2', 'partly', 'retired 1-10 of 1', 'never issued 1-2'],
  ['Serial numbers: “OWN-1-10”.', 'retired', 'retired 1-10 of 1'],
  ['8164-1001-2000-VCS-VCU-1519', 'retired', 'retired 1001-2000 of 1'],
  ['8164-1001-2000', 'retired', 'retired 1001-2000 of 1'],
  // Part of a loaded row, and more than one row.
  ['8164-1101-1200-VCS-VCU-1519', 'retired', 'retired 1101-1200 of 1'],
  ['8164-1001-2500-VCS-VCU-1519', 'partly', 'retired 1001-2000 of 1, held 2001-2500'],
  [
    '8164-1900-4100-VCS-VCU-1519',
    'partly',
    'retired 1900-2000 of 1, held 2001-2500, never issued 2501-4000, retired 4001-4100 of 1',
  ],
  ['8164-2001-2500-VCS-VCU-1519', 'none', 'held 2001-2500'],
  ['8164-1-900-VCS-VCU-1519', 'neverIssued', 'never issued 1-900'],
  ['8164-2501-4000-VCS-VCU-1519', 'neverIssued', 'never issued 2501-4000'],
  [
    '8164-1001-2000-VCS-VCU-1519; 8164-4001-5000-VCS-VCU-1519',
    'retired',
    'retired 1001-2000 of 1',
    'retired 4001-5000 of 1',
  ],
  ['8165-1001-2000-VCS-VCU-1519', 'nothing'],
  ['8164-1001-2000-VCS-VCU-1519; 8165-1001-2000-VCS-VCU-1519', 'partly', 'retired 1001-2000 of 1', ''],
  // This id looks like a serial number.
  ['5f1c9a3e-1234-4567-8a9b-0c1d2e3f4a5b', 'nothing'],
  ['Wind farm of 2015', 'nothing'],
  ['42', 'nothing'],
])('%s is %s: %s %s', async (q, ...expected) => {
  expect(await verdictOn(q.replaceAll('OWN', own))).toEqual(expected)
})

test('a range of very many parts is checked up to the limit, and is not called retired', async () => {
  const [verdict, parts = ''] = await verdictOn(`${many}-1-400`)
  expect(verdict).toBe('unsure')
  expect(parts.split(', ')).toHaveLength(101)
  expect(parts.split(', ').at(-1)).toBe('not looked at 101-400')
  expect((await verdictOn(`${many}-1-90`))[0]).toBe('retired')
})
