import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type ParseArgsConfig, parseArgs } from 'node:util'
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

type Options = NonNullable<ParseArgsConfig['options']>

/**
 * Returns options and positionals. Throws Refused with the usage for an unknown option, a missing value, or positionals
 * that do not match `words`.
 */
export function readArguments<const Given extends Options>(
  args: string[],
  { usage, options, words = [] }: { usage: string; options: Given; words?: readonly string[] },
) {
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
    const missing = words[positionals.length]
    const surplus = positionals[words.length]
    if (missing !== undefined) throw new Refused(`${missing} is missing.`)
    if (surplus !== undefined) throw new Refused(`There is one word too many: ${surplus}`)
    return { values, positionals }
  } catch (error) {
    throw new Refused(`${wrongArgument(error, Object.keys(options))}\n\n${usage}`)
  }
}

function wrongArgument(error: unknown, allowed: readonly string[]): string {
  if (!(error instanceof Error)) return String(error)
  const isUnknown = 'code' in error && error.code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION'
  if (!isUnknown) return error.message
  const [option] = /--?[^'\s]+/.exec(error.message) ?? []
  const names = allowed.map((name) => `--${name}`).join(' ')
  return `Unknown option ${option}. ${names === '' ? 'No options are allowed here.' : `Allowed: ${names}`}`
}
