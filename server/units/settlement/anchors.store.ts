import type { Address, Hex } from '#server/infra/chain/derive.ts'
import type { Sql } from '#server/infra/db/database.ts'

export type DueHead = { tenantId: string; origin: string; size: bigint; root: Hex }

/**
 * Newest heads that the contract lacks, of logs without an anchor there in the last 23 hours: so no day is without one. A
 * refused head is tried again as late.
 */
export async function dueHeads(sql: Sql, contract: Address, limit: number): Promise<DueHead[]> {
  return sql<DueHead[]>`
    select l.tenant_id as "tenantId", l.origin, h.size, h.root
    from ledger_log l
    cross join lateral (
      select size, '0x' || encode(root, 'hex') as root from log_head
      where tenant_id = l.tenant_id order by size desc limit 1) h
    left join lateral (
      select a.size, a.signed_at, c.succeeded from log_anchor a join chain_transaction c on c.id = a.chain_transaction_id
      where a.tenant_id = l.tenant_id and c.contract = ${contract} and c.state <> 'displaced'
      order by a.signed_at desc limit 1) last on true
    where last.size is null
      or last.signed_at <= now() - interval '23 hours' and (last.size < h.size or last.succeeded is false)
    order by l.tenant_id limit ${limit}`
}

export async function insertAnchor(tx: Sql, id: Hex, { tenantId, size }: DueHead): Promise<void> {
  await tx`insert into log_anchor (tenant_id, chain_transaction_id, size) values (${tenantId}, ${id}, ${size})`
}
