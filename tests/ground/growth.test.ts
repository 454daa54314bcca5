import { expect, test } from 'vitest'
import { verifyLedger } from '#server/units/ledger/verify-ledger.ts'
import { aDatabase } from '#tests/kit/database.ts'
import { grow } from '../../bench/growth.ts'

test('a grown registry keeps every law of the ledger', { timeout: 60_000 }, async () => {
  const { sql, drop } = await aDatabase()
  try {
    await sql`insert into tenant (id, name, asset_name, asset_name_plural, serial_prefix) values ('grown', 'G', 'U', 'Us', 'GRW')`
    const laws = () => sql`
      select conname, pg_get_constraintdef(oid) as law from pg_constraint where convalidated
      union all select indexname, indexdef from pg_indexes where schemaname = 'public' order by 1, 2`
    const before = await laws()
    await grow(sql, { tenant: 'grown', projects: 200, claims: 400, blocks: 450 })
    expect(await laws()).toEqual(before)
    expect(await sql`select from pg_index where not indisvalid or not indisready`).toHaveLength(0)
    expect(await sql`select * from ledger_faults('grown')`).toEqual([])
    expect((await verifyLedger(sql, 'grown')).fault).toBe(null)
    expect(await sql`select * from kept_sum_faults('grown')`).toEqual([])
    const [rows] = await sql`
      select (select count(*)::int from claim) as claims, (select count(*)::int from block) as blocks,
        (select count(*)::int from project) as projects`
    expect(rows).toEqual({ claims: 400, blocks: 450, projects: 200 })
  } finally {
    await drop()
  }
})
