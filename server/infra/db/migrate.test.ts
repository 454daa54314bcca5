import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { anEmptyDatabase } from '#tests/kit/database.ts'
import { finish } from '#tests/kit/processes.ts'
import { schemaOf } from '#tests/kit/schema.ts'
import { connectDatabase } from './database.ts'
import { migrate } from './migrate.ts'

/** `null` deletes a file. */
async function aFolder(files: Record<string, string>) {
  const path = await mkdtemp(join(tmpdir(), 'migrations-'))
  onTestFinished(() => rm(path, { recursive: true }))
  const change = async (changes: Record<string, string | null>) => {
    for (const [name, text] of Object.entries(changes)) {
      await mkdir(dirname(join(path, name)), { recursive: true })
      if (text === null) await rm(join(path, name))
      else await writeFile(join(path, name), text)
    }
  }
  await change(files)
  return { path, change }
}

const greet = (parameters: string, word: string) =>
  `create or replace function greet(${parameters}) returns text language sql as $$ select '${word}' $$;\n`
const watch = (
  name: string,
) => `create or replace function watch() returns trigger language plpgsql as $$ begin return null; end $$;
create or replace trigger ${name} after insert on thing for each row execute function watch();\n`

const files = {
  '0001_things.sql': 'create table thing (id integer primary key);',
  'current/greet.sql': greet('whom text', 'Hello'),
  'current/watch.sql': watch('thing_is_watched'),
}

const starting = `
  import { readConfig } from '#server/infra/config.ts'
  import { connectDatabase } from '#server/infra/db/database.ts'
  import { migrate } from '#server/infra/db/migrate.ts'
  import { connectApplication } from '#server/infra/db/wall.ts'
  import { startIdentity } from '#server/identity/start.ts'
  import { ensureConfiguredTenant } from '#server/people/tenants/configured.ts'
  const [url, dataDir] = process.argv.slice(1)
  const config = readConfig({ DATABASE_URL: url, DATA_DIR: dataDir })
  const sql = connectDatabase(url, { max: 4 })
  const say = (facts, message) => console.log(message, facts)
  const names = await migrate(sql)
  await ensureConfiguredTenant({ sql, config })
  const identity = await startIdentity({ sql, config, log: { info: say, warn: say, error: say }, mail: null })
  const application = await connectApplication(sql, { url })
  await application.sql\`select from tenant\`
  await Promise.all([identity.stop(), application.end()])
  await sql.end()
  console.log('applied ' + names.length)
  process.exit()`

test('six processes that start at once on an empty database wait for each other and migrate once, four times over', async () => {
  for (let round = 0; round < 4; round += 1) {
    const { url, sql } = await anEmptyDatabase()
    const args = ['--input-type=module-typescript', '-e', starting, url, tmpdir()]
    const ended = await Promise.all(Array.from({ length: 6 }, () => finish(process.execPath, args)))
    expect(ended.filter(({ code }) => code !== 0).map(({ output }) => output)).toEqual([])
    expect(ended.filter(({ output }) => !output.includes('applied 0'))).toHaveLength(1)
    const marks = await sql`select name from migration union all select name from current_file`
    expect(ended.map(({ output }) => output).join()).toContain(`applied ${marks.length}`)
  }
}, 180_000)

test('neither waiting for the lock nor a long migration runs into the time limits of other statements', async () => {
  const { url, sql } = await anEmptyDatabase()
  const limited = connectDatabase(url, { max: 1, statementTimeoutMs: 1_000 })
  onTestFinished(() => limited.end())
  const { path } = await aFolder({ ...files, '0002_long.sql': 'select pg_sleep(1.2);' })
  const holder = await sql.reserve()
  onTestFinished(() => holder.release())
  await holder`select pg_advisory_lock(7265001)`
  const reported: string[] = []
  const migrating = migrate(limited, path, { report: (words) => reported.push(words), everyMs: 500 })
  // Longer than the usual lock timeout.
  const hasWaited = () =>
    sql`select from pg_stat_activity
      where datname = current_database() and wait_event = 'advisory' and now() - query_start > '2.5 s'`.then(
      (rows) => rows.length,
    )
  await expect.poll(hasWaited, { timeout: 6_000 }).toBe(1)
  await holder`select pg_advisory_unlock(7265001)`
  expect(await migrating).toContain('0002_long.sql')
  expect(reported[0]).toMatch(/^waiting for another process that upgrades the database, for \d+ s$/)
  expect(reported.at(-1)).toMatch(/^0002_long\.sql \(2 of 4\), for \d+ s$/)
})

