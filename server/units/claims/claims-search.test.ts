import { expect, test } from 'vitest'
import type { Sql } from '#server/infra/db/database.ts'
import { aDatabase } from '#tests/database.ts'
import { aLedgerTenant } from '#tests/settled-ledger.ts'
import { closeAfterwards } from '#tests/setup/closing.ts'
import { claimsBy } from './claims.store.ts'

const claims = 300
/** How many rows a search may look at for each claim that there is; looking at all for each would be `claims` times as many. */
const rowsPerClaim = 20

/** Rows that PostgreSQL has looked at so far in this transaction. */
async function rowsRead(tx: Sql): Promise<number> {
  const [row] = await tx<{ rows: number }[]>`
    select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::float8 as rows from pg_stat_xact_user_tables`
  return row!.rows
}

test('a search looks at each claim a few times, not at all of them for each', async () => {
  const { sql, drop } = await aDatabase()
  closeAfterwards(drop)
  const tenant = await aLedgerTenant(sql)
  const { assetId } = await tenant.mint(claims)
  for (let claimed = 0; claimed < claims; claimed += 1) await tenant.claim(assetId, 1, { from: 'maker' })
  await sql`analyze`
  const [asset] = await sql<{ serial: string }[]>`
    select t.serial_prefix || '-KE-1-2024-1-5-5' as serial from tenant t where t.id = ${tenant.tenantId}`

  for (const { q, found } of [
    { q: 'mangroves', found: claims },
    { q: asset!.serial, found: 1 },
  ]) {
    const { rows, total, read } = await sql.begin(async (tx) => {
      const before = await rowsRead(tx)
      const { rows, total } = await claimsBy(tx, tenant.tenantId, { q }, { after: null, limit: 10 })
      return { rows, total, read: (await rowsRead(tx)) - before }
    })
    expect({ q, total, onPage: rows.length }).toEqual({ q, total: BigInt(found), onPage: Math.min(found, 10) })
    expect(read).toBeLessThan(claims * rowsPerClaim)
  }
})
