import { ConfigError, readConfig } from '#server/config.ts'
import { connectDatabase } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { rotateKeys } from '#server/identity/protocol/keys.ts'
import { tokenLifetimeS } from '#server/identity/start.ts'
import { openEmbeddedDatabase } from './database.ts'

/**
 * `npm run identity:rotate-keys`: puts a new signing key in use, whether the registry runs or not. With `--leaked` the keys
 * before it are withdrawn at once, and everybody's access token has to be renewed, which browsers do by themselves.
 */
async function main(): Promise<void> {
  const config = readConfig()
  const embedded = config.DATABASE_URL === undefined ? await openEmbeddedDatabase(config.DATA_DIR, () => {}) : null
  const sql = connectDatabase(config.DATABASE_URL ?? embedded?.url ?? '', { max: 1, name: 'registry keys' })
  try {
    await migrate(sql)
    const isLeaked = process.argv.includes('--leaked')
    const { kid } = await rotateKeys(sql, isLeaked ? 0 : tokenLifetimeS)
    console.log(
      `Key ${kid} signs from now on. ${isLeaked ? 'The ones before it are withdrawn.' : 'The one before it stays valid for the tokens that it signed.'}`,
    )
  } finally {
    await sql.end()
    await embedded?.stop()
  }
}

try {
  await main()
} catch (error) {
  if (!(error instanceof ConfigError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
