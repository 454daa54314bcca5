import { createHash } from 'node:crypto'
import { type Database, identifier } from '#server/infra/db/database.ts'
import { linkPending } from '#server/units/ledger/hash-chain.ts'

/** What changes by itself while movements are carried to the chain, behind any request. */
const moving = /^(settlement|ledger_|chain_|reconciliation)/

/** Names the tables that a request may change: those with a tenant. */
async function tablesOf(sql: Database): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select c.table_name as name from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and c.column_name = 'tenant_id' and t.table_type = 'BASE TABLE' order by 1`
  return rows.map((row) => row.name).filter((name) => !moving.test(name))
}

/**
 * A hash of every row of a tenant, by table: equal only if nothing was changed, added or taken away. Earlier movements are
 * linked and told of before.
 */
export async function stateOf(sql: Database, tenantId: string): Promise<Record<string, string>> {
  await linkPending(sql)
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

/** The ledger's own tables, which only movements may change. */
export const ledgerTables = ['asset', 'transaction', 'entry', 'block', 'balance', 'claim'] as const

/** The tables in which two states differ. */
export function differences(before: Record<string, string>, after: Record<string, string>): string[] {
  return Object.keys(after).filter((table) => before[table] !== after[table])
}

/** How often units have moved in a tenant. */
export async function movementsIn(sql: Database, tenantId: string): Promise<number> {
  const [row] = await sql<{ movements: number }[]>`
    select count(*)::int as movements from transaction where tenant_id = ${tenantId}`
  return row?.movements ?? 0
}
