import { setTimeout as pause } from 'node:timers/promises'
import { connectDatabase, type Database } from '#server/infra/db/database.ts'
import { verifyLedger } from '#server/units/ledger/verify-ledger.ts'
import { type Stock, tenantId } from './people.ts'

export type Audit = { lost: number; doubled: number; wrong: string[] }

/** Time for settlement, hash chain and comparison to finish. */
const restMs = 180_000

/**
 * Checks in the database: every answered movement once, balances, ledger faults, confirmations, a later comparison
 * without difference, a complete hash chain.
 */
export async function auditOf(databaseUrl: string, stock: Stock, answered: readonly string[]): Promise<Audit> {
  const sql = connectDatabase(databaseUrl, { max: 2, name: 'audit' })
  try {
    const wrong = await comeToRest(sql)
    const recorded = new Set(await transfersOf(sql, stock))
    const lost = answered.filter((id) => !recorded.has(id)).length
    const doubled = recorded.size - (new Set(answered).size - lost)
    if (new Set(answered).size < answered.length) wrong.push('Two movements were answered with the same transaction.')
    wrong.push(...(await wrongBalances(sql, stock, answered.length)))
    for (const { fault } of await sql<{ fault: string }[]>`select fault from ledger_faults(${tenantId})`)
      wrong.push(fault)
    const { fault } = await verifyLedger(sql, tenantId)
    if (fault) wrong.push(`The hash chain does not hold at ${fault.sequence}.`)
    return { lost, doubled, wrong }
  } finally {
    await sql.end()
  }
}

async function transfersOf(sql: Database, { assetId }: Stock): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select distinct t.id from transaction t
    join entry e on e.tenant_id = t.tenant_id and e.transaction_id = t.id
    where t.tenant_id = ${tenantId} and t.type = 'transfer' and e.asset_id = ${assetId}`
  return rows.map(({ id }) => id)
}

async function wrongBalances(sql: Database, stock: Stock, moved: number): Promise<string[]> {
  const rows = await sql<{ accountId: string; held: bigint }[]>`
    select account_id as "accountId", held from balance where tenant_id = ${tenantId} and asset_id = ${stock.assetId}`
  const heldBy = (account: string) => Number(rows.find(({ accountId }) => accountId === account)?.held ?? 0n)
  const expected = [
    [stock.from, stock.quantity - moved],
    [stock.to, moved],
  ] as const
  return expected.flatMap(([account, quantity]) =>
    heldBy(account) === quantity ? [] : [`${account} holds ${heldBy(account)} and should hold ${quantity}.`],
  )
}

/** Returns what is missing at the time limit. */
async function comeToRest(sql: Database): Promise<string[]> {
  const deadline = Date.now() + restMs
  for (;;) {
    const missing = await unrest(sql)
    if (missing.length === 0 || Date.now() > deadline) return missing
    await pause(500)
  }
}

async function unrest(sql: Database): Promise<string[]> {
  const [row] = await sql<
    { unsettled: bigint; pending: bigint; links: bigint; transactions: bigint; agreed: boolean }[]
  >`
    select
      (select count(*) from settlement where tenant_id = ${tenantId} and state <> 'confirmed') as unsettled,
      (select count(*) from unlinked() where tenant_id = ${tenantId}) as pending,
      (select count(*) from ledger_link where tenant_id = ${tenantId}) as links,
      (select count(*) from transaction where tenant_id = ${tenantId}) as transactions,
      coalesce((select agreed and sequence = (select max(sequence) from transaction where tenant_id = ${tenantId})
        from reconciliation where tenant_id = ${tenantId} order by at desc limit 1), false) as agreed`
  if (!row) return ['The database says nothing.']
  return [
    row.unsettled > 0n && `${row.unsettled} movements are not confirmed on the chain.`,
    row.pending > 0n && `${row.pending} movements are not in the hash chain.`,
    row.links !== row.transactions && `${row.transactions} movements and ${row.links} links.`,
    !row.agreed && 'Ledger and chain have not been compared since and found equal.',
  ].filter((line) => line !== false)
}
