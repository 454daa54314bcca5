import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '#server/infra/db/database.ts'
import { closeAfterwards } from '#tests/kit/closing.ts'
import { aDatabase } from '#tests/kit/database.ts'
import { aLedgerTenant, type LedgerTenant } from '#tests/kit/settled-ledger.ts'
import { movementsNamed } from './ranges.ts'

let sql: Database
let tenant: LedgerTenant
let assetId: string

beforeAll(async () => {
  const database = await aDatabase()
  closeAfterwards(database.drop)
  sql = database.sql
})
/** The maker holds units 1 to 100. */
beforeEach(async () => {
  tenant = await aLedgerTenant(sql)
  assetId = (await tenant.mint(100)).assetId
})

/** In number order, for example `buyer held [1,6)`. */
async function blocks(asset = assetId): Promise<string[]> {
  const rows = await sql<{ block: string }[]>`
    select concat_ws(' ', account_id, state, serials) as block from block
    where tenant_id = ${tenant.tenantId} and asset_id = ${asset} order by serials`
  return rows.map(({ block }) => block)
}

async function entriesOf({ transactionId }: { transactionId: string }): Promise<string[]> {
  const rows = await sql<{ entry: string }[]>`
    select concat_ws(' ', from_account, serials, to_account) as entry from entry
    where tenant_id = ${tenant.tenantId} and transaction_id = ${transactionId} order by ordinal`
  return rows.map(({ entry }) => entry)
}

/** The movement that a search for this unit's serial number finds. */
async function lastOf(unit: number): Promise<string[]> {
  const [asset] = await sql<
    { prefix: string; country: string; projectNumber: number; vintage: string; batch: number }[]
  >`
    select t.serial_prefix as prefix, s.country, p.number as "projectNumber", extract(year from upper(s.vintage) - 1)::text as vintage,
      s.batch
    from asset s join tenant t on t.id = s.tenant_id join project p on p.tenant_id = s.tenant_id and p.id = s.project_id
    where s.tenant_id = ${tenant.tenantId} and s.id = ${assetId}`
  if (!asset) throw new Error('There is no such asset.')
  const named = movementsNamed(sql, tenant.tenantId, { ...asset, first: String(unit), last: String(unit) }, 20)
  const rows = await sql<{ id: string }[]>`select m.transaction_id as id from ${named} m`
  return rows.map(({ id }) => id)
}

describe('held blocks that touch become one', () => {
  test('what comes joins what is below it, above it, and both', async () => {
    const first = await tenant.transfer(assetId, 10)
    const second = await tenant.transfer(assetId, 20)
    expect(await blocks()).toEqual(['buyer held [1,31)', 'maker held [31,101)'])
    const back = await tenant.giveBack(assetId, 10)
    expect(await blocks()).toEqual(['maker held [1,11)', 'buyer held [11,31)', 'maker held [31,101)'])
    const apart = await tenant.transfer(assetId, 4)
    const between = await tenant.transfer(assetId, 6)
    expect(await blocks()).toEqual(['buyer held [1,31)', 'maker held [31,101)'])
    await tenant.giveBack(assetId, 30)
    expect(await blocks()).toEqual(['maker held [1,101)'])

    expect(await Promise.all([first, second, back, apart, between].map(entriesOf))).toEqual([
      ['maker [1,11) buyer'],
      ['maker [11,31) buyer'],
      ['buyer [1,11) maker'],
      ['maker [1,5) buyer'],
      ['maker [5,11) buyer'],
    ])
  })

  test('what comes in several ranges joins at each of them', async () => {
    await tenant.transfer(assetId, 30)
    await tenant.giveBack(assetId, 10)
    const across = await tenant.transfer(assetId, 15)
    expect(await blocks()).toEqual(['buyer held [1,36)', 'maker held [36,101)'])
    expect(await entriesOf(across)).toEqual(['maker [1,11) buyer', 'maker [31,36) buyer'])
  })

  test('the serial number of a unit within leads to the last movement of that unit, not of the block', async () => {
    const first = await tenant.transfer(assetId, 10)
    const second = await tenant.transfer(assetId, 10)
    const third = await tenant.transfer(assetId, 10)
    expect(await blocks()).toEqual(['buyer held [1,31)', 'maker held [31,101)'])
    const found = await Promise.all([5, 10, 11, 15, 20, 21, 30].map(lastOf))
    const [a, b, c] = [first, second, third].map(({ transactionId }) => transactionId)
    expect(found.flat()).toEqual([a, a, b, b, b, c, c])
  })
})

describe('blocks stay apart', () => {
  test('of what is retired or cancelled, and each names its movement', async () => {
    await tenant.transfer(assetId, 10)
    const claims = [await tenant.claim(assetId, 3), await tenant.claim(assetId, 7)]
    const burns = [await tenant.burn(assetId, 2), await tenant.burn(assetId, 3)]
    expect(await blocks()).toEqual([
      'buyer retired [1,4)',
      'buyer retired [4,11)',
      'maker cancelled [11,13)',
      'maker cancelled [13,16)',
      'maker held [16,101)',
    ])
    const found = await Promise.all([2, 8, 12, 14].map(lastOf))
    expect(found.flat()).toEqual([...claims, ...burns].map(({ transactionId }) => transactionId))
  })

  test('of two assets in one series', async () => {
    const { assetId: next } = await tenant.mint(50)
    await sql`update asset s set series = a.series from asset a where a.id = ${assetId} and s.id = ${next}`
    await sql`update block b set series = s.series, serials = '[101,151)' from asset s where s.id = ${next} and b.asset_id = s.id`
    await tenant.transfer(assetId, 100)
    await tenant.transfer(next, 50)
    expect([await blocks(), await blocks(next)]).toEqual([['buyer held [1,101)'], ['buyer held [101,151)']])
    await tenant.giveBack(next, 50)
    await tenant.transfer(next, 20)
    expect([await blocks(), await blocks(next)]).toEqual([
      ['buyer held [1,101)'],
      ['buyer held [101,121)', 'maker held [121,151)'],
    ])
  })

  test('of two assets whose numbers touch, each in its series', async () => {
    const { assetId: other } = await tenant.mint(10)
    await tenant.transfer(other, 10)
    await tenant.transfer(assetId, 20)
    await tenant.giveBack(assetId, 10)
    expect(await blocks()).toEqual(['maker held [1,11)', 'buyer held [11,21)', 'maker held [21,101)'])
    expect(await blocks(other)).toEqual(['buyer held [1,11)'])
  })
})
