import { beforeAll, expect, test } from 'vitest'
import { type Database, inTransaction, type Sql } from '#server/infra/db/database.ts'
import { aDatabase } from '#tests/database.ts'
import { aLedgerTenant, type LedgerTenant } from '#tests/settled-ledger.ts'
import { closeAfterwards } from '#tests/setup/closing.ts'
import { ledgerFaults } from './faults.ts'

let sql: Database
let tenant: LedgerTenant
let assetId: string

beforeAll(async () => {
  const database = await aDatabase()
  closeAfterwards(database.drop)
  sql = database.sql
  tenant = await aLedgerTenant(sql)
  await tenant.mint(7)
  assetId = (await tenant.mint(100)).assetId
  await tenant.transfer(assetId, 40)
  await tenant.claim(assetId, 15)
  await tenant.burn(assetId, 5)
})

/** What is found after a harm that is undone again. */
async function foundAfter(harm: (tx: Sql) => Promise<unknown>): Promise<string[]> {
  let found: string[] = []
  const undone = new Error('undone')
  await inTransaction(sql, async (tx) => {
    await harm(tx)
    found = (await ledgerFaults(tx)).map(({ fault }) => fault)
    throw undone
  }).catch((error: unknown) => {
    if (error !== undone) throw error
  })
  return found
}

test('a ledger that agrees with itself has no fault', async () => {
  expect(await ledgerFaults(sql)).toEqual([])
})

test.each([
  [
    'balance',
    "update balance set held = held + 1 where account_id = 'maker' and asset_id = $",
    'account maker, held: blocks 55, balance 56',
  ],
  [
    'balance of locked units',
    "update balance set locked = 2 where account_id = 'maker' and asset_id = $",
    'account maker, locked: blocks 0, balance 2',
  ],
  [
    'balance of retired units',
    "update balance set retired = 16 where account_id = 'buyer' and asset_id = $",
    'account buyer, retired: blocks 15, balance 16',
  ],
  [
    'balance of cancelled units',
    "update balance set cancelled = 0 where account_id = 'maker' and asset_id = $",
    'account maker, cancelled: blocks 5, balance 0',
  ],
  [
    'state of a block',
    "update block set state = 'held' where state = 'retired' and asset_id = $",
    'account buyer, held: blocks 40, balance 25; account buyer, retired: blocks 0, balance 15',
  ],
  [
    'holder without a balance',
    "delete from balance where account_id = 'buyer' and asset_id = $",
    'account buyer, held: blocks 25, balance 0; account buyer, retired: blocks 15, balance 0',
  ],
  [
    'holder without blocks',
    "delete from block where account_id = 'maker' and state = 'held' and asset_id = $",
    'account maker, held: blocks 0, balance 55; issued 100, in blocks 45, in entries 100',
  ],
  ['number of issued units', 'update asset set issued = 99 where id = $', 'issued 99, in blocks 100, in entries 100'],
])('a wrong %s is found', async (_what, harm, faults) => {
  const found = await foundAfter((tx) => tx.unsafe(harm.replace('$', `'${assetId}'`)))
  expect(found.map((fault) => fault.replace(`${assetId}: `, '')).join('; ')).toBe(faults)
})

test('an issue that the entries do not tell of is found', async () => {
  const found = await foundAfter(async (tx) => {
    await tx.unsafe('alter table entry disable trigger entry_is_append_only')
    await tx.unsafe(`update entry set serials = '[1,91)' where from_account is null and asset_id = '${assetId}'`)
  })
  expect(found).toEqual([`${assetId}: issued 100, in blocks 100, in entries 90`])
})
