import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { Refused } from '#server/infra/refused.ts'
import { type Database, inTransaction, type Sql } from './database.ts'
import { isUnreleased, lastOfBaseline, upgradeOf } from './unreleased.ts'

const migrations = join(import.meta.dirname, '../../../migrations')
/** Arbitrary, equal in all processes. */
const migrationLock = 7_265_001

const reportEveryMs = 5_000

type File = { name: string; text: string }

/** Reports `0008_refused_letters.sql (3 of 7), for 10 s`. */
type Progress = { report(words: string): void; everyMs?: number }
const silent: Progress = { report: () => {} }

/**
 * Migrates the database and returns the applied files:
 * - `NNNN_noun.sql`: tables, constraints, indexes, data. Applied once, in order, forward only.
 * - `current/noun.sql`: functions, triggers, policies, grants. Applied when changed; functions and triggers that it
 *   stops declaring, or declares with other parameters or another result, are dropped.
 * One transaction; an error names the file. Throws `Refused` if a newer version has migrated the database, because its
 * functions would be replaced by older ones.
 */
export async function migrate(sql: Database, folder = migrations, progress = silent): Promise<string[]> {
  return inTransaction(sql, (tx) => migrateIn(tx, folder, progress))
}

/** In the caller's transaction. */
export async function migrateIn(tx: Sql, folder = migrations, progress = silent): Promise<string[]> {
  const numbered = await numberedIn(folder)
  const current = await currentIn(folder)
  await whileReporting(progress, 'waiting for another process that upgrades the database', () => prepare(tx))
  const upgrade = await adoptUnreleased(tx, folder, numbered)
  const of = upgrade.length + (await dueOf(tx, numbered)).length + (await changedOf(tx, current)).length
  let place = 0
  const applyNext: Apply = (file) => {
    place += 1
    return whileReporting(progress, `${file.name} (${place} of ${of})`, () => apply(tx, file))
  }
  for (const file of upgrade) await applyNext(file)
  return [
    ...upgrade.map(({ name }) => name),
    ...(await applyDue(tx, numbered, applyNext)),
    ...(await applyChanged(tx, current, applyNext)),
  ]
}

/** Marks a database from before 0.1.0 as having run the baseline, and returns the files that make this true. */
async function adoptUnreleased(tx: Sql, folder: string, numbered: File[]): Promise<File[]> {
  const ran = await migrationsOf(tx)
  if (!isUnreleased(ran)) return []
  const files = await Promise.all(upgradeOf(ran).map((name) => fileOf(folder, name)))
  const baseline = numbered.map(({ name }) => name).filter((name) => name <= lastOfBaseline)
  await tx`delete from migration`
  await tx`insert into migration (name) select unnest(${baseline}::text[])`
  return files
}

type Apply = (file: File) => Promise<void>

async function whileReporting<Result>(
  { report, everyMs = reportEveryMs }: Progress,
  what: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const begunAt = performance.now()
  const timer = setInterval(
    () => report(`${what}, for ${Math.round((performance.now() - begunAt) / 1_000)} s`),
    everyMs,
  )
  return work().finally(() => clearInterval(timer))
}

/**
 * Creates these migrations' tables in an empty database; `migrateIn` adds functions, triggers, policies and later
 * migrations. Throws `Refused` if this version lacks one.
 */
export async function makeTablesAsOf(tx: Sql, names: readonly string[], folder = migrations): Promise<void> {
  if (isUnreleased(names)) {
    throw new Refused(
      'The backup is of a version before 0.1.0. Restore it with the version that made it, and then start this version.',
    )
  }
  const known = await numberedIn(folder)
  const unknown = names.filter((name) => !known.some((file) => file.name === name))
  if (names.length === 0 || unknown.length > 0) {
    throw new Refused(`This version has not the migrations ${unknown.join(', ')}. Use the version that ran them.`)
  }
  await prepare(tx)
  await applyDue(
    tx,
    known.filter(({ name }) => names.includes(name)),
    (file) => apply(tx, file),
  )
}

/** In order; none for a new database. */
export async function migrationsOf(sql: Sql): Promise<string[]> {
  const [table] = await sql`select to_regclass('migration') as found`
  if (table?.found === null) return []
  return (await sql<{ name: string }[]>`select name from migration order by name`).map(({ name }) => name)
}

/** Migrations of a newer version. */
export async function migrationsUnknown(sql: Sql, folder = migrations): Promise<string[]> {
  const [names, ran] = [(await numberedIn(folder)).map(({ name }) => name), await migrationsOf(sql)]
  return isUnreleased(ran) ? [] : ran.filter((name) => !names.includes(name))
}

/** What `migrate` would apply. */
export async function migrationsDue(sql: Sql, folder = migrations): Promise<string[]> {
  const [numbered, current] = [await numberedIn(folder), await currentIn(folder)]
  const ran = await migrationsOf(sql)
  if (ran.length === 0) return [...numbered, ...current].map(({ name }) => name)
  const changed = (await changedOf(sql, current)).map(({ name }) => name)
  if (isUnreleased(ran)) {
    const later = numbered.map(({ name }) => name).filter((name) => name > lastOfBaseline)
    return [...upgradeOf(ran), ...later, ...changed]
  }
  return [...(await dueOf(sql, numbered)).map(({ name }) => name), ...changed]
}

