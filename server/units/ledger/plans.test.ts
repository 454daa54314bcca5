import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { newId, type Sql } from '#server/infra/db/database.ts'
import { closeAfterwards } from '#tests/kit/closing.ts'
import { aDatabase } from '#tests/kit/database.ts'
import { aLedgerTenant } from '#tests/kit/settled-ledger.ts'

/** Sequential scans per table, until the connection reports its statistics. */
async function readWhole(tx: Sql) {
  const rows = await tx<{ name: string; times: number }[]>`
    select relname::text as name, seq_scan::int as times from pg_stat_xact_user_tables where seq_scan > 0 order by relname`
  return Object.fromEntries(rows.map(({ name, times }) => [name, times]))
}

test('movements planned while the ledger was small read none of its tables whole', async () => {
  const { sql, drop } = await aDatabase()
  closeAfterwards(drop)
  const tenant = await aLedgerTenant(sql)
  const { assetId } = await tenant.mint(100)
  await tenant.transfer(assetId, 5)
  await sql.unsafe('analyze')

  const items = JSON.stringify([{ assetId, quantity: 1 }])
  const wording = JSON.stringify({
    beneficiary_kind: 'anonymous',
    beneficiary_name: '',
    purpose: 'voluntary',
    note: '',
  })
  await sql.begin(async (tx) => {
    const before = await readWhole(tx)
    await tx`select set_config('registry.tenant', ${tenant.tenantId}, true)`
    // PostgreSQL keeps a plan from the sixth call on.
    for (let call = 0; call < 8; call += 1) {
      const [id, claimed] = [newId(), newId()]
      const request = (movement: string) =>
        tx`${tenant.tenantId}, 'tester', ${`key ${movement}`}, '\\x07', '127.0.0.1', 'test', ${movement}`
      await tx`select ledger_transfer(${request(id)}, 'maker', 'buyer', ${items}::jsonb, null)`
      await tx`select ledger_claim(${request(claimed)}, 'buyer', ${items}::jsonb, ${wording}::jsonb || jsonb_build_object(
        'id', ${claimed}::text, 'verify_code', ${claimed}::text, 'purpose_detail', '', 'note_is_public', true), decode(repeat('07', 32), 'hex'))`
    }
    expect(await readWhole(tx)).toEqual(before)
  })
})

test('a movement reads its own asset and no other of the registry', async () => {
  const { sql, drop } = await aDatabase()
  closeAfterwards(drop)
  const tenant = await aLedgerTenant(sql)
  await tenant.mintMany(300)
  const { assetId } = await tenant.mint(100)
  await sql.unsafe('analyze')
  await sql.begin(async (tx) => {
    const assetsRead = async () => {
      const [row] = await tx<{ rows: number }[]>`
        select (seq_tup_read + idx_tup_fetch)::int as rows from pg_stat_xact_user_tables where relname = 'asset'`
      return row?.rows ?? Number.NaN
    }
    await tx`select set_config('registry.tenant', ${tenant.tenantId}, true)`
    const before = await assetsRead()
    const movements = 8
    for (let call = 0; call < movements; call += 1) {
      await tx`select ledger_transfer(${tenant.tenantId}, 'tester', null, '\\x07', '::1', 'test', ${newId()}, 'maker', 'buyer',
        ${JSON.stringify([{ assetId, quantity: 1 }])}::jsonb, null)`
    }
    expect((await assetsRead()) - before).toBeLessThan(5 * movements)
  })
})

