import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Failure } from '#shared/rules/failure.ts'
import { type Database, inTransaction, type Sql } from './database.ts'
import { adoptFirstSchema } from './first-schema.ts'

const migrations = join(import.meta.dirname, '../../../migrations')
/** Any number, the same in every process: one migrates, the others wait. */
const migrationLock = 7_265_001

type File = { name: string; text: string }

/**
 * Brings the database to what the folder says and returns the names of the files applied:
 *
 * - `NNNN_noun.sql`: tables, constraints, indexes, data. Applied once, in the order of the names, forward only.
 * - `current/noun.sql`: functions, triggers, policies and grants as they hold now. Applied whenever the text has changed.
 *   Functions and triggers that it no longer declares, or declares with other parameters, are dropped. PostgreSQL replaces no
 *   function whose parameter names or result type differ: put `drop function if exists <name>;` above such a declaration.
 *
 * All of it is one transaction, so that a failure leaves the database as it was; the error names the file. Throws `conflict`
 * for a database that a newer version has migrated, whose functions would be replaced by older ones.
 */
export async function migrate(sql: Database, folder = migrations): Promise<string[]> {
  const numbered = await filesIn(folder, /^\d{4}_[a-z_]+\.sql$/)
  const current = await filesIn(folder, /^current\/[a-z_]+\.sql$/)
  return inTransaction(sql, async (tx) => {
    // Waiting for another process, or for a large table, takes as long as it takes.
    await tx`select set_config('lock_timeout', '0', true), set_config('statement_timeout', '0', true)`
    await tx`select pg_advisory_xact_lock(${migrationLock})`
    await tx`create table if not exists migration (name text primary key, applied_at timestamptz not null default now())`
    await tx`create table if not exists current_file (name text primary key, hash text not null, declares text[] not null)`
    await adoptFirstSchema(tx)
    return [...(await applyDue(tx, numbered)), ...(await applyChanged(tx, current))]
  })
}

/** The files below the folder whose path matches, in the order of their names. */
async function filesIn(folder: string, pattern: RegExp): Promise<File[]> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => pattern.test(name)).sort()
  return Promise.all(names.map(async (name) => ({ name, text: await readFile(join(folder, name), 'utf8') })))
}

async function applyDue(tx: Sql, files: File[]): Promise<string[]> {
  const applied = (await tx<{ name: string }[]>`select name from migration order by name`).map(({ name }) => name)
  const unknown = applied.filter((name) => !files.some((file) => file.name === name))
  if (unknown.length > 0) {
    throw new Failure(
      'conflict',
      `The database has run ${unknown.join(', ')}, which this version does not have: a newer one has migrated it. ` +
        'Start the newer version, or restore the backup from before the upgrade.',
    )
  }
  const due = files.filter(({ name }) => !applied.includes(name))
  for (const file of due) {
    await apply(tx, file)
    await tx`insert into migration (name) values (${file.name})`
  }
  return due.map(({ name }) => name)
}

type Stated = { name: string; hash: string; declares: string[] }

async function applyChanged(tx: Sql, files: File[]): Promise<string[]> {
  const before = await tx<Stated[]>`select name, hash, declares from current_file`
  const now = files.map((file) => ({ ...file, ...statedIn(file) }))
  const changed = now.filter((file) => !before.some((row) => isSame(row, file)))
  const outdated = before.filter((row) => !now.some((file) => isSame(row, file)))
  for (const file of changed) await apply(tx, file)
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

/** Drops what has one of these names and was not written by this transaction, which is the xmin of what it has written. */
async function dropUnwritten(tx: Sql, names: string[]): Promise<void> {
  const drops = await tx<{ statement: string }[]>`
    select format('drop trigger %I on %s', tgname, tgrelid::regclass) as statement
    from pg_trigger where tgname = any (${names}) and not tgisinternal and xmin <> pg_current_xact_id()::xid
      and tgrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)
    union all
    select format('drop routine %s', string_agg(oid::regprocedure::text, ', '))
    from pg_proc where proname = any (${names}) and pronamespace = 'public'::regnamespace and xmin <> pg_current_xact_id()::xid
    having count(*) > 0`
  for (const { statement } of drops) await tx.unsafe(statement)
}

async function apply(tx: Sql, { name, text }: File): Promise<void> {
  try {
    await tx.unsafe(text)
  } catch (error) {
    if (error instanceof Error) error.message = `${name}: ${error.message}`
    throw error
  }
}
