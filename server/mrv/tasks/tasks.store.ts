import { type Fragment, literal, type Sql } from '#server/infra/db/database.ts'
import type { Search } from '#server/infra/db/forgiving.ts'
import { type List, readList, type Source } from '#server/infra/db/list.ts'
import { containing, type Found, type Part as PagePart, type Placed } from '#server/infra/db/pages.ts'
import { isFound } from '#server/infra/db/search.ts'
import { thingsOfSide } from '#server/infra/db/things-of-side.ts'
import { type Part, partsOf } from '#server/mrv/waiting/parts.ts'
import { about, aboutColumns, columnsOf, planOnce, type WaitingRow } from '#server/mrv/waiting/rows.ts'
import { isProjectFound } from '#server/units/project-search.store.ts'
import type { ValidQueryOf } from '#shared/contract/endpoint.ts'
import type { Colleague, listTasks } from '#shared/contract/tasks.ts'
import type { Judgement } from '#shared/rules/duties.ts'
import type { TaskKind } from '#shared/rules/lifecycle/tasks.ts'

export type TaskRow = WaitingRow & {
  account: string | null
  assignee: string | null
  assigneeName: string | null
  /** Accounts whose members may not take the step. */
  partial: string[]
  /** The step as a judgement. A side that worked on one of the `judged` may not take it. */
  judgement: Judgement | null
  judged: string[]
}

/** Tenant admins see the registry's tasks, members those of their accounts. */
export type Reader = { userId: string | null; accountIds: readonly string[]; isTenantAdmin: boolean }

export type TaskFilter = Pick<ValidQueryOf<typeof listTasks>, 'kind' | 'overdue' | 'assigned'> & {
  subjectId?: string
}

const fullName = (sql: Sql) => sql`nullif(trim(u.first_name || ' ' || u.last_name), '')`

const partsFor = (sql: Sql, { accountIds, isTenantAdmin }: Reader) =>
  partsOf(sql).filter(({ account }) => (account === null ? isTenantAdmin : accountIds.length > 0))

/** SQL: no work of the reader's side. The subquery runs once. */
function othersWork(sql: Sql, tenantId: string, userId: string | null, { judged }: Part): Fragment {
  if (judged === null || userId === null) return sql``
  return sql`
    and not exists (
      select from unnest(${judged.things}) thing where thing in (${thingsOfSide(sql, tenantId, userId, judged.act)}))`
}

/** SQL: the row waits on the reader, who may not judge own work. */
function onReader(sql: Sql, tenantId: string, { userId, accountIds }: Reader, part: Part): Fragment {
  const accounts = [...accountIds]
  const [only = ''] = accounts
  // With `=`, an index returns one account's rows in list order.
  const isOfAccounts = accounts.length === 1 ? sql`= ${only}` : sql`= any (${accounts}::text[])`
  return sql`
    ${part.tenant} = ${tenantId} ${part.account === null ? sql`` : sql`and ${part.account} ${isOfAccounts}`}
    and not ${part.partial} && ${accounts}::text[] ${othersWork(sql, tenantId, userId, part)}`
}

function filtered(sql: Sql, { userId }: Reader, filter: TaskFilter, part: Part): Fragment {
  const isOverdue = part.due ? part.due.isBy(sql`(now() at time zone 'UTC')::date - 1`) : sql`false`
  const assignment = sql`
    select from task_assignment s
    where s.tenant_id = ${part.tenant} and s.kind = ${part.kind} and s.subject_id = ${part.subject}
      and s.account_id is not distinct from ${part.account ?? sql`null::text`}`
  return sql`
    ${filter.kind ? sql`and ${part.kind}::text = ${filter.kind}` : sql``}
    ${filter.subjectId ? sql`and ${part.subject} = ${filter.subjectId}` : sql``}
    ${filter.overdue === 'true' ? sql`and ${isOverdue}` : sql``}
    ${filter.overdue === 'false' ? sql`and (${isOverdue}) is not true` : sql``}
    ${filter.assigned === 'me' ? sql`and exists (${assignment} and s.username = ${userId})` : sql``}
    ${filter.assigned === 'nobody' ? sql`and not exists (${assignment} and s.username is not null)` : sql``}`
}

