import { connectDatabase } from '#server/infra/db/database.ts'
import type { Scenario } from './scenario.ts'
import { underLoad } from './under-load.ts'

const longestOutageMs = 5_000

export const cut: Scenario = {
  name: 'cut',
  fault: 'all connections to the database cut',
  recoveredBy: 'the pool, which connects again',
  short: { times: 5, movements: 500 },
  long: { times: 50, movements: 10_000 },
  async run(order) {
    const outcome = await underLoad({ order, registries: 2, inject: ({ databaseUrl }) => cutAll(databaseUrl) })
    const isLong = outcome.longestOutageMs > longestOutageMs
    return isLong ? { ...outcome, wrong: [...outcome.wrong, `An outage took ${outcome.longestOutageMs} ms.`] } : outcome
  },
}

async function cutAll(databaseUrl: string): Promise<void> {
  const admin = connectDatabase(databaseUrl, { max: 1, name: 'the-saw' })
  await admin`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name <> 'the-saw' and backend_type = 'client backend'`
  await admin.end()
}
