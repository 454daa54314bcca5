import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from './database.ts'

const folder = join(import.meta.dirname, '../../migrations')
/** Any number, the same in every process: one migrates, the others wait. */
const migrationLock = 7_265_001

/** Applies what is not yet applied, in the order of the file names, each in its own transaction. Answers the names applied. */
export async function migrate(sql: Database): Promise<string[]> {
  const files = (await readdir(folder)).filter((name) => /^\d{4}_[a-z_]+\.sql$/.test(name)).sort()
  const connection = await sql.reserve()
  try {
    await connection`select pg_advisory_lock(${migrationLock})`
    await connection`create table if not exists migration (name text primary key, applied_at timestamptz not null default now())`
    const applied = new Set((await connection<{ name: string }[]>`select name from migration`).map((row) => row.name))
    const due = files.filter((name) => !applied.has(name))
    for (const name of due) {
      const text = await readFile(join(folder, name), 'utf8')
      await connection.unsafe(`begin; ${text}; insert into migration (name) values ('${name}'); commit`)
    }
    return due
  } catch (error) {
    await connection`rollback`
    throw error
  } finally {
    await connection`select pg_advisory_unlock(${migrationLock})`
    connection.release()
  }
}
