import { setTimeout as pause } from 'node:timers/promises'
import { connectDatabase, type Database } from '#server/infra/db/database.ts'
import { until } from '../program.ts'
import { auditOf } from './audit.ts'
import { aDeployment, type Deployment } from './deployment.ts'
import { startLoad } from './load.ts'
import { issue, type Stock, tenantId } from './people.ts'
import type { Order, Scenario } from './scenario.ts'

/** Half of the acts are done after their time for undoing, half expire as the recipient has not accepted. */
export const waiting: Scenario = {
  name: 'waiting',
  fault: 'kill -9 of the registry process while acts that wait come to their ends',
  recoveredBy: 'the next start: each act ends once',
  short: { times: 3, movements: 200 },
  long: { times: 40, movements: 2_000 },
  async run(order) {
    const deployment = await aDeployment()
    const sql = connectDatabase(deployment.databaseUrl, { max: 2, name: 'ends' })
    try {
      const half = Math.floor(order.movements / 2)
      const offer = await issue(deployment.publicUrl, half)
      const stock = await issue(deployment.publicUrl, order.movements - half)
      await sql`update tenant set accepts_transfers = true where id = ${tenantId}`
      const offered = await prepared(deployment, offer)
      await sql`update tenant set accepts_transfers = false, undo_transfers_minutes = 60 where id = ${tenantId}`
      const undoable = await prepared(deployment, stock)
      await sql`update tenant set undo_transfers_minutes = 0 where id = ${tenantId}`

      const outages = await killWhileEnding(deployment, sql, order)
      const left = async () =>
        (await sql`select from pending_act where outcome is null or told <> outcome limit 1`).length
      await until(
        async () => (await left()) === 0,
        (await untilLastEndMs(sql)) + graceMs,
        () => 'Some acts do not end.',
      )
      const given = await auditOf(deployment.databaseUrl, offer, [])
      const audit = await auditOf(deployment.databaseUrl, stock, undoable.answered)
      const latest = await latestOf(sql, outages)
      return {
        injected: order.times,
        answered: offered.answered.length + undoable.answered.length,
        retried: offered.retried + undoable.retried,
        lost: audit.lost,
        doubled: audit.doubled + given.doubled,
        longestOutageMs: Math.max(...outages.map(({ from, to }) => to - from)),
        hands: 0,
        wrong: [
          ...given.wrong,
          ...audit.wrong,
          ...offered.wrong,
          ...undoable.wrong,
          ...(await wrongEnds(sql, 'expired', offered.answered)),
          ...(await wrongEnds(sql, 'done', undoable.answered)),
          ...(await toldTwice(sql)),
          ...(latest > graceMs ? [`An act ended ${latest} ms late.`] : []),
          ...deployment.registries.flatMap((registry) => registry.errors()),
        ],
        notes: [`the latest end, without outages, after ${latest} ms`],
      }
    } finally {
      await sql.end()
      await deployment.stop()
    }
  },
}

/** Above this an end hangs: a busy machine needs some time for the acts of an outage. */
const graceMs = 60_000
const betweenKillsMs = 4_000
/** With the start after the kill. */
const killSeconds = 8

function prepared({ publicUrl, registries }: Deployment, stock: Stock) {
  const urls = registries.map(({ url }) => url)
  return startLoad({ urls, publicUrl, stock, movements: stock.quantity }).finished
}

type Outage = { from: number; to: number }

/** Spreads the ends over the kills. Returns the outages, from the kill until the registry is ready. */
async function killWhileEnding(
  deployment: Deployment,
  sql: Database,
  { times, random, report }: Order,
): Promise<Outage[]> {
  const seconds = (times + 1) * killSeconds
  await sql`update pending_act set ends_at = now() + random() * make_interval(secs => ${seconds}) where outcome is null`
  const outages: Outage[] = []
  for (let time = 0; time < times; time += 1) {
    await pause(2 * random() * betweenKillsMs)
    const from = Date.now()
    for (const registry of deployment.registries) {
      await registry.kill()
      await registry.start()
    }
    outages.push({ from, to: Date.now() })
    report(`${time + 1} of ${times}`)
  }
  return outages
}

/** The kills may be over before the last end is due. */
async function untilLastEndMs(sql: Database): Promise<number> {
  const [row] = await sql<{ ms: number }[]>`
    select coalesce(greatest(extract(epoch from max(ends_at) - now()) * 1000, 0), 0)::int as ms
    from pending_act where outcome is null`
  return row?.ms ?? 0
}

/** The most milliseconds by which an act ended late, without the outages since. */
async function latestOf(sql: Database, outages: readonly Outage[]): Promise<number> {
  const ends = await sql<{ due: Date; ended: Date }[]>`select ends_at as due, ended_at as ended from pending_act`
  const late = ends.map(({ due, ended }) => {
    const away = outages.map(({ from, to }) => Math.min(to, ended.getTime()) - Math.max(from, due.getTime()))
    return away.reduce((rest, ms) => rest - Math.max(ms, 0), ended.getTime() - due.getTime())
  })
  return Math.max(...late)
}

async function wrongEnds(sql: Database, outcome: 'done' | 'expired', ids: readonly string[]): Promise<string[]> {
  const ended = await sql<{ id: string }[]>`select id from pending_act where outcome = ${outcome}`
  const found = new Set(ended.map(({ id }) => id))
  const missing = ids.filter((id) => !found.has(id))
  return [
    ...missing.map((id) => `${id} is not ${outcome}.`),
    ...(found.size > new Set(ids).size ? [`${found.size} acts are ${outcome}, of ${ids.length}.`] : []),
  ]
}

async function toldTwice(sql: Database): Promise<string[]> {
  const twice = await sql<{ kind: string; id: string }[]>`
    select kind, facts ->> 'transactionId' as id from notice where kind like 'pending.%'
    group by kind, facts ->> 'transactionId', username having count(*) > 1`
  return twice.map(({ kind, id }) => `${kind} of ${id} was told twice.`)
}
