import { type Fragment, identifier, literal, type Sql } from '#server/infra/db/database.ts'
import { countFacets, type Facet, type FacetCounts, isAmong } from '#server/infra/db/facets.ts'
import type { Search } from '#server/infra/db/forgiving.ts'
import { type List, type Order, readList, type Source, sorted } from '#server/infra/db/list.ts'
import { containing, type Found, type Part as PagePart, type Placed } from '#server/infra/db/pages.ts'
import { isFound } from '#server/infra/db/search.ts'
import { thingsOfSide } from '#server/infra/db/things-of-side.ts'
import { unknownTime } from '#server/infra/db/times.ts'
import { type Part, partsOf } from '#server/mrv/waiting/parts.ts'
import { about, aboutColumns, columnsOf, nameOf, planOnce, type WaitingRow, waiting } from '#server/mrv/waiting/rows.ts'
import { isProjectFound } from '#server/units/project-search.store.ts'
import type { ValidQueryOf } from '#shared/contract/endpoint.ts'
import { type Colleague, type listTasks, type TaskFacet, taskFacets } from '#shared/contract/tasks.ts'
import type { Judgement } from '#shared/rules/duties.ts'
import type { DecidedKind, TaskKind } from '#shared/rules/lifecycle/tasks.ts'
import { limits } from '#shared/rules/limits.ts'

export type TaskRow = WaitingRow & {
  account: string | null
  assignee: string | null
  assigneeName: string | null
  /** Accounts whose members may not take the step. */
  partial: string[]
  /** The step as a judgement. A side that worked on one of the `judged` may not take it. */
  judgement: Judgement | null
  judged: string[]
  proponent: string | null
  country: string | null
  type: string | null
  changedAt: Date | null
}

/** Tenant admins see the registry's tasks, members those of their accounts. */
export type Reader = { userId: string | null; accountIds: readonly string[]; isTenantAdmin: boolean }

type Query = ValidQueryOf<typeof listTasks>
export type TaskFilter = Pick<Query, TaskFacet | 'overdue'> & { subjectId?: string }
type Sort = NonNullable<Query['sort']>

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

function filtered(sql: Sql, filter: TaskFilter, part: Part): Fragment {
  const isOverdue = part.due ? part.due.isBy(sql`(now() at time zone 'UTC')::date - 1`) : sql`false`
  return sql`
    ${filter.kind ? sql`and ${part.kind}::text = any (${[...filter.kind]}::text[])` : sql``}
    ${filter.subjectId ? sql`and ${part.subject} = ${filter.subjectId}` : sql``}
    ${filter.overdue === 'true' ? sql`and ${isOverdue}` : sql``}
    ${filter.overdue === 'false' ? sql`and (${isOverdue}) is not true` : sql``}`
}

/** SQL: a task of this kind that waits on the reader and matches the search and the filters by kind and overdue. */
function withinPart(sql: Sql, tenantId: string, reader: Reader, filter: TaskFilter, search: Search | null | undefined) {
  return (part: Part): Fragment => sql`
    ${onReader(sql, tenantId, reader, part)} ${filtered(sql, filter, part)}
    ${search ? sql`and ${isTaskFound(sql, tenantId, part, search)}` : sql``}`
}

const people = (sql: Sql) => sql`
  left join account a on a.tenant_id = w.tenant_id and a.id = w.account_id
  left join task_assignment s on s.tenant_id = w.tenant_id and s.kind = w.kind and s.subject_id = w.subject_id
    and s.account_id is not distinct from w.account_id
  left join app_user u on u.tenant_id = s.tenant_id and u.username = s.username`

/** SQL: the audit log's last line about the subject. An assignment changes nothing of the subject. */
const changedAt = (sql: Sql) => sql`(
  select e.at from audit_event e
  where e.tenant_id = w.tenant_id and e.act <> 'task.assign'
    and e.subject = case when w.kind = 'units.mint' then 'verification' else split_part(w.kind, '.', 1) end || ':' || w.subject_id
  order by e.sequence desc limit 1)`

const detail = (sql: Sql): NonNullable<List['detail']> => ({
  alias: sql`w`,
  columns: sql`
    ${aboutColumns(sql)}, a.name as account, s.username as assignee, ${fullName(sql)} as "assigneeName", w.partial,
    w.judgement, w.judged, coalesce(p.country, o.country) as country, p.kind as type, ${changedAt(sql)} as "changedAt",
    (select r.name from account r where r.tenant_id = w.tenant_id and r.id = coalesce(p.account_id, y.account_id)) as proponent`,
  joins: sql`${about(sql)} ${people(sql)}`,
})

