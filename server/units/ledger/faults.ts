import type { Database, Sql } from '#server/infra/db/database.ts'

const mostFaults = 100
export const ledgerTimeoutMs = 120_000

/** Runs a long query on whole ledgers. */
export function atLength<Result>(sql: Database, read: (tx: Sql) => Promise<Result>): Promise<Result> {
  return sql.begin(async (tx) => {
    await tx`select set_config('statement_timeout', ${String(ledgerTimeoutMs)}, true)`
    return read(tx)
  }, 'read only')
}

/** Contradictions within the ledgers of all tenants, at most a hundred. */
export async function ledgerFaults(sql: Sql): Promise<{ tenantId: string; fault: string }[]> {
  return sql<{ tenantId: string; fault: string }[]>`
    select t.id as "tenantId", concat_ws(': ', f.asset_id, f.fault) as fault
    from tenant t, lateral (select * from ledger_faults(t.id) union all select * from ledger_strays(t.id)) f
    order by 1, 2 limit ${mostFaults}`
}

/** Stored sums that differ from their ledger, at most a hundred. */
export async function storedSumFaults(sql: Sql): Promise<{ tenantId: string; fault: string }[]> {
  return sql<{ tenantId: string; fault: string }[]>`
    select t.id as "tenantId", f.fault from tenant t, lateral kept_sum_faults(t.id) f order by 1, 2 limit ${mostFaults}`
}
