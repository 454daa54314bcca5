import { randomBytes } from 'node:crypto'
import { inject, onTestFinished } from 'vitest'
import { connectDatabase, type Database, identifier } from '#server/infra/db/database.ts'
import { databaseNamed } from './servers.ts'

type DatabaseOfTest = { url: string; sql: Database; drop(): Promise<void> }

/** Copies the migrated template. */
export function aDatabase(): Promise<DatabaseOfTest> {
  return copyOf(inject('servers').template)
}

/** Without migrations; dropped after the test. */
export async function anEmptyDatabase(): Promise<DatabaseOfTest> {
  const database = await copyOf('template0')
  onTestFinished(database.drop)
  return database
}

async function copyOf(template: string): Promise<DatabaseOfTest> {
  const { databaseUrl } = inject('servers')
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