test('a migration that fails leaves nothing behind and is named', async () => {
  const { sql } = await anEmptyDatabase()
  const before = await schemaOf(sql)
  const { path, change } = await aFolder({
    ...files,
    '0002_faults.sql': 'create table fault (id integer); select 1 / 0;',
  })
  await expect(migrate(sql, path)).rejects.toThrow('0002_faults.sql: division by zero')
  expect(await schemaOf(sql)).toEqual(before)
  await change({ '0002_faults.sql': 'create table fault (id integer);', 'current/greet.sql': 'create function greet(' })
  await expect(migrate(sql, path)).rejects.toThrow('current/greet.sql: syntax error')
  expect(await schemaOf(sql)).toEqual(before)
  await change({ 'current/greet.sql': files['current/greet.sql'] })
  expect(await migrate(sql, path)).toEqual([
    '0001_things.sql',
    '0002_faults.sql',
    'current/greet.sql',
    'current/watch.sql',
  ])
})

test('a database that a newer version has migrated is refused and left as it is', async () => {
  const { sql } = await anEmptyDatabase()
  const { path, change } = await aFolder({ ...files, '0002_faults.sql': 'create table fault (id integer);' })
  await migrate(sql, path)
  const before = await schemaOf(sql)
  await change({ '0002_faults.sql': null, 'current/greet.sql': greet('whom text', 'Welcome') })
  await expect(migrate(sql, path)).rejects.toMatchObject({
    message: expect.stringMatching(/^The database has run 0002_faults\.sql, which this version does not have/),
  })
  expect(await schemaOf(sql)).toEqual(before)
})

describe('a file of what holds now', () => {
  async function aMigrated() {
    const { sql } = await anEmptyDatabase()
    const { path, change } = await aFolder(files)
    await migrate(sql, path)
    const named = async (kind: string, name: string) =>
      ((await schemaOf(sql))[kind] ?? []).filter((line) => line.includes(name))
    return {
      sql,
      routines: () => named('routine', 'greet('),
      triggers: () => named('trigger', 'thing_is_'),
      migrateWith: async (changes: Record<string, string | null>) => {
        await change(changes)
        return migrate(sql, path)
      },
    }
  }

  test('is applied again when it has changed, and no other', async () => {
    const { sql, migrateWith } = await aMigrated()
    expect(await migrateWith({})).toEqual([])
    expect(await migrateWith({ 'current/greet.sql': greet('whom text', 'Welcome') })).toEqual(['current/greet.sql'])
    expect([...(await sql`select greet('') as said`)]).toEqual([{ said: 'Welcome' }])
    expect(await migrateWith({})).toEqual([])
  })

  test('leaves no function with the parameters of before', async () => {
    const { routines, migrateWith } = await aMigrated()
    await migrateWith({ 'current/greet.sql': greet('whom text, often integer', 'Hello') })
    expect(await routines()).toEqual([expect.stringContaining('greet(whom text, often integer)')])
  })

  test.each([
    { what: 'another name of a parameter', now: greet('who text', 'Hello'), is: 'greet(who text)' },
    {
      what: 'another result',
      now: "create or replace function greet(whom text) returns table (said text, times integer) language sql as $$ select 'Hi', 2 $$;",
      is: 'TABLE(said text, times integer)',
    },
  ])('replaces a function by one with $what', async ({ now, is }) => {
    const { routines, migrateWith } = await aMigrated()
    expect(await migrateWith({ 'current/greet.sql': now })).toEqual(['current/greet.sql'])
    expect(await routines()).toEqual([expect.stringContaining(is)])
  })

  test('takes its functions and triggers with it when it goes', async () => {
    const { routines, triggers, migrateWith } = await aMigrated()
    expect(await triggers()).toHaveLength(1)
    await migrateWith({ 'current/greet.sql': null, 'current/watch.sql': null })
    expect([await routines(), await triggers()]).toEqual([[], []])
  })

  test('takes a trigger with it that it no longer declares', async () => {
    const { triggers, migrateWith } = await aMigrated()
    await migrateWith({ 'current/watch.sql': watch('thing_is_seen') })
    expect(await triggers()).toEqual([expect.stringContaining('thing_is_seen')])
  })

  test('may hand a function to another file', async () => {
    const { sql, routines, migrateWith } = await aMigrated()
    await migrateWith({ 'current/greet.sql': null, 'current/a_new_home.sql': greet('whom text', 'Moved') })
    expect([...(await sql`select greet('') as said`)]).toEqual([{ said: 'Moved' }])
    expect(await routines()).toHaveLength(1)
  })

  test('leaves functions alone that no file has ever declared', async () => {
    const { sql, migrateWith } = await aMigrated()
    await sql`create function of_an_administrator() returns integer language sql as 'select 1'`
    await migrateWith({ 'current/greet.sql': null })
    expect([...(await sql`select of_an_administrator() as one`)]).toEqual([{ one: 1 }])
  })
})
