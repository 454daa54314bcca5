import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { connectDatabase, type Database, identifier } from '#server/db/database.ts'
import { databaseNamed } from './setup/servers.ts'

/** A copy of the migrated template. */
export async function aDatabase(): Promise<{ url: string; sql: Database; drop(): Promise<void> }> {
  const { databaseUrl, template } = inject('servers')
  const name = `world_${randomBytes(8).toString('hex')}`
  const admin = connectDatabase(databaseUrl, { max: 1 })
  await admin`create database ${identifier(name)} template ${identifier(template)}`
  const url = databaseNamed(databaseUrl, name)
  const sql = connectDatabase(url, { max: 10 })
  return {
    url,
    sql,
    async drop() {
      await sql.end()
      await admin`drop database ${identifier(name)} with (force)`
      await admin.end()
    },
  }
}
