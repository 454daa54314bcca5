import { expect, test } from 'vitest'
import { connectDatabase, type Sql } from '#server/infra/db/database.ts'
import { closeAfterwards } from '#tests/kit/closing.ts'
import { aDatabase } from '#tests/kit/database.ts'
import { linkPending } from './hash-chain.ts'

const [claims, assets] = [4_000, 50]

/** PostgreSQL has no statistics of these movements. */
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

test('movements are linked one by one however few there were when the linker planned it', async () => {
  const { sql, url, drop } = await aDatabase()
  closeAfterwards(drop)
  await sql.unsafe(`
    insert into tenant (id, name, asset_name, asset_name_plural, serial_prefix) values ('t', 'T', 'Unit', 'Units', 'TEST');
    insert into account (tenant_id, id, name, kind, status) values ('t', 'buyer', 'Buyer', 'buyer', 'active');
    insert into app_user (tenant_id, username, account_id, email, status, groups)
    values ('t', 'u', 'buyer', '', 'ACTIVE', array['t|buyer|General'])`)
  const transfers = (from: number, to: number) => sql`
    insert into transaction (tenant_id, id, type, to_account, quantity, actor)
    select 't', 'transfer-' || n, 'transfer', 'buyer', 1, 'maker' from generate_series(${from}::int, ${to}::int) n`
  const people = (from: number, to: number) => sql`
    insert into app_user (tenant_id, username, email, status)
    select 't', 'other-' || n, 'other-' || n || '@registry.test', 'ACTIVE' from generate_series(${from}::int, ${to}::int) n`
  const linker = connectDatabase(url, { max: 1 })
  closeAfterwards(() => linker.end())
  await people(1, 10)
  await transfers(1, 10)
  await sql.unsafe('analyze')
  // PostgreSQL keeps a plan from the sixth call on.
  for (let call = 11; call < 20; call += 1) {
    await transfers(call, call)
    await linkPending(linker)
  }
  await transfers(20, 3_000)
  await people(11, 500)
  const rowsRead = async () => {
    await linker`select pg_stat_force_next_flush()`
    const [row] = await linker<{ rows: number }[]>`
      select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::float8 as rows from pg_stat_user_tables
      where relname in ('transaction', 'app_user')`
    return row?.rows ?? Number.NaN
  }
  const before = await rowsRead()
  await linkPending(linker)
  // A few reads for its link, sums and one notice.
  expect((await rowsRead()) - before).toBeLessThan(20 * 3_000)
  expect([...(await sql`select count(*)::int as notices from notice`)]).toEqual([{ notices: 3_000 }])
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
