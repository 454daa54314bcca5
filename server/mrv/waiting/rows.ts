import type { Fragment, Sql } from '#server/infra/db/database.ts'
import { knownTime } from '#server/infra/db/times.ts'
import type { TaskKind, TaskSide } from '#shared/rules/lifecycle/tasks.ts'
import type { Part } from './parts.ts'

export type WaitingRow = {
  kind: TaskKind
  subjectId: string
  side: TaskSide
  /** Null for the registry. */
  accountId: string | null
  /** Null if unknown. */
  since: Date | null
  dueDate: string | null
  projectId: string | null
  projectAccountId: string | null
  name: string
  periodStart: string | null
  periodEnd: string | null
  isReturned: boolean
}

/** Per part, `narrowed` restricts rows so that an index applies. */
export function waiting(
  sql: Sql,
  parts: readonly Part[],
  narrowed: (part: Part) => Fragment,
  columns: (sql: Sql, part: Part) => Fragment = columnsOf,
): Fragment {
  return parts
    .map((part) => sql`(select ${columns(sql, part)} from ${part.from} where ${part.where} and ${narrowed(part)})`)
    .reduce((all, part) => sql`${all} union all ${part}`)
}

/** A generic plan: planning all parts took four times as long as execution. */
export async function planOnce(tx: Sql): Promise<void> {
  await tx`set local plan_cache_mode = force_generic_plan`
}

export const columnsOf = (sql: Sql, part: Part): Fragment => sql`
  ${part.tenant} as tenant_id, ${part.kind} as kind, ${part.subject} as subject_id, ${part.side} as side,
  ${part.account ?? sql`null::text`} as account_id, ${part.since} as since, ${part.due?.date ?? sql`null::date`} as due_date,
  ${part.project ?? sql`null::text`} as project_id, ${part.measurement ?? sql`null::text`} as measurement_id,
  ${part.isReturned} as is_returned, ${part.partial} as partial,
  ${part.judged?.act ?? sql`null`}::text as judgement, ${part.judged?.things ?? sql`'{}'::text[]`} as judged`

/** Joins for rows `w` of `waiting`; see `aboutColumns`. */
export const about = (sql: Sql) => sql`
  left join project p on p.tenant_id = w.tenant_id and p.id = w.project_id
  left join measurement m on m.tenant_id = w.tenant_id and m.id = w.measurement_id
  left join methodology y on y.tenant_id = w.tenant_id and y.id = w.subject_id and w.kind like 'methodology.%'
  left join account o on o.tenant_id = w.tenant_id and o.id = w.subject_id and w.kind like 'account.%'`

/** The subject's name, of the tables of `about`. */
export const nameOf = (sql: Sql) => sql`coalesce(p.name, y.name || ' ' || y.version, o.name)`

export const aboutColumns = (sql: Sql) => sql`
  w.kind, w.subject_id as "subjectId", w.side, w.account_id as "accountId", ${knownTime(sql, sql`w.since`)} as since,
  w.due_date::text as "dueDate", w.project_id as "projectId", p.account_id as "projectAccountId", ${nameOf(sql)} as name,
  lower(m.period)::text as "periodStart", (upper(m.period) - 1)::text as "periodEnd", w.is_returned as "isReturned"`