/** Oldest first. Reads at most a page per kind. Needs the tenant's transaction. */
export async function tasksBy(
  tx: Sql,
  tenantId: string,
  reader: Reader,
  filter: TaskFilter,
  part: PagePart,
): Promise<Found<TaskRow & Placed>> {
  const [first, ...others] = partsFor(tx, reader).map(
    (each): Source => ({
      from: each.from,
      within: tx`
        ${each.where} and ${onReader(tx, tenantId, reader, each)} ${filtered(tx, reader, filter, each)}
        ${part.search ? tx`and ${isTaskFound(tx, tenantId, each, part.search)}` : tx``}`,
      columns: columnsOf(tx, each),
      key: [each.since, tx`${each.kind}::text`, each.subject],
    }),
  )
  if (!first) return { rows: [], total: 0 }
  const list: List = {
    sources: [first, ...others],
    order: { type: 'time' },
    detail: {
      alias: tx`w`,
      columns: tx`
        ${aboutColumns(tx)}, a.name as account, s.username as assignee, ${fullName(tx)} as "assigneeName", w.partial,
        w.judgement, w.judged`,
      joins: tx`
        ${about(tx)}
        left join account a on a.tenant_id = w.tenant_id and a.id = w.account_id
        left join task_assignment s on s.tenant_id = w.tenant_id and s.kind = w.kind and s.subject_id = w.subject_id
          and s.account_id is not distinct from w.account_id
        left join app_user u on u.tenant_id = s.tenant_id and u.username = s.username`,
    },
  }
  await planOnce(tx)
  return readList(tx, list, part)
}

/** SQL: the project, account or methodology of the step matches. */
function isTaskFound(sql: Sql, tenantId: string, { kind, project, subject }: Part, search: Search): Fragment {
  if (project) return isProjectFound(sql, tenantId, project, search)
  return isFound(sql, tenantId, kind.startsWith('methodology.') ? 'methodology' : 'account', subject, search)
}

/** Null if it does not wait on the reader. */
export async function taskOf(
  tx: Sql,
  tenantId: string,
  reader: Reader,
  { kind, subjectId }: { kind: TaskKind; subjectId: string },
): Promise<TaskRow | null> {
  const { rows } = await tasksBy(tx, tenantId, reader, { kind, subjectId }, { after: null, limit: literal(1) })
  return rows[0] ?? null
}

/** Who may take a task: active members of the account, or impartial tenant admins. */
export async function colleaguesFor(
  tx: Sql,
  tenantId: string,
  { accountId, partial, judgement, judged }: Pick<TaskRow, 'accountId' | 'partial' | 'judgement' | 'judged'>,
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
      and (u.account_id = any (${partial}::text[])) is not true
      ${
        judgement === null
          ? tx``
          : tx`and not exists (
              select from (${thingsOfSide(tx, tenantId, tx`u.username`, judgement)}) own where own.subject = any (${judged}::text[]))`
      }
      and (${q} = '' or ${fullName(tx)} ilike ${containing(q)} or u.email ilike ${containing(q)})
      ${username === undefined ? tx`` : tx`and u.username = ${username}`}
    order by name, u.username limit ${limit}`
}

/** Serialises assignments; a lock needs a row. */
export async function lockAssignment(
  tx: Sql,
  tenantId: string,
  { kind, subjectId, accountId }: Pick<TaskRow, 'kind' | 'subjectId' | 'accountId'>,
): Promise<void> {
  await tx`
    insert into task_assignment (tenant_id, kind, subject_id, account_id) values (${tenantId}, ${kind}, ${subjectId}, ${accountId})
    on conflict (tenant_id, kind, subject_id) do update set username = task_assignment.username`
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
