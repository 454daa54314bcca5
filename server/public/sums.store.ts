import { literal, type Sql } from '#server/infra/db/database.ts'

export type SumRow = {
  dimension: 'month' | 'vintage' | 'type' | 'country'
  key: string
} & Record<'issued' | 'retired' | 'cancelled', bigint>

/** Months and vintages by time, the others by issued units. */
export async function sumsOf(sql: Sql, tenantId: string, limit: number): Promise<SumRow[]> {
  return sql<SumRow[]>`
    select dimension, key, issued, retired, cancelled from unit_sum
    where tenant_id = ${tenantId} and (issued, retired, cancelled) <> (0, 0, 0)
    order by dimension, case when dimension in ('type', 'country') then -issued end, key
    limit ${literal(limit)}`
}

/** Last in the hash chain; 0 if empty. */
export async function lastSequence(sql: Sql, tenantId: string): Promise<bigint> {
  const [row] = await sql<{ sequence: bigint }[]>`
    select sequence from ledger_link where tenant_id = ${tenantId} order by sequence desc limit 1`
  return row?.sequence ?? 0n
}