/** Reads at most a page per kind, or sorts what was filtered by facts of the subject. Needs the tenant's transaction. */
export async function tasksBy(
  tx: Sql,
  tenantId: string,
  reader: Reader,
  { sort = 'since', ...filter }: TaskFilter & { sort?: Sort | undefined },
  part: PagePart,
): Promise<Found<TaskRow & Placed>> {
  await planOnce(tx)
  const within = withinPart(tx, tenantId, reader, filter, part.search)
  const chosen = isChosen(tx, reader, filter)
  if (chosen || !sort.endsWith('since')) {
    const source = joinedSource(tx, reader, { within, chosen, sort })
    if (!source) return { rows: [], total: 0 }
    const list = { sources: [source] as const, order: orderOf(sort), detail: detail(tx) }
    return readList(tx, list, part, sorted(tx, list, part))
  }
  const [first, ...others] = partsFor(tx, reader).map(
    (each): Source => ({
      from: each.from,
      within: tx`${each.where} and ${within(each)}`,
      columns: columnsOf(tx, each),
      key: [each.since, tx`${each.kind}::text`, each.subject],
    }),
  )
  if (!first) return { rows: [], total: 0 }
  return readList(tx, { sources: [first, ...others], order: orderOf(sort), detail: detail(tx) }, part)
}

const orderOf = (sort: Sort): Order => ({
  ...(sort.endsWith('since') && { type: 'time' }),
  isDescending: sort.startsWith('-'),
})

/** SQL of the first value of the order. Tasks without a due date come last. */
function sortedBy(sql: Sql, sort: Sort): Fragment {
  if (sort.endsWith('since')) return sql`w.since`
  if (sort.endsWith('name')) return sql`lower(coalesce(${nameOf(sql)}, ''))`
  return sql`coalesce(w.due_date::text, ${sort.startsWith('-') ? '' : '9999'})`
}

/** All tasks with the facts of their subjects; null if nothing can wait on the reader. */
function joinedSource(
  sql: Sql,
  reader: Reader,
  { within, chosen, sort }: { within: (part: Part) => Fragment; chosen: Fragment | null; sort: Sort },
): Source | null {
  const parts = partsFor(sql, reader)
  if (parts.length === 0) return null
  return {
    from: sql`(${waiting(sql, parts, within)}) w ${about(sql)} ${people(sql)}`,
    within: chosen ?? sql`true`,
    columns: sql`w.*`,
    key: [sortedBy(sql, sort), sql`w.kind`, sql`w.subject_id`],
  }
}

/** SQL of a task's value per facet, as text. */
const facetValues = (sql: Sql, { userId }: Reader): Record<TaskFacet, Fragment> => ({
  kind: sql`w.kind`,
  age: sql`case when w.since = ${unknownTime(sql)} then 'unknown' when w.since <= now() - interval '90 days' then '90'
    when w.since <= now() - interval '30 days' then '30' when w.since <= now() - interval '7 days' then '7' else '0' end`,
  due: sql`case when w.due_date is null then 'none' when w.due_date < (now() at time zone 'UTC')::date then 'overdue'
    when w.due_date <= (now() at time zone 'UTC')::date + 7 then 'week' else 'later' end`,
  country: sql`coalesce(p.country, o.country)`,
  type: sql`p.kind`,
  proponentId: sql`coalesce(p.account_id, y.account_id)`,
  assigned: sql`case when s.username is null then 'nobody' when s.username = ${userId} then 'me' else s.username end`,
})

/** SQL: the task has the chosen values. Null without a choice; kinds are chosen by `filtered`. */
function isChosen(sql: Sql, reader: Reader, filter: TaskFilter): Fragment | null {
  const values = facetValues(sql, reader)
  return taskFacets.reduce<Fragment | null>((all, name) => {
    const one = name === 'kind' ? null : isAmong(sql, values[name], filter[name])
    if (!one) return all
    return all ? sql`${all} and ${one}` : one
  }, null)
}

/** Counts all facets, or the sought one. */
export async function taskFacetsBy(
  tx: Sql,
  tenantId: string,
  reader: Reader,
  { kind, ...filter }: TaskFilter,
  { search, valueSearch }: { search: Search | null; valueSearch: { facet: TaskFacet; find: string } | null },
): Promise<FacetCounts<TaskFacet>> {
  await planOnce(tx)
  const source = joinedSource(tx, reader, {
    within: withinPart(tx, tenantId, reader, { overdue: filter.overdue }, search),
    chosen: null,
    sort: 'since',
  })
  if (!source) return { facets: [], total: 0 }
  const values = facetValues(tx, reader)
  const choice = { kind, ...filter }
  const facets = taskFacets.map(
    (name): Facet<TaskFacet> => ({
      name,
      value: values[name],
      isChosen: isAmong(tx, values[name], choice[name]),
      chosen: choice[name] ?? [],
      most: isNamed(name) ? limits.facetNames : limits.facetValues,
      isMatching: valueSearch?.facet === name ? isCalled(tx, tenantId, name, valueSearch.find) : null,
    }),
  )
  return countFacets(tx, source.from, facets, valueSearch ? [valueSearch.facet] : taskFacets)
}

