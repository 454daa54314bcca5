import pg from 'pg'
import { connectDatabase, type Database } from '#server/infra/db/database.ts'
import type { Bench } from './bench.ts'
import { grow } from './growth.ts'
import type { Line } from './lines.ts'
import { crowdOf, lineOf, paired } from './paired.ts'

const seconds = 2
const projects = 100_000

/** A grown registry: `ours` is one connection for our stores, `bare` the driver's own. */
export type Grown = { sql: Database; ours: Database; bare: pg.Client; tenantId: string }

/** Runs `work` in a registry with `--rows` claims and 100 000 projects. */
export function inGrown(bench: Bench, work: (grown: Grown) => Promise<Line[]>): Promise<Line[]> {
  return bench.inDatabase(async ({ sql, url, tenantId }) => {
    const claims = bench.rows
    await grow(sql, { tenant: tenantId, projects, claims, blocks: Math.ceil(claims * 1.05) }, console.log)
    const ours = connectDatabase(url, { max: 1 })
    const bare = new pg.Client(url)
    await bare.connect()
    try {
      return await work({ sql, ours, bare, tenantId })
    } finally {
      await bare.end()
      await ours.end()
    }
  })
}

export type Ask = () => Promise<unknown>
export type Limit = { name: string; ask: Ask }
export type Question = { name: string; ask: Ask; limit: Limit }

/** A handwritten prepared statement of the bare driver. */
export function byHand(bare: pg.Client, name: string, text: string, values: unknown[]): Limit {
  return { name: 'by hand', ask: () => bare.query({ name, text, values }) }
}

/** The minimal cost of any read. */
export function rowByKey(bare: pg.Client, tenantId: string, claimId: string): Limit {
  const { ask } = byHand(bare, 'key', 'select * from claim where tenant_id = $1 and id = $2', [tenantId, claimId])
  return { name: 'a row by its key', ask }
}

export function measured(bench: Bench, name: string, goal: Line['goal'], ask: Ask, limit: Limit): Promise<Line> {
  const round = (query: Ask) => () => crowdOf(1, seconds, query)
  const sides = { ours: { name, round: round(ask) }, limit: { name: limit.name, round: round(limit.ask) } }
  return paired(bench.postgresPid, sides).then((found) => lineOf(name, goal, found))
}

export async function measuredAll(bench: Bench, goal: Line['goal'], questions: readonly Question[]): Promise<Line[]> {
  const lines: Line[] = []
  for (const { name, ask, limit } of questions) lines.push(await measured(bench, name, goal, ask, limit))
  return lines
}
