import type { Sql } from '#server/db/database.ts'
import { containing } from '#server/db/pages.ts'

/** One act as it was recorded. */
export type AuditRow = {
  sequence: bigint
  at: Date
  actor: string
  actorName: string | null
  act: string
  subject: string
  before: unknown
  after: unknown
  address: string | null
  requestId: string | null
}

const matching = (sql: Sql, tenantId: string, q: string) => sql`
  e.tenant_id = ${tenantId} and (${q} = '' or e.act ilike ${containing(q)} or e.subject ilike ${containing(q)}
    or e.actor ilike ${containing(q)} or e.actor in (
      select u.username from app_user u
      where u.tenant_id = ${tenantId} and u.first_name || ' ' || u.last_name ilike ${containing(q)}))`

/** Newest first, before a sequence if one is given; at most `limit`. */
export async function auditBefore(
  sql: Sql,
  tenantId: string,
  q: string,
  before: bigint | null,
  limit: number,
): Promise<AuditRow[]> {
  return sql<AuditRow[]>`
    select e.sequence, e.at, e.actor, nullif(trim(u.first_name || ' ' || u.last_name), '') as "actorName",
      e.act, e.subject, e.before, e.after, e.address, e.request_id as "requestId"
    from audit_event e left join app_user u on u.tenant_id = e.tenant_id and u.username = e.actor
    where ${matching(sql, tenantId, q)} and (${before}::bigint is null or e.sequence < ${before})
    order by e.sequence desc limit ${limit}`
}

export async function auditCount(sql: Sql, tenantId: string, q: string): Promise<bigint> {
  const [count] = await sql<{ total: bigint }[]>`
    select count(*) as total from audit_event e where ${matching(sql, tenantId, q)}`
  return count?.total ?? 0n
}
