import { describe, expect, test } from 'vitest'
import { anEmptyDatabase } from '#tests/kit/database.ts'
import { migratedBefore, migrationsBefore } from '#tests/kit/migrated-before.ts'
import { schemaOf } from '#tests/kit/schema.ts'
import type { Database } from './database.ts'
import { migrate } from './migrate.ts'

describe('a database that has run all the first migrations', () => {
  test('becomes what a new one is', async () => {
    const old = await migratedBefore()
    const { sql: fresh } = await anEmptyDatabase()
    await Promise.all([migrate(old), migrate(fresh)])
    const expected = await schemaOf(fresh)
    expect(Object.keys(expected)).toHaveLength(12)
    expect(await schemaOf(old)).toEqual(expected)
    const marks = (sql: Database) => sql`select name from migration order by name`
    expect([...(await marks(old))]).toEqual([...(await marks(fresh))])
  })

  test('keeps what is in it, and is migrated once', async () => {
    const sql = await migratedBefore()
    await sql`insert into tenant (id, name, asset_name, asset_name_plural, serial_prefix) values ('t', 'T', 'U', 'U', 'UU')`
    await sql`insert into account (tenant_id, id, name, kind) values ('t', 'a', 'A', 'buyer')`
    await sql`insert into app_user (tenant_id, username, account_id, email, groups, status)
      values ('t', 'u', 'a', 'u@x', '{t|TenantAdmin}', 'ACTIVE')`
    await sql`select tell('t', null, '{}', '{}', true, 'account.applied', '{}')`
    // The letter keeps the delivery state.
    const rows = () => sql`
      select to_jsonb(t) as t, to_jsonb(a) as a, to_jsonb(u) as u,
        to_jsonb(n) - '{attempts,failure,mailed_at,next_at}'::text[] as n
      from tenant t, account a, app_user u, notice n`
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
    const sql = await migratedBefore(migrationsBefore.slice(0, count))
    const before = await schemaOf(sql)
    await expect(migrate(sql)).rejects.toMatchObject({
      message: expect.stringMatching(
        /^This database is half migrated: of its first 14 migrations, .*0014_organisation_facts\.sql did not run/,
      ),
    })
    expect(await schemaOf(sql)).toEqual(before)
  },
)
