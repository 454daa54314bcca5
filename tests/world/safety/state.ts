import { createHash } from 'node:crypto'
import { vi } from 'vitest'
import { type Database, identifier } from '#server/infra/db/database.ts'
import { linkPending } from '#server/units/ledger/hash-chain.ts'

/** Settlement changes these tables in the background. */
const moving = /^(settlement|ledger_|log_|chain_|reconciliation)/

/** Tables with a tenant. */
async function tablesOf(sql: Database): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select c.table_name as name from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and c.column_name = 'tenant_id' and t.table_type = 'BASE TABLE' order by 1`
  return rows.map((row) => row.name).filter((name) => !moving.test(name))
}

/** Certificates of an act, and notices of acts that wait, come after the answer. */
async function finishedActs(sql: Database, tenantId: string): Promise<void> {
  const finished = async () => {
    const acts = await sql`
      select from reissue where tenant_id = ${tenantId} and finished_at is null
      union all
      select from pending_act where tenant_id = ${tenantId} and told is distinct from coalesce(outcome, waits_for)`
    if (acts.length > 0) throw new Error('An act is under way.')
  }
  await vi.waitFor(finished, { timeout: 20_000, interval: 100 })
}

/** Hashes a tenant's rows by table, after linking earlier movements and finishing earlier acts. */
export async function stateOf(sql: Database, tenantId: string): Promise<Record<string, string>> {
  await linkPending(sql)
  await finishedActs(sql, tenantId)
  const state: Record<string, string> = {}
  for (const table of await tablesOf(sql)) {
    const [row] = await sql<{ count: string; rows: string | null }[]>`
      select count(*)::text as count, string_agg(md5(t::text), '' order by md5(t::text)) as rows
      from ${identifier(table)} t where t.tenant_id = ${tenantId}`
    state[table] = `${row?.count} ${createHash('md5')
      .update(row?.rows ?? '')
      .digest('hex')}`
  }
  return state
}

/** Only movements change these tables. */
export const ledgerTables = ['asset', 'transaction', 'entry', 'block', 'balance', 'claim'] as const

export function differences(before: Record<string, string>, after: Record<string, string>): string[] {
  return Object.keys(after).filter((table) => before[table] !== after[table])
}

export async function movementsIn(sql: Database, tenantId: string): Promise<number> {
  const [row] = await sql<{ movements: number }[]>`
    select count(*)::int as movements from transaction where tenant_id = ${tenantId}`
  return row?.movements ?? 0
}
