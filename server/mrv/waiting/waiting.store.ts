import type { Sql } from '#server/infra/db/database.ts'
import { knownTime } from '#server/infra/db/times.ts'
import type { TaskSide } from '#shared/rules/lifecycle/tasks.ts'
import { type Part, partsOf } from './parts.ts'
import { waiting } from './rows.ts'

type WaitsOn = { side: TaskSide; accountId: string | null; account: string | null; since: Date | null }

/** The oldest open step of a project, its measurements and verifications. */
export async function projectWaitsOn(sql: Sql, tenantId: string, projectId: string): Promise<WaitsOn | null> {
  const parts = partsOf(sql).filter(({ project }) => project !== null)
  const inProject = ({ tenant, project }: Part) =>
    sql`${tenant} = ${tenantId} and ${project ?? sql`null`} = ${projectId}`
  const columns = (_: Sql, part: Part) => sql`
    ${part.side} as side, ${part.account ?? sql`null::text`} as account_id, ${part.since} as since, ${part.kind} as kind,
    ${part.subject} as subject_id`
  const [row] = await sql<WaitsOn[]>`
    select w.side, w.account_id as "accountId", a.name as account, ${knownTime(sql, sql`w.since`)} as since
    from (${waiting(sql, parts, inProject, columns)} order by since, kind, subject_id limit 1) w
    left join account a on a.tenant_id = ${tenantId} and a.id = w.account_id`
  return row ?? null
}