test('a connection plans a movement once, not each time', async () => {
  const { sql, url, drop } = await aDatabase()
  closeAfterwards(drop)
  const tenant = await aLedgerTenant(sql)
  await tenant.mintMany(30)
  const { assetId } = await tenant.mint(10_000)
  const other = await tenant.mint(10_000)
  await sql.unsafe('analyze')
  const client = new pg.Client(url)
  await client.connect()
  onTestFinished(() => client.end())
  const planned: string[] = []
  client.on('notice', ({ message, where }) => {
    if (message === 'PLANNER STATISTICS') planned.push(where ?? '')
  })
  const items = (assets: string[]) => JSON.stringify(assets.map((id) => ({ assetId: id, quantity: 2 })))
  const move = (times: number) =>
    client.query(`
      do $do$ begin
        perform set_config('registry.tenant', '${tenant.tenantId}', true);
        for n in 1 .. ${times} loop
          perform ledger_transfer('${tenant.tenantId}', 'tester', null, '\\x07', '::1', 'test', gen_random_uuid()::text, 'maker', 'buyer',
            '${items([assetId])}', null);
          perform ledger_transfer('${tenant.tenantId}', 'tester', null, '\\x07', '::1', 'test', gen_random_uuid()::text, 'maker', 'buyer',
            '${items([assetId, other.assetId])}', null);
          perform ledger_transfer('${tenant.tenantId}', 'tester', null, '\\x07', '::1', 'test', gen_random_uuid()::text, 'buyer', 'maker',
            '${items([other.assetId])}', null);
          perform ledger_claim('${tenant.tenantId}', 'tester', null, '\\x07', '::1', 'test', gen_random_uuid()::text, 'buyer',
            '${items([assetId])}', jsonb_build_object('id', gen_random_uuid(), 'verify_code', gen_random_uuid(), 'purpose_detail', '',
              'beneficiary_kind', 'anonymous', 'beneficiary_name', '', 'purpose', 'voluntary', 'note', '', 'note_is_public', true), decode(repeat('07', 32), 'hex'));
        end loop;
      end $do$`)
  await move(10)
  await client.query('set client_min_messages = log; set log_planner_stats = on')
  await client.query('select 1')
  expect(planned).toHaveLength(1)
  planned.length = 0
  const movements = 40
  await move(movements)
  const times = Object.values(Object.groupBy(planned, (statement) => statement)).map((each) => each?.length ?? 0)
  // The calling block is new; an analysis causes one more planning.
  expect(Math.max(...times)).toBeLessThan(movements / 4)
})

test('a movement out of a busy account reads as little as its first one did', async () => {
  const { sql, drop } = await aDatabase()
  closeAfterwards(drop)
  const tenant = await aLedgerTenant(sql)
  const { assetId } = await tenant.mint(100_000)
  await tenant.transfer(assetId, 1)
  const connection = await sql.reserve()
  onTestFinished(() => connection.release())
  const read = async () => {
    await connection`select pg_stat_force_next_flush()`
    const [row] = await connection<{ entries: number; pages: number }[]>`
      select idx_tup_read::int as entries, (idx_blks_hit + idx_blks_read)::int as pages
      from pg_stat_user_indexes join pg_statio_user_indexes using (indexrelid) where pg_stat_user_indexes.indexrelname = 'block_by_holder'`
    return row ?? { entries: Number.NaN, pages: Number.NaN }
  }
  const readBy = async (movements: number) => {
    const before = await read()
    await connection.unsafe(`
      do $$ begin
        for n in 1 .. ${movements / 2} loop
          perform set_config('registry.tenant', '${tenant.tenantId}', true);
          perform ledger_transfer('${tenant.tenantId}', 'tester', null, '\\x07', '::1', 'test', gen_random_uuid()::text, 'maker', 'buyer',
            '[{"assetId": "${assetId}", "quantity": 2}]', null);
          perform ledger_burn('${tenant.tenantId}', 'tester', null, '\\x07', '::1', 'test', gen_random_uuid()::text, 'maker',
            '[{"assetId": "${assetId}", "quantity": 1}]', 'a correction');
          commit;
        end loop;
      end $$`)
    const after = await read()
    return { entries: (after.entries - before.entries) / movements, pages: (after.pages - before.pages) / movements }
  }
  await readBy(3_000)
  // Dead entries are read while a snapshot may see them, for example an analysis.
  await expect
    .poll(() => readBy(200), { timeout: 10_000, interval: 100 })
    .toSatisfy(({ entries, pages }) => entries < 5 && pages < 20)
})
