import { type Fragment, literal, type Sql } from '#server/infra/db/database.ts'
import { containing, counted, type Found, type Part } from '#server/infra/db/pages.ts'
import { holds } from '#server/infra/db/search.ts'
import { isoTime } from '#server/infra/db/times.ts'
import type { ValidQueryOf } from '#shared/contract/endpoint.ts'
import type { Colleague, listTasks } from '#shared/contract/tasks.ts'
import type { TaskKind } from '#shared/rules/lifecycle/tasks.ts'
import { type WaitingRow, waiting } from './waiting.store.ts'

export type TaskRow = WaitingRow & {
  account: string | null
  assignee: string | null
  assigneeName: string | null
  /** The accounts whose people may not take the step, and the person who may not. */
  partial: string[]
  author: string | null
  /** Its place in the list. */
  sortValue: string
}

/** Who looks: tenant admins have what waits on the registry, members what waits on their accounts. */
export type Reader = { userId: string | null; accountIds: readonly string[]; isTenantAdmin: boolean }

export type TaskFilter = Pick<ValidQueryOf<typeof listTasks>, 'q' | 'kind' | 'overdue' | 'assigned'> & {
  subjectId?: string
}

const fullName = (sql: Sql) => sql`nullif(trim(u.first_name || ' ' || u.last_name), '')`

/** What waits on the reader, with who takes it. Nobody decides about what is their own or what they have made. */
function tasksOn(sql: Sql, tenantId: string, reader: Reader, filter: TaskFilter): Fragment {
  const accountIds = [...reader.accountIds]
  const on = (whom: Fragment) => sql`
    select * from ${waiting(sql)} w
    where w.tenant_id = ${tenantId} and ${whom}
      and not w.partial && ${accountIds}::text[] and w.author is distinct from ${reader.userId}
      ${filter.kind ? sql`and w.kind = ${filter.kind}` : sql``}
      ${filter.subjectId ? sql`and w.subject_id = ${filter.subjectId}` : sql``}
      ${filter.overdue === 'true' ? sql`and w.due_date < (now() at time zone 'UTC')::date` : sql``}
      ${filter.overdue === 'false' ? sql`and (w.due_date < (now() at time zone 'UTC')::date) is not true` : sql``}
      ${filter.q ? sql`and ${holds(sql, sql`w.words`, filter.q)}` : sql``}`
  const registry = reader.isTenantAdmin ? sql`union all ${on(sql`w.account_id is null`)}` : sql``
  return sql`(
    select w.*, ${isoTime(sql, sql`w.since`)} as sort_value, s.username as assignee, ${fullName(sql)} as assignee_name
    from (${on(sql`w.account_id = any (${accountIds}::text[])`)} ${registry}) w
    left join task_assignment s on s.tenant_id = w.tenant_id and s.kind = w.kind and s.subject_id = w.subject_id
      and s.account_id is not distinct from w.account_id
    left join app_user u on u.tenant_id = s.tenant_id and u.username = s.username
    where true
      ${filter.assigned === 'me' ? sql`and s.username = ${reader.userId}` : sql``}
      ${filter.assigned === 'nobody' ? sql`and s.username is null` : sql``}
  )`
}

const columns = (sql: Sql) => sql`
  w.kind, w.subject_id as "subjectId", w.side, w.account_id as "accountId", a.name as account, w.since,
  w.due_date::text as "dueDate", w.project_id as "projectId", w.project_account_id as "projectAccountId", w.name,
  lower(w.period)::text as "periodStart", (upper(w.period) - 1)::text as "periodEnd", w.is_returned as "isReturned",
  w.assignee, w.assignee_name as "assigneeName", w.partial, w.author, w.sort_value as "sortValue"`

/** A part of what waits on the reader, the longest waiting first. Reads people: it runs in a tenant's transaction. */
export async function tasksBy(
  tx: Sql,
  tenantId: string,
  reader: Reader,
  filter: TaskFilter,
  { after, limit }: Part,
): Promise<Found<TaskRow>> {
  const rows = await tx<(TaskRow & { total: bigint })[]>`
    with task as materialized ${tasksOn(tx, tenantId, reader, filter)}
    select found.total, ${columns(tx)}
    from (select ${counted(tx, tx`select from task`)} as total) found
    left join lateral (
      select * from task
      ${after ? tx`where (since, kind || ' ' || subject_id) > (${after.value}::text::timestamptz, ${after.id})` : tx``}
      order by since, kind || ' ' || subject_id limit ${limit}
    ) w on true
    left join account a on a.tenant_id = w.tenant_id and a.id = w.account_id
    order by w.since, w.kind || ' ' || w.subject_id`
  return { rows: rows.filter((row) => row.kind !== null), total: rows[0]?.total ?? 0 }
}

/** One task; null if it does not wait on the reader. */
export async function taskOf(
  tx: Sql,
  tenantId: string,
  reader: Reader,
  { kind, subjectId }: { kind: TaskKind; subjectId: string },
): Promise<TaskRow | null> {
  const { rows } = await tasksBy(tx, tenantId, reader, { kind, subjectId }, { after: null, limit: literal(1) })
  return rows[0] ?? null
}

/** Active people who may take a task: of its account, or admins of the registry who have no part in it; by name. */
export async function colleaguesFor(
  tx: Sql,
  tenantId: string,
  { accountId, partial, author }: Pick<TaskRow, 'accountId' | 'partial' | 'author'>,
  { q = '', username }: { q?: string | undefined; username?: string },
  limit: number,
): Promise<Colleague[]> {
  return tx<Colleague[]>`
    select u.username, coalesce(${fullName(tx)}, u.email) as name from app_user u
    where u.tenant_id = ${tenantId} and u.status = 'ACTIVE'
      and ${
        accountId === null
          ? tx`u.groups && array[${`${tenantId}|TenantAdmin`}, 'TenantAdmin']`
          : tx`u.account_id = ${accountId}`
      }
      and (u.account_id = any (${partial}::text[])) is not true and u.username is distinct from ${author}
      and (${q} = '' or ${fullName(tx)} ilike ${containing(q)} or u.email ilike ${containing(q)})
      ${username === undefined ? tx`` : tx`and u.username = ${username}`}
    order by name, u.username limit ${limit}`
}

export async function setAssignment(
  tx: Sql,
  tenantId: string,
  { kind, subjectId, accountId }: Pick<TaskRow, 'kind' | 'subjectId' | 'accountId'>,
  username: string | null,
): Promise<void> {
  await tx`
    insert into task_assignment (tenant_id, kind, subject_id, account_id, username)
    values (${tenantId}, ${kind}, ${subjectId}, ${accountId}, ${username})
    on conflict (tenant_id, kind, subject_id)
    do update set account_id = excluded.account_id, username = excluded.username, assigned_at = now()`
}