const isNamed = (name: TaskFacet) => name === 'proponentId' || name === 'assigned'

function isCalled(sql: Sql, tenantId: string, name: TaskFacet, find: string): Fragment | null {
  if (name === 'proponentId')
    return sql`c.value in (select r.id from account r where r.tenant_id = ${tenantId} and r.name ilike ${containing(find)})`
  if (name === 'assigned')
    return sql`c.value in (
      select u.username from app_user u where u.tenant_id = ${tenantId} and ${fullName(sql)} ilike ${containing(find)})`
  return null
}

/** Names of accounts and people by id and username. */
export async function namesOfValues(
  tx: Sql,
  tenantId: string,
  values: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await tx<{ value: string; name: string }[]>`
    select id as value, name from account where tenant_id = ${tenantId} and id = any (${[...values]}::text[])
    union all
    select u.username, coalesce(${fullName(tx)}, u.email) from app_user u
    where u.tenant_id = ${tenantId} and u.username = any (${[...values]}::text[])
    limit ${2 * values.length}`
  return new Map(rows.map(({ value, name }) => [value, name]))
}

export type PlaceOfTask = {
  total: number
  place: number | null
  previousKind: TaskKind | null
  previousId: string | null
  nextKind: TaskKind | null
  nextId: string | null
}

/** The place of a task in the list, from 1, with its neighbours. */
export async function placeBy(
  tx: Sql,
  tenantId: string,
  reader: Reader,
  { sort = 'since', ...filter }: TaskFilter & { sort?: Sort | undefined },
  search: Search | null,
  { kind, subjectId }: { kind: TaskKind; subjectId: string },
): Promise<PlaceOfTask> {
  await planOnce(tx)
  const within = withinPart(tx, tenantId, reader, filter, search)
  const source = joinedSource(tx, reader, { within, chosen: isChosen(tx, reader, filter), sort })
  const nowhere = { total: 0, place: null, previousKind: null, previousId: null, nextKind: null, nextId: null }
  if (!source) return nowhere
  const [first, second, third] = source.key
  const direction = sort.startsWith('-') ? tx`desc` : tx`asc`
  const [row] = await tx<PlaceOfTask[]>`
    with placed as (
      select w.kind, w.subject_id, row_number() over list as place, lag(w.kind) over list as "previousKind",
        lag(w.subject_id) over list as "previousId", lead(w.kind) over list as "nextKind",
        lead(w.subject_id) over list as "nextId"
      from ${source.from} where ${source.within}
      window list as (order by ${first} ${direction}, ${second ?? first} ${direction}, ${third ?? first} ${direction}))
    select (select count(*) from placed)::int as total, placed.place::int, "previousKind", "previousId", "nextKind", "nextId"
    from (select) one left join placed on placed.kind = ${kind} and placed.subject_id = ${subjectId}`
  return row ?? nowhere
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
  const { rows } = await tasksBy(tx, tenantId, reader, { kind: [kind], subjectId }, { after: null, limit: literal(1) })
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
          : isIn(tx, tenantId, [accountId])
      }
      and not ${isIn(tx, tenantId, partial)}
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

const isIn = (sql: Sql, tenantId: string, accountIds: readonly string[]) => sql`
  exists (
    select from people_of_accounts(${tenantId}) p where p.username = u.username and p.account_id = any (${[...accountIds]}::text[]))`

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

/** Locks what a decision is about, so that nobody changes it before the decision. */
export async function lockSubject(
  tx: Sql,
  tenantId: string,
  { kind, subjectId }: { kind: DecidedKind; subjectId: string },
): Promise<void> {
  const table = identifier(kind.split('.')[0] ?? '')
  await tx`select from ${table} where tenant_id = ${tenantId} and id = ${subjectId} for no key update`
}

/** Runs `work` on its own: what it wrote is undone if it fails, or if it is only tried (`isTrial`). */
export async function apart<Result>(tx: Sql, isTrial: boolean, work: () => Promise<Result>): Promise<Result> {
  await tx`savepoint apart`
  try {
    const result = await work()
    await (isTrial ? tx`rollback to savepoint apart` : tx`release savepoint apart`)
    return result
  } catch (error) {
    await tx`rollback to savepoint apart`
    throw error
  }
}
