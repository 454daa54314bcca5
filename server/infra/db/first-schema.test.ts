import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { anEmptyDatabase } from '#tests/database.ts'
import { schemaOf } from '#tests/schema.ts'
import type { Database } from './database.ts'
import { migrate } from './migrate.ts'

const folder = join(import.meta.dirname, '../../../tests/fixtures/migrations-before')
const names = (await readdir(folder)).sort()

/** A database in which those of the first migrations have run, as the program of their time ran them. */
async function migratedBefore(ran: string[]): Promise<Database> {
  const { sql } = await anEmptyDatabase()
  await sql`create table migration (name text primary key, applied_at timestamptz not null default now())`
  for (const name of ran) {
    const text = await readFile(join(folder, name), 'utf8')
    await sql.begin(async (tx) => {
      await tx.unsafe(text)
      await tx`insert into migration (name) values (${name})`
    })
  }
  return sql
}

describe('a database that has run all the first migrations', () => {
  test('becomes what a new one is', async () => {
    const old = await migratedBefore(names)
    const { sql: fresh } = await anEmptyDatabase()
    await Promise.all([migrate(old), migrate(fresh)])
    const expected = await schemaOf(fresh)
    expect(Object.keys(expected)).toHaveLength(12)
    expect(await schemaOf(old)).toEqual(expected)
    const marks = (sql: Database) => sql`select name from migration order by name`
    expect([...(await marks(old))]).toEqual([...(await marks(fresh))])
  })

  test('keeps what is in it, and is migrated once', async () => {
    const sql = await migratedBefore(names)
    await sql`insert into tenant (id, name, asset_name, asset_name_plural, serial_prefix) values ('t', 'T', 'U', 'U', 'UU')`
    await sql`insert into account (tenant_id, id, name, kind) values ('t', 'a', 'A', 'buyer')`
    await sql`insert into app_user (tenant_id, username, account_id, email, groups, status)
      values ('t', 'u', 'a', 'u@x', '{t|TenantAdmin}', 'ACTIVE')`
    await sql`select tell('t', null, '{}', '{}', true, 'account.applied', '{}')`
    const rows = () => sql`
      select to_jsonb(t) as t, to_jsonb(a) as a, to_jsonb(u) as u, to_jsonb(n) as n from tenant t, account a, app_user u, notice n`
    const before = [...(await rows())]
    expect(before).toHaveLength(1)
    expect(await migrate(sql)).toContain('current/ledger_claim.sql')
    expect([...(await rows())]).toMatchObject(before)
    expect(await migrate(sql)).toEqual([])
  })
})

test.each([1, 9, 13])(
  'a database that has run %i of the first migrations is refused and left as it was',
  async (count) => {
    const sql = await migratedBefore(names.slice(0, count))
    const before = await schemaOf(sql)
    await expect(migrate(sql)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(
        /^This database is half migrated: of its first 14 migrations, .*0014_organisation_facts\.sql did not run/,
      ),
    })
    expect(await schemaOf(sql)).toEqual(before)
  },
)
