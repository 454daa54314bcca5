import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { anEmptyDatabase } from '#tests/kit/database.ts'
import { schemaOf } from '#tests/kit/schema.ts'
import { type Database, identifier } from './database.ts'
import { makeTablesAsOf, migrate, migrationsDue, migrationsUnknown } from './migrate.ts'

const root = join(import.meta.dirname, '../../..')
const textOf = (path: string) => readFile(join(root, path), 'utf8')

/** As the program of commit 23f9e0a3 left it, with a few rows, but without functions. */
async function of23f9e0a3(): Promise<Database> {
  const { sql } = await anEmptyDatabase()
  await sql.unsafe(await textOf('tests/kit/fixtures/database-of-23f9e0a3.sql'))
  return sql
}

/** The tables of commit d967f1b8, which ran 17 migrations more. */
async function ofD967f1b8(): Promise<Database> {
  const sql = await of23f9e0a3()
  await sql.unsafe(await textOf('migrations/unreleased/since_23f9e0a3.sql'))
  await sql`insert into migration (name) values ('0059_beneficiary_groups.sql')`
  return sql
}

async function aNew(): Promise<Database> {
  const { sql } = await anEmptyDatabase()
  await migrate(sql)
  return sql
}

const marksOf = (sql: Database) => sql`select name from migration order by name`

test('a new database gets the baseline', async () => {
  const { sql } = await anEmptyDatabase()
  expect(await migrate(sql)).not.toContainEqual(expect.stringMatching(/^unreleased/))
  expect((await marksOf(sql)).slice(0, 7).map(({ name }) => name)).toEqual([
    '0001_people.sql',
    '0002_work.sql',
    '0003_ledger.sql',
    '0004_settlement.sql',
    '0005_identity.sql',
    '0006_notices.sql',
    '0007_reading.sql',
  ])
})

test.each([
  { commit: '23f9e0a3', from: of23f9e0a3, upgrade: ['since_23f9e0a3.sql', 'since_d967f1b8.sql'] },
  { commit: 'd967f1b8', from: ofD967f1b8, upgrade: ['since_d967f1b8.sql'] },
])('a database of commit $commit becomes what a new one is, once', async ({ from, upgrade }) => {
  const [old, fresh] = await Promise.all([from(), aNew()])
  expect(await migrationsUnknown(old)).toEqual([])
  const due = await migrationsDue(old)
  expect(due.slice(0, upgrade.length)).toEqual(upgrade.map((name) => `unreleased/${name}`))
  expect(await migrate(old)).toEqual(due)
  const expected = await schemaOf(fresh)
  expect(Object.keys(expected)).toHaveLength(12)
  expect(await schemaOf(old)).toEqual(expected)
  expect([...(await marksOf(old))]).toEqual([...(await marksOf(fresh))])
  expect(await migrate(old)).toEqual([])
})

/** Columns of notices that became letters, and facts that gained some. */
const changed = ['next_at', 'attempts', 'mailed_at', 'failure', 'facts']

type Row = Record<string, unknown>

/** Without bookkeeping of migrations. */
async function rowsByTable(sql: Database): Promise<Map<string, Row[]>> {
  const tables = await sql<{ schema: string; name: string }[]>`
    select schemaname as schema, tablename as name from pg_tables
    where schemaname in ('public', 'identity') and tablename not in ('migration', 'current_file')`
  const found = tables.map(async ({ schema, name }) => {
    const rows = await sql<{ row: Row }[]>`
      select to_jsonb(t) - ${changed}::text[] as row from ${identifier(schema)}.${identifier(name)} t`
    return [name, rows.map(({ row }) => row)] as const
  })
  return new Map(await Promise.all(found))
}

test('a database of commit 23f9e0a3 keeps what is in it', async () => {
  const sql = await of23f9e0a3()
  const before = await rowsByTable(sql)
  await migrate(sql)
  const after = await rowsByTable(sql)
  const filled = [...before].filter(([, rows]) => rows.length > 0)
  expect(filled.length).toBeGreaterThan(20)
  for (const [name, rows] of filled) {
    expect(after.get(name), name).toHaveLength(rows.length)
    expect(after.get(name), name).toEqual(expect.arrayContaining(rows.map((row) => expect.objectContaining(row))))
  }
  const faults = sql`
    select fault from ledger_faults('t') union all select fault from ledger_strays('t') union all
    select fault from kept_sum_faults('t')`
  expect([...(await faults)]).toEqual([])
})

