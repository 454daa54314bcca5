import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, identifier } from '#server/infra/db/database.ts'
import { aDatabase } from '#tests/kit/database.ts'
import { aLedgerTenant } from '#tests/kit/settled-ledger.ts'

let database: Awaited<ReturnType<typeof aDatabase>>
let sql: Database
beforeAll(async () => {
  database = await aDatabase()
  sql = database.sql
})
afterAll(() => database.drop())

const locked = [
  ['project', 'id'],
  ['verification', 'id'],
  ['asset', 'id'],
  ['balance', 'asset_id'],
] as const

/**
 * Only ids order the two vintages: the later verification has the earlier asset, and a scan finds the first id last.
 */
async function twoVintages() {
  const tenant = await aLedgerTenant(sql)
  const verified = [await tenant.verified(10), await tenant.verified(10)]
  const items = verified.map((verificationId) => ({ verificationId, quantity: 1 }))
  for (const item of items.toReversed()) await tenant.mintOf([item])
  for (const [table, id] of locked) {
    await sql`
      update ${identifier(table)} set tenant_id = tenant_id where tenant_id = ${tenant.tenantId}
        and ${identifier(id)} = (select min(${identifier(id)}) from ${identifier(table)} where tenant_id = ${tenant.tenantId})`
  }
  return { tenant, items }
}

const orders = ['as they were verified', 'the other way round'] as const

// Opposite orders of locking would deadlock two mints.
test.for(locked.flatMap(([table, id]) => orders.map((order) => [table, order, id] as const)))(
  'a mint that waits for its first %s by id has not taken the second, named %s',
  async ([table, order, id]) => {
    const { tenant, items } = await twoVintages()
    const rows = sql`${identifier(table)} where tenant_id = ${tenant.tenantId}`
    const [first = '', second] = (
      await sql<{ id: string }[]>`select ${identifier(id)} as id from ${rows} order by ${identifier(id)}`
    ).map((row) => row.id)
    const minted = await sql.begin(async (tx) => {
      await tx`select from ${rows} and ${identifier(id)} = ${first} for update`
      const minting = tenant.mintOf(order === 'the other way round' ? items.toReversed() : items)
      await expect
        .poll(() => sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
        .toHaveLength(1)
      const free = await sql`select ${identifier(id)} as id from ${rows} for update skip locked`
      expect(free).toEqual([{ id: second }])
      return { minting }
    })
    await minted.minting
  },
)
