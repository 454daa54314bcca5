import { beforeAll, describe, expect, test } from 'vitest'
import { type Database, inTransaction, type Sql } from '#server/infra/db/database.ts'
import { closeAfterwards } from '#tests/kit/closing.ts'
import { aDatabase } from '#tests/kit/database.ts'
import { aLedgerTenant, type LedgerTenant } from '#tests/kit/settled-ledger.ts'
import { ledgerFaults, storedSumFaults } from './faults.ts'
import { linkPending } from './hash-chain.ts'

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

/** Applies `harm`, looks for faults and rolls back. */
async function foundAfter(harm: (tx: Sql) => Promise<unknown>, faults = ledgerFaults): Promise<string[]> {
  let found: string[] = []
  const undone = new Error('undone')
  await inTransaction(sql, async (tx) => {
    await harm(tx)
    found = (await faults(tx)).map(({ fault }) => fault)
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

test('an issue without entries is found', async () => {
  const found = await foundAfter(async (tx) => {
    await tx.unsafe('alter table entry disable trigger entry_is_append_only')
    await tx.unsafe(`update entry set serials = '[1,91)' where from_account is null and asset_id = '${assetId}'`)
  })
  expect(found).toEqual([`${assetId}: issued 100, in blocks 100, in entries 90`])
})

const unguarded = (table: string, harm: string) =>
  `alter table ${table} disable trigger ${table}_is_append_only; ${harm}; alter table ${table} enable trigger ${table}_is_append_only`

/** Name, harm, expected faults. */
const strays: [string, string, unknown[]][] = [
  [
    'entry without its movement',
    "insert into entry select tenant_id, 'gone', 1, asset_id, '[1,2)', 'maker', 'held', to_account, 'held' from entry where asset_id = $ limit 1",
    [expect.stringMatching(/: entry 1 of gone: no such movement$/)],
  ],
  [
    'entry without its asset',
    "insert into entry select tenant_id, transaction_id, 9, 'gone', '[1,2)', 'maker', 'held', to_account, 'held' from entry where asset_id = $ limit 1",
    [expect.stringMatching(/^gone: entry 9 of .*: no such asset$/)],
  ],
  ...['project_id', 'from_account', 'to_account'].map((column): [string, string, unknown[]] => [
    `movement with a wrong ${column}`,
    unguarded('transaction', `update transaction set ${column} = 'gone' where type = 'transfer'`),
    [expect.stringMatching(/^movement .*: its project or an account of it does not exist$/)],
  ]),
  [
    'block without its movement',
    "update block set transaction_id = 'gone' where account_id = 'maker' and state = 'held' and asset_id = $",
    [expect.stringMatching(/: block \[46,101\): no movement gone$/)],
  ],
  [
    'claim without its movement',
    "update claim set transaction_id = 'gone'",
    [expect.stringMatching(/^claim .*: no such movement or account$/)],
  ],
  [
    'claim without its account',
    "update claim set account_id = 'gone'",
    [expect.stringMatching(/^claim .*: no such movement or account$/)],
  ],
  [
    'link without its movement',
    "insert into ledger_link select id, 1, 'gone', decode(repeat('00', 32), 'hex'), decode(repeat('00', 32), 'hex') from tenant where id = (select tenant_id from asset where id = $)",
    ['movement gone is in the hash chain or in settlement, and nowhere else'],
  ],
  [
    'settlement without its movement',
    "insert into settlement (tenant_id, transaction_id, sequence) select tenant_id, 'gone', 1 from asset where id = $",
    ['movement gone is in the hash chain or in settlement, and nowhere else'],
  ],
  [
    'block without its account',
    "update block set account_id = 'gone' where account_id = 'maker' and state = 'cancelled' and asset_id = $",
    [
      expect.stringMatching(/: account gone, cancelled: blocks 5, balance 0$/),
      expect.stringMatching(/: account maker, cancelled: blocks 0, balance 5$/),
    ],
  ],
]

test.each(strays)('a %s is found', async (_what, harm, faults) => {
  expect(await foundAfter((tx) => tx.unsafe(harm.replaceAll('$', `'${assetId}'`)))).toEqual(faults)
})

describe('stored sums', () => {
  beforeAll(() => linkPending(sql))

  test('agree with the ledger', async () => {
    expect(await storedSumFaults(sql)).toEqual([])
  })

  /** Name, harm, expected faults. */
  const harms: [string, string, RegExp[]][] = [
    [
      'units of an asset',
      'update asset set retired = 14, cancelled = 6 where id = $',
      [
        /^asset .*, cancelled: kept 6, counted 5$/,
        /^asset .*, retired: kept 14, counted 15$/,
        /^vintage 2024, cancelled: kept 6, counted 5$/,
        /^vintage 2024, retired: kept 14, counted 15$/,
      ],
    ],
    [
      'units of a project',
      'update project set minted = 101 where id = (select project_id from asset where id = $)',
      [
        /^country KE, issued: kept 108, counted 107$/,
        /^project .*, issued: kept 101, counted 100$/,
        /^type , issued: kept 108, counted 107$/,
      ],
    ],
    [
      'units of a month',
      "update unit_sum set issued = 1 where dimension = 'month'",
      [/^month .*, issued: kept 1, counted 107$/],
    ],
    [
      'units of a vintage',
      "delete from unit_sum where dimension = 'vintage'",
      [/cancelled: kept 0, counted 5$/, /issued: kept 0, counted 107$/, /retired: kept 0, counted 15$/],
    ],
    [
      'number of projects',
      "update tally set rows = 3 where name = 'projects active'",
      [/^tally projects active, rows: kept 3, counted 2$/],
    ],
    [
      'number of assets with units',
      "update tally set rows = 1 where name = 'assets held'",
      [/^tally assets held, rows: kept 1, counted 2$/],
    ],
    [
      'sum of transfers',
      "update tally set units = 41 where name = 'movements transfer'",
      [/^tally movements transfer, units: kept 41, counted 40$/],
    ],
    [
      'sum of a beneficiary',
      'update beneficiary_sum set claims = 2, units = 16',
      [/^beneficiary The sea, claims: kept 2, counted 1$/, /^beneficiary The sea, units: kept 16, counted 15$/],
    ],
    [
      'month of a project',
      'update project_month set movements = 9 where issued = 100',
      [/^project .* in .*, movements: kept 9, counted 3$/],
    ],
    [
      'quantity of a claim',
      'update claim set quantity = 16',
      [/^beneficiary The sea, units: kept 15, counted 16$/, /^claim .*, units: kept 16, counted 15$/],
    ],
    [
      'quantity of a movement',
      unguarded('transaction', "update transaction set quantity = 41 where type = 'transfer'"),
      [/^movement .*, units: kept 41, counted 40$/, /^tally movements transfer, units: kept 40, counted 41$/],
    ],
    [
      'mark of a verification',
      'update verification set is_issued = false where quantity = 100',
      [/^verification .*, issued in full: kept 0, counted 1$/],
    ],
    [
      'part of a claim',
      "insert into claim_project (tenant_id, claim_id, project_id, quantity, vintages) select c.tenant_id, c.id, p.id, 3, '{2024}' from claim c, project p where p.number = 1",
      [/^claim .* of project .*, units: kept 3, counted 0$/],
    ],
  ]
  test.each(harms)('a wrong %s is found', async (_what, harm, faults) => {
    const found = await foundAfter((tx) => tx.unsafe(harm.replaceAll('$', `'${assetId}'`)), storedSumFaults)
    expect(found).toEqual(faults.map((fault) => expect.stringMatching(fault)))
  })
})
