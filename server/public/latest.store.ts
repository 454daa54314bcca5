import { literal, type Sql } from '#server/infra/db/database.ts'
import { isoTime } from '#server/infra/db/times.ts'

type LatestRow = { quantity: bigint; at: string; projectName: string | null }

export async function latestIssuances(sql: Sql, tenantId: string, limit: number) {
  return sql<(LatestRow & { transactionId: string })[]>`
    select t.id as "transactionId", t.quantity, ${isoTime(sql, sql`t.occurred_at`)} as at, p.name as "projectName"
    from (
      select * from transaction where tenant_id = ${tenantId} and type = 'mint' order by occurred_at desc, id desc limit ${literal(limit)}
    ) t
    left join project p on p.tenant_id = ${tenantId} and p.id = t.project_id
    order by t.occurred_at desc, t.id desc`
}

export async function latestRetirements(sql: Sql, tenantId: string, limit: number) {
  return sql<(LatestRow & { claimId: string; beneficiary: string })[]>`
    select c.id as "claimId", c.quantity, ${isoTime(sql, sql`c.claimed_at`)} as at, p.name as "projectName",
      c.beneficiary_name as beneficiary
    from (select * from claim where tenant_id = ${tenantId} order by claimed_at desc, id desc limit ${literal(limit)}) c
    left join project p on p.tenant_id = ${tenantId} and p.id = c.project_id
    order by c.claimed_at desc, c.id desc`
}
