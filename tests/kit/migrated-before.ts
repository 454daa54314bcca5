import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '#server/infra/db/database.ts'
import { anEmptyDatabase } from './database.ts'

const folder = join(import.meta.dirname, 'fixtures/migrations-before')

/** In order. */
export const migrationsBefore: string[] = (await readdir(folder)).sort()

/** A database with these early migrations, as the program of their time applied them. */
export async function migratedBefore(ran: readonly string[] = migrationsBefore): Promise<Database> {
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
