import { expect, test } from 'vitest'
import type { Database, Sql } from '#server/infra/db/database.ts'
import { exactly, type Search } from '#server/infra/db/forgiving.ts'
import { closeAfterwards } from '#tests/kit/closing.ts'
import { aDatabase } from '#tests/kit/database.ts'
import { aLedgerTenant } from '#tests/kit/settled-ledger.ts'
import { claimFacetsBy } from './claim-facets.store.ts'
import type { ClaimFilter } from './claim-sources.store.ts'
import { claimsBy, waysToFind } from './claims.store.ts'

const claims = 300
/** A quadratic plan reads `claims` rows per claim. */
const rowsPerClaim = 20

async function rowsRead(tx: Sql): Promise<number> {
  const [row] = await tx<{ rows: number }[]>`
    select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::float8 as rows from pg_stat_xact_user_tables`
  return row!.rows
}

async function aClaimedTenant(sql: Database): Promise<string> {
  const tenant = await aLedgerTenant(sql)
  const { assetId } = await tenant.mint(claims)
  for (let claimed = 0; claimed < claims; claimed += 1) await tenant.claim(assetId, 1, { from: 'maker' })
  return tenant.tenantId
}

/** Fails if `read` is not linear in the claims. */
async function inProportion<Result>(sql: Database, read: (tx: Sql) => Promise<Result>): Promise<Result> {
  const { result, rows } = await sql.begin(async (tx) => {
    const before = await rowsRead(tx)
    const result = await read(tx)
    return { result, rows: (await rowsRead(tx)) - before }
  })
  expect(rows).toBeLessThan(claims * rowsPerClaim)
  return result
}

test('a search looks at each claim a few times, not at all of them for each', async () => {
  const { sql, drop } = await aDatabase()
  closeAfterwards(drop)
  await sql`select setval(pg_get_serial_sequence('claim', 'number'), 1234566)`
  const tenantId = await aClaimedTenant(sql)
  await sql`analyze`
  const [asset] = await sql<{ serial: string }[]>`
    select t.serial_prefix || '-KE-1-2024-1-5-5' as serial from tenant t where t.id = ${tenantId}`
  for (const { q, found } of [
    { q: 'mangroves', found: claims },
    { q: asset!.serial, found: 1 },
    // Parts of a serial number match too.
    { q: '1 234 567', found: 1 },
  ]) {
    const { rows, total } = await inProportion(sql, (tx) =>
      claimsBy(tx, tenantId, {}, { after: null, limit: 10, search: exactly(q) }),
    )
    expect({ q, total, onPage: rows.length }).toEqual({ q, total: BigInt(found), onPage: Math.min(found, 10) })
  }
})

test('so it does in a registry that the statistics of PostgreSQL do not know yet', async () => {
  const { sql, drop } = await aDatabase()
  closeAfterwards(drop)
  for (const table of statistics) await sql.unsafe(`alter table ${table} set (autovacuum_enabled = false)`)
  await aClaimedTenant(sql)
  await sql`analyze`
  const tenantId = await aClaimedTenant(sql)
  const [tenant] = await sql<{ name: string }[]>`select name from tenant where id = ${tenantId}`
  const choice = { country: ['KE'], standard: [tenant!.name] }
  const lists: { filter: ClaimFilter; search: Search | null }[] = [{}, choice].flatMap((filter) => [
    { filter, search: null },
    { filter, search: exactly('mangroves') },
  ])
  for (const { filter, search } of lists) {
    const part = { after: null, limit: 10, search }
    const { total } = await inProportion(sql, (tx) => claimsBy(tx, tenantId, filter, part))
    expect({ filter, total }).toEqual({ filter, total: BigInt(claims) })
    const counts = await inProportion(sql, (tx) => {
      const [matching] = waysToFind(tx, tenantId, filter, search)
      return claimFacetsBy(tx, tenantId, { matching: matching!, choice: filter, valueSearch: null })
    })
    expect({ filter, total: counts.total }).toEqual({ filter, total: claims })
  }
})

const statistics = ['account', 'project', 'asset', 'transaction', 'entry', 'claim', 'settlement']
