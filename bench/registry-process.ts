import { startChain } from '#embedded/chain.ts'
import { freePort } from '#embedded/free-port.ts'
import { assemble } from '#server/app/assemble.ts'
import { listen } from '#server/app/listen.ts'
import { openLog } from '#server/app/log.ts'
import { readConfig } from '#server/infra/config.ts'
import { connectDatabase } from '#server/infra/db/database.ts'
import { serveBench } from './child.ts'

/** The registry as `npm start` assembles it, without the limit of calls per address and the web app's files. */
const port = await freePort()
const config = readConfig({ ...process.env, PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}` })
const log = openLog(config)
const sql = connectDatabase(config.DATABASE_URL ?? '')
const node = await startChain({ dataDir: config.DATA_DIR, log: () => {} })
const stops = new AsyncDisposableStack()
const running = { add: async (stop: () => Promise<void>) => stops.defer(stop) }
await running.add(() => sql.end())
await running.add(node.stop)
const { app, identity } = await assemble(
  { config, sql, databaseUrl: config.DATABASE_URL ?? '', node, log, tracing: null },
  { callsPerMinute: Number.MAX_SAFE_INTEGER },
  running,
)
await listen(app, config)
const { PERSON: person } = process.env
const token = person === undefined ? undefined : await identity?.issueToken(person)
serveBench({ url: config.PUBLIC_URL, ...(token !== undefined && { token }) }, () => stops.disposeAsync())
