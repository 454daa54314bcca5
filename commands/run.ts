import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { makeNewFilesPrivate } from '#server/app/data-dir.ts'
import { explain } from '#server/app/explain.ts'
import { type Config, readConfig } from '#server/infra/config.ts'
import { connectDatabase, type Database } from '#server/infra/db/database.ts'
import { migrate } from '#server/infra/db/migrate.ts'
import { Refused } from '#server/infra/refused.ts'

export type Deps = { sql: Database; config: Config }

/** Returns the text to print. */
export type Work = (deps: Deps) => Promise<string>

/**
 * Runs an npm command on the database of DATABASE_URL, else on the embedded one of DATA_DIR, started if stopped.
 * Migrates it, prints the work's result and closes everything. On an error explains it and exits with 1.
 *
 * `read` parses the arguments first; it throws Refused if they are wrong. `name` names the connections. `asItIs` skips
 * migrations; `beginsWorld` allows an empty DATA_DIR.
 */
export async function runCommand(
  name: string,
  read: (args: string[], config: Config) => Work,
  { asItIs = false, beginsWorld = false } = {},
): Promise<void> {
  try {
    const config = readConfig()
    makeNewFilesPrivate()
    const work = read(process.argv.slice(2), config)
    console.log(await withDatabase(name, config, work, { asItIs, beginsWorld }))
  } catch (error) {
    explain(error)
  }
}

type How = { asItIs: boolean; beginsWorld: boolean }

async function withDatabase(name: string, config: Config, work: Work, { asItIs, beginsWorld }: How): Promise<string> {
  const database = await databaseOf(config, beginsWorld)
  const sql = connectDatabase(database.url, { max: 2, name })
  try {
    const report = (words: string) => console.error(`The database is upgraded: ${words}.`)
    if (!asItIs) await migrate(sql, undefined, { report })
    return await work({ sql, config })
  } finally {
    await sql.end()
    await database.stop()
  }
}

async function databaseOf({ DATABASE_URL, DATA_DIR }: Config, beginsWorld: boolean) {
  if (DATABASE_URL !== undefined) return { url: DATABASE_URL, stop: async () => {} }
  if (!beginsWorld && !existsSync(join(DATA_DIR, 'postgres'))) {
    throw new Refused(
      `There is no registry in ${DATA_DIR}. Set DATA_DIR or DATABASE_URL to where it is, or begin one with npm start.`,
    )
  }
  const { openEmbeddedDatabase } = await import('#embedded/database.ts')
  return openEmbeddedDatabase(DATA_DIR)
}
