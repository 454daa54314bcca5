import { startChain } from '#embedded/chain.ts'
import { freePort } from '#embedded/free-port.ts'
import { listen } from '#server/app/listen.ts'
import { openLog } from '#server/app/log.ts'
import { openRegistry } from '#server/app/open.ts'
import { startIdentity } from '#server/identity/start.ts'
import { connectChain } from '#server/infra/chain/chain.ts'
import { readConfig } from '#server/infra/config.ts'
import { connectDatabase } from '#server/infra/db/database.ts'
import { serveBench } from './child.ts'

/**
 * The registry in one process, as `npm start` puts it together, but for the limit of calls from one address and for the
 * files of the web app.
 */
const port = await freePort()
const config = readConfig({ ...process.env, PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}` })
const log = openLog(config)
const sql = connectDatabase(config.DATABASE_URL ?? '')
const node = await startChain({ dataDir: config.DATA_DIR, log: () => {} })
const identity = await startIdentity({
  sql,
  config,
  log,
  mail: null,
})
const registry = await openRegistry(
  {
    config,
    sql,
    databaseUrl: config.DATABASE_URL ?? '',
    chain: connectChain({ ...node, confirmations: config.CHAIN_CONFIRMATIONS }),
    directory: identity.directory,
    findIssuer: identity.findIssuer,
    log,
  },
  {
    callsPerMinute: Number.MAX_SAFE_INTEGER,
    identity: identity.routes,
  },
)
await listen(registry.app, config)
const { PERSON: person } = process.env
const token = person === undefined ? {} : { token: await identity.issueToken(person) }
serveBench({ url: config.PUBLIC_URL, ...token }, async () => {
  await registry.stop()
  await identity.stop()
  await node.stop()
  await sql.end()
})
