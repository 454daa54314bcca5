import { type Database, inTenant } from '#server/infra/db/database.ts'
import { stopOf } from '#server/units/ledger/ranges.ts'
import type { Claim } from '#shared/contract/claims.ts'
import { limits } from '#shared/rules/limits.ts'

export type StoppedProjectRow = Omit<Claim['stoppedProjects'][number], 'projectKey'> & {
  projectId: string
  projectAccountId: string
}

/**
 * Suspended or withdrawn projects, now or on the claim's day. The audit log, readable only within its tenant, has the
 * past status.
 */
export async function stoppedProjectsOf(
  sql: Database,
  tenantId: string,
  transactionId: string,
): Promise<StoppedProjectRow[]> {
  return inTenant(
    sql,
    tenantId,
    (tx) => tx<StoppedProjectRow[]>`
    select * from (
      select p.id as "projectId", p.account_id as "projectAccountId", p.name as "projectName", ${stopOf(tx)} as now,
        (select case e.act
            when 'project.suspend' then jsonb_build_object('status', 'suspended', 'reason', coalesce(e.after ->> 'reason', ''))
            when 'project.withdraw' then jsonb_build_object('status', 'withdrawn', 'reason', coalesce(e.after ->> 'reason', ''))
          end
          from audit_event e
          where e.tenant_id = p.tenant_id and e.subject = 'project:' || p.id
            and e.act in ('project.suspend', 'project.resume', 'project.withdraw') and e.at <= c.claimed_at
          order by e.sequence desc limit 1) as "whenClaimed"
      from claim c, project p
      where c.tenant_id = ${tenantId} and c.transaction_id = ${transactionId} and p.tenant_id = c.tenant_id and p.id in (
        select s.project_id from entry e join asset s on s.tenant_id = e.tenant_id and s.id = e.asset_id
        where e.tenant_id = c.tenant_id and e.transaction_id = c.transaction_id)
    ) projects
    where now is not null or "whenClaimed" is not null
    order by "projectName" limit ${limits.items}`,
  )
}
