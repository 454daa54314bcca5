import { setTimeout as pause } from 'node:timers/promises'
import { connectDatabase, type Database } from '#server/infra/db/database.ts'
import { pathOf } from '#shared/contract/calls.ts'
import { watchSettlement } from '#shared/contract/transactions.ts'
import type { Deployment } from './deployment.ts'
import { tenantId } from './people.ts'
import { databaseUrlOf } from './servers.ts'

/** Resolves when all that is watched is confirmed, with how often a stream that broke off was asked for again. */
export type Watching = { confirmed: Promise<number> }

const watched = 3
/** What the stream itself tells browsers to wait. */
const retryMs = 3_000
const longestMs = 120_000

/** Opens the page's streams of movements that are not confirmed yet, as browsers do: a stream that breaks off is asked for again. */
export async function watchSettlements(deployment: Deployment): Promise<Watching> {
  const { publicUrl } = deployment
  const sql = connectDatabase(await databaseUrlOf(deployment), { max: 1, name: 'watching' })
  const rows = await waiting(sql).finally(() => sql.end())
  const each = rows.map(({ id }) => confirmedOf(`${publicUrl}${pathOf(watchSettlement, { transactionId: id })}`))
  const confirmed = Promise.all(each).then((counts) => counts.reduce((sum, count) => sum + count, 0))
  confirmed.catch(() => {}) // whoever waits for it is told
  return { confirmed }
}

/** The newest movements that wait for the chain; under load there are some again within moments. */
async function waiting(sql: Database): Promise<{ id: string }[]> {
  const deadline = Date.now() + longestMs
  while (Date.now() < deadline) {
    const rows = await sql<{ id: string }[]>`
      select transaction_id as id from settlement where tenant_id = ${tenantId} and state in ('recorded', 'submitted')
      order by transaction_id desc limit ${watched}`
    if (rows.length > 0) return rows
    await pause(retryMs)
  }
  throw new Error('Nothing waits for the chain, so nobody watches.')
}

async function confirmedOf(url: string): Promise<number> {
  const deadline = Date.now() + longestMs
  for (let again = 0; Date.now() < deadline; again += 1) {
    const said = await streamOf(url)
    if (said.includes('"state":"confirmed"')) return again
    await pause(retryMs)
  }
  throw new Error(`${url} did not say that the movement is confirmed.`)
}

/** Everything that a stream says until it ends or breaks off. */
async function streamOf(url: string): Promise<string> {
  let said = ''
  try {
    const { body } = await fetch(`${url}?tenantId=${tenantId}`)
    for await (const part of body?.pipeThrough(new TextDecoderStream()) ?? []) said += part
  } catch {
    // It broke off.
  }
  return said
}