async function dueOf(sql: Sql, files: File[]): Promise<File[]> {
  const run = await migrationsOf(sql)
  return files.filter(({ name }) => !run.includes(name))
}

async function changedOf(sql: Sql, files: File[]): Promise<(File & Stated)[]> {
  const before = await sql<Stated[]>`select name, hash, declares from current_file`
  return files
    .map((file) => ({ ...file, ...statedIn(file) }))
    .filter((file) => !before.some((row) => isSame(row, file)))
}

async function prepare(tx: Sql): Promise<void> {
  // No limit: another process or a large table may take long.
  await tx`select set_config('lock_timeout', '0', true), set_config('statement_timeout', '0', true)`
  await tx`select pg_advisory_xact_lock(${migrationLock})`
  await tx`create table if not exists migration (name text primary key, applied_at timestamptz not null default now())`
  await tx`create table if not exists current_file (name text primary key, hash text not null, declares text[] not null)`
}

function numberedIn(folder: string): Promise<File[]> {
  return filesIn(folder, /^\d{4}_[a-z_]+\.sql$/)
}

function currentIn(folder: string): Promise<File[]> {
  return filesIn(folder, /^current\/[a-z_]+\.sql$/)
}

async function filesIn(folder: string, pattern: RegExp): Promise<File[]> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => pattern.test(name)).sort()
  return Promise.all(names.map((name) => fileOf(folder, name)))
}

async function fileOf(folder: string, name: string): Promise<File> {
  return { name, text: await readFile(join(folder, name), 'utf8') }
}

async function applyDue(tx: Sql, files: File[], applyNext: Apply): Promise<string[]> {
  const unknown = (await migrationsOf(tx)).filter((name) => !files.some((file) => file.name === name))
  if (unknown.length > 0) {
    throw new Refused(
      `The database has run ${unknown.join(', ')}, which this version does not have: a newer one has migrated it. ` +
        'Start the newer version, or restore the backup from before the upgrade.',
    )
  }
  const due = await dueOf(tx, files)
  for (const file of due) {
    await applyNext(file)
    await tx`insert into migration (name) values (${file.name})`
  }
  return due.map(({ name }) => name)
}

type Stated = { name: string; hash: string; declares: string[] }

async function applyChanged(tx: Sql, files: File[], applyNext: Apply): Promise<string[]> {
  const before = await tx<Stated[]>`select name, hash, declares from current_file`
  const changed = await changedOf(tx, files)
  const now = files.map(statedIn)
  const outdated = before.filter((row) => !now.some((file) => isSame(row, file)))
  for (const file of changed) await applyNext(file)
  await dropUnwritten(
    tx,
    [...changed, ...outdated].flatMap(({ declares }) => declares),
  )
  for (const { name } of outdated) await tx`delete from current_file where name = ${name}`
  for (const { name, hash, declares } of changed) {
    await tx`insert into current_file (name, hash, declares) values (${name}, ${hash}, ${declares})`
  }
  return changed.map(({ name }) => name)
}

function statedIn({ name, text }: File): Stated {
  const declarations = text.matchAll(/^create (?:or replace )?(?:function|procedure|trigger) (\w+)/gm)
  const hash = createHash('sha256').update(text).digest('hex')
  return { name, hash, declares: [...declarations].map(([, declared = '']) => declared) }
}

function isSame(one: Stated, other: Stated): boolean {
  return one.name === other.name && one.hash === other.hash
}

/** Keeps what this transaction and its savepoints wrote: the age of their ids (`xmin`) is not above zero. */
async function dropUnwritten(tx: Sql, names: string[]): Promise<void> {
  const drops = await tx<{ statement: string }[]>`
    select format('drop trigger %I on %s', tgname, tgrelid::regclass) as statement
    from pg_trigger where tgname = any (${names}) and not tgisinternal and age(xmin) > 0
      and tgrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)
    union all
    select format('drop routine %s', string_agg(oid::regprocedure::text, ', '))
    from pg_proc where proname = any (${names}) and pronamespace = 'public'::regnamespace and age(xmin) > 0
    having count(*) > 0`
  for (const { statement } of drops) await tx.unsafe(statement)
}

/** PostgreSQL cannot replace a function with other parameter names or another result. */
const cannotReplace = '42P13'

/** Drops the file's functions first where PostgreSQL cannot replace one of them. */
async function apply(tx: Sql, file: File): Promise<void> {
  await tx`savepoint before_file`
  try {
    await run(tx, file)
  } catch (error) {
    if (!(error instanceof pg.DatabaseError && error.code === cannotReplace)) throw error
    await tx`rollback to before_file`
    await dropFunctions(tx, statedIn(file).declares)
    await run(tx, file)
  }
  await tx`release before_file`
}

/** Without functions of triggers, whose result is always the same. */
async function dropFunctions(tx: Sql, names: string[]): Promise<void> {
  const drops = await tx<{ statement: string }[]>`
    select format('drop routine %s', oid::regprocedure) as statement from pg_proc
    where proname = any (${names}) and pronamespace = 'public'::regnamespace and prorettype <> 'trigger'::regtype`
  for (const { statement } of drops) await tx.unsafe(statement)
}

async function run(tx: Sql, { name, text }: File): Promise<void> {
  try {
    await tx.unsafe(text)
  } catch (error) {
    if (error instanceof Error) error.message = `${name}: ${error.message}`
    throw error
  }
}
