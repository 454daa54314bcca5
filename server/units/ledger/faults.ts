import type { Sql } from '#server/infra/db/database.ts'

const mostFaults = 100

/** Ways in which the ledgers of all tenants contradict themselves, each with its tenant; at most a hundred. */
export async function ledgerFaults(sql: Sql): Promise<{ tenantId: string; fault: string }[]> {
  return sql<{ tenantId: string; fault: string }[]>`
    select t.id as "tenantId", concat_ws(': ', f.asset_id, f.fault) as fault
    from tenant t, lateral (select * from ledger_faults(t.id) union all select * from ledger_strays(t.id)) f
    order by 1, 2 limit ${mostFaults}`
}