test('a database of commit 23f9e0a3 has after its upgrade what later rows need of earlier ones', async () => {
  const sql = await of23f9e0a3()
  await migrate(sql)
  expect([
    ...(await sql`select username, account_id, since, until < 'infinity' as "hasLeft" from membership order by since, 1`),
  ]).toEqual([
    { username: 'amina', account_id: 'maker', since: new Date('2026-01-01'), hasLeft: false },
    { username: 'baraka', account_id: 'judge', since: new Date('2026-01-01'), hasLeft: true },
    { username: 'baraka', account_id: 'buyer', since: new Date('2026-02-01'), hasLeft: false },
  ])
  expect([...(await sql`select title, type from document`)]).toEqual([{ title: 'PDS', type: 'PDS' }])
  expect([...(await sql`select project_id as project, quantity, vintages from claim_project order by 1`)]).toEqual([
    { project: 'p1', quantity: 10n, vintages: [2024] },
    { project: 'p2', quantity: 5n, vintages: [2024] },
  ])
  expect([...(await sql`select key, group_key as "group" from beneficiary_sum`)]).toEqual([
    { key: 'the sea', group: 'the sea' },
  ])
  expect([...(await sql`select facts ->> 'serials' as serials from notice where kind = 'units.transfer'`)]).toEqual([
    { serials: 'UU-KE-1-2024-1-1-50, UU-TZ-2-2024-1-1-30' },
  ])
  expect([
    ...(await sql`select kind, is_sorted as "isSorted" from notice where username = 'baraka' order by sequence`),
  ]).toEqual([
    { kind: 'units.transfer', isSorted: false },
    { kind: 'user.role', isSorted: false },
    { kind: 'user.resume', isSorted: true },
    { kind: 'user.suspend', isSorted: true },
  ])
  expect([
    ...(await sql`select kind, sent_at is not null as "isSent", next_at as "nextAt" from letter order by id`),
  ]).toEqual([
    { kind: 'user.role', isSent: false, nextAt: null },
    { kind: 'user.resume', isSent: true, nextAt: null },
    { kind: 'user.suspend', isSent: false, nextAt: null },
  ])
})

test('an early movement with a hash that no sha256 is stays as it is', async () => {
  const sql = await of23f9e0a3()
  await sql`update transaction set document_hash = '\\x00' where type = 'burn'`
  await migrate(sql)
  expect([...(await sql`select document_hash as hash from transaction where type = 'burn'`)]).toEqual([
    { hash: Buffer.alloc(1) },
  ])
})

test.each([
  { first: '0001_people_and_projects.sql', last: '0014_organisation_facts.sql' },
  { first: '0001_people.sql', last: '0006_notices.sql' },
  { first: '0001_people.sql', last: '0041_plain_movements.sql' },
  { first: '0001_people.sql', last: '0053_letters.sql' },
])('a database whose migrations ended with $last is refused and left as it was', async ({ first, last }) => {
  const sql = await of23f9e0a3()
  await sql`delete from migration`
  await sql`insert into migration (name) values (${first}), (${last})`
  const before = await schemaOf(sql)
  await expect(migrate(sql)).rejects.toMatchObject({
    message: expect.stringMatching(
      /^This database is of a version before 0\.1\.0 .* Start the version of commit d967f1b8 once/,
    ),
  })
  expect(await schemaOf(sql)).toEqual(before)
  expect([...(await marksOf(sql))].map(({ name }) => name)).toEqual([first, last])
})

test('a backup of a version before 0.1.0 is refused', async () => {
  const { sql } = await anEmptyDatabase()
  const names = ['0001_people.sql', '0042_block_by_end.sql']
  await expect(sql.begin((tx) => makeTablesAsOf(tx, names))).rejects.toThrow('Restore it with the version that made it')
})
