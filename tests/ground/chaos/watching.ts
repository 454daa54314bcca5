import { setTimeout as pause } from 'node:timers/promises'
import { connectDatabase, type Database } from '#server/infra/db/database.ts'
import { pathOf } from '#shared/contract/calls.ts'
import { watchSettlement } from '#shared/contract/transactions.ts'
import type { Deployment } from './deployment.ts'
import { tenantId } from './people.ts'
import { databaseUrlOf } from './servers.ts'

/** `confirmed` resolves with the number of reconnections. */
export type Watching = { confirmed: Promise<number> }

const watched = 3
/** The stream's own `retry`. */
const retryMs = 3_000
const longestMs = 120_000

/** Watches the streams of unconfirmed movements, reconnecting as browsers do. */
export async function watchSettlements(deployment: Deployment): Promise<Watching> {
  const { publicUrl } = deployment
  const sql = connectDatabase(await databaseUrlOf(deployment), { max: 1, name: 'watching' })
  const rows = await waiting(sql).finally(() => sql.end())
  const each = rows.map(({ id }) => confirmedOf(`${publicUrl}${pathOf(watchSettlement, { transactionId: id })}`))
  const confirmed = Promise.all(each).then((counts) => counts.reduce((sum, count) => sum + count, 0))
  // Callers handle the error.
  confirmed.catch(() => {})
  return { confirmed }
}

/** The newest unconfirmed movements; waits until there are some. */
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
    const received = await streamOf(url)
    if (received.includes('"state":"confirmed"')) return again
    await pause(retryMs)
  }
  throw new Error(`${url} did not say that the movement is confirmed.`)
}

async function streamOf(url: string): Promise<string> {
  let received = ''
  try {
    const { body } = await fetch(`${url}?tenantId=${tenantId}`)
    for await (const part of body?.pipeThrough(new TextDecoderStream()) ?? []) received += part
  } catch {
    // The stream broke.
  }
  return received
}
