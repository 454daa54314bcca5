import { expect, test } from 'vitest'
import type { Sql } from '#server/infra/db/database.ts'
import { aDatabase } from '#tests/database.ts'
import { closeAfterwards } from '#tests/setup/closing.ts'
import { linkPending } from './hash-chain.ts'

const [claims, assets] = [4_000, 50]

/** A tenant whose movements came all at once, so that the statistics of PostgreSQL know nothing of them. */
async function aBusyTenant() {
  const { sql, drop } = await aDatabase()
  closeAfterwards(drop)
  await sql.unsafe(`
    insert into tenant (id, name, asset_name, asset_name_plural, serial_prefix) values ('t', 'T', 'Unit', 'Units', 'TEST');
    insert into account (tenant_id, id, name, kind, status) values ('t', 'maker', 'Maker', 'proponent', 'active');
    insert into project (tenant_id, id, account_id, number, name, status, country)
    values ('t', 'p', 'maker', 1, 'Mangroves', 'active', 'KE');
    insert into asset (tenant_id, id, project_id, vintage, batch, country, verified_quantity, issued)
    select 't', 'asset-' || n, 'p', '[2024-01-01,2025-01-01)', n, 'KE', 1000, 1000 from generate_series(1, ${assets}) n;
    insert into transaction (tenant_id, id, type, from_account, quantity, actor)
    select 't', 'claim-' || n, 'claim', 'maker', 1, 'maker' from generate_series(1, ${claims}) n;
    insert into entry (tenant_id, transaction_id, ordinal, asset_id, serials, from_account, from_state, to_account, to_state)
    select 't', 'claim-' || n, 1, 'asset-' || 1 + n % ${assets}, int8range(n, n + 1), 'maker', 'held', 'maker', 'retired'
    from generate_series(1, ${claims}) n`)
  return sql
}

async function entriesRead(tx: Sql): Promise<number> {
  const [row] = await tx<{ rows: number }[]>`
    select (seq_tup_read + coalesce(idx_tup_fetch, 0))::float8 as rows from pg_stat_xact_user_tables where relname = 'entry'`
  return row?.rows ?? 0
}

test('adding some movements of many to the sums reads their entries and no others', async () => {
  const sql = await aBusyTenant()
  const some = Array.from({ length: 100 }, (_, n) => `claim-${n + 1}`)
  const read = await sql.begin(async (tx) => {
    const before = await entriesRead(tx)
    await tx`select tally_movements('t', ${some})`
    return (await entriesRead(tx)) - before
  })
  expect(read).toBeGreaterThan(0)
  expect(read).toBeLessThan(claims / 4)
})

test('many movements that are linked at once are in the sums of month, assets and project once', async () => {
  const sql = await aBusyTenant()
  await linkPending(sql)
  await linkPending(sql)
  const [sums] = await sql`
    select (select sum(retired)::int from asset) as "ofAssets", (select retired::int from project) as "ofProject",
      (select jsonb_agg(jsonb_build_array(movements, issued, retired, cancelled)) from project_month) as months`
  expect(sums).toEqual({ ofAssets: claims, ofProject: claims, months: [[claims, 0, claims, 0]] })
})
