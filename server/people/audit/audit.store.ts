import type { Fragment, Sql } from '#server/infra/db/database.ts'
import type { Search } from '#server/infra/db/forgiving.ts'
import { type List, readList, type Source, unionOf } from '#server/infra/db/list.ts'
import { containing, type Found, type Part, type Placed } from '#server/infra/db/pages.ts'
import { finds } from '#server/infra/db/search.ts'
import type { AuditActor, AuditLine, listAudit } from '#shared/contract/audit.ts'
import type { ValidQueryOf } from '#shared/contract/endpoint.ts'
import { auditorActor } from '#shared/rules/auditor-link.ts'

export type AuditRow = Omit<AuditLine, 'sequence' | 'at' | 'subjectPath' | 'names'> & { sequence: bigint; at: Date }

/**
 * `act` may be a prefix; days are UTC, both included. `accountIds` limits to their people and things; null means the
 * tenant.
 */
export type AuditFilter = Omit<ValidQueryOf<typeof listAudit>, 'q'> & { accountIds: readonly string[] | null }

/** Movements as lines of `audit_event`, which holds those without a request id itself. */
const movementLines = (sql: Sql) => sql`(
  select r.sequence, r.tenant_id, t.created_at as at, r.actor, 'units.' || t.type as act, 'transaction:' || t.id as subject,
    null::jsonb as before,
    jsonb_build_object('quantity', t.quantity, 'from', t.from_account, 'to', t.to_account, 'reason', t.reason)
      || case t.type when 'mint' then jsonb_strip_nulls(jsonb_build_object('byYear', minted_by_year(t.tenant_id, t.id))) else '{}' end
      as after,
    r.address, r.request_id
  from movement_request r join transaction t on t.tenant_id = r.tenant_id and t.id = r.transaction_id
  where r.request_id is not null)`

/** Both parts share one sequence. */
const parts = (sql: Sql) => [sql`audit_event`, movementLines(sql)] as const

const matching = (
  sql: Sql,
  tenantId: string,
  { accountIds, act, actor, from, to }: AuditFilter,
  search: Search | null = null,
) => sql`
  e.tenant_id = ${tenantId}
  ${accountIds ? sql`and e.subject in (${subjectsOf(sql, tenantId, accountIds)}) and ${isOfAccounts(sql, tenantId, accountIds)}` : sql``}
  ${act ? sql`and (e.act = ${act} or e.act like ${`${act}.%`})` : sql``}
  ${actor ? sql`and e.actor = ${actor}` : sql``}
  ${from ? sql`and e.at >= ${from}::date::timestamp at time zone 'UTC'` : sql``}
  ${to ? sql`and e.at < (${to}::date + 1)::timestamp at time zone 'UTC'` : sql``}
  ${search ? sql`and ${isLineFound(sql, tenantId, accountIds, search)}` : sql``}`

/** By act, subject, person, request, address and the names of people and things. */
function isLineFound(sql: Sql, tenantId: string, accountIds: AuditFilter['accountIds'], search: Search): Fragment {
  const { q } = search
  const pattern = containing(q)
  return sql`
    (e.act ilike ${pattern} or e.subject ilike ${pattern} or e.actor ilike ${pattern}
      or e.request_id = ${q} or ${visibleAddress(sql, tenantId, accountIds)} = ${q}
      or e.actor in (${usersNamed(sql, tenantId, search, accountIds)}) or e.subject in (${subjectsNamed(sql, tenantId, search)}))`
}

/**
 * Accounts do not read project overlaps, which may show unpublished or foreign projects, nor other organisations' task
 * assignments.
 */
const isOfAccounts = (sql: Sql, tenantId: string, accountIds: readonly string[]) => sql`
  e.act <> 'project.overlap' and (e.act <> 'task.assign' or e.actor in (
    select username from known_in_accounts(${tenantId}, ${accountIds as string[]})))`

/** Shown to admins of the tenant and of the caller's account, whose links tell where they are used. */
const visibleAddress = (sql: Sql, tenantId: string, accountIds: AuditFilter['accountIds']) =>
  accountIds
    ? sql`(case when e.actor in (
        select username from known_in_accounts(${tenantId}, ${accountIds as string[]})
        union all
        select ${auditorActor} || id from auditor_link where tenant_id = ${tenantId} and account_id = any (${accountIds as string[]})
      ) then e.address end)`
    : sql`e.address`

/** A thing never changes its account. */
function subjectsOf(sql: Sql, tenantId: string, accountIds: readonly string[]) {
  const own = sql`any (${accountIds as string[]})`
  return sql`
    select 'account:' || id from account where tenant_id = ${tenantId} and id = ${own}
    union all
    select 'user:' || username from known_in_accounts(${tenantId}, ${accountIds as string[]})
    union all
    select 'project:' || id from project where tenant_id = ${tenantId} and account_id = ${own}
    union all
    select 'methodology:' || id from methodology where tenant_id = ${tenantId} and account_id = ${own}
    union all
    select 'measurement:' || m.id from measurement m join project p on p.tenant_id = m.tenant_id and p.id = m.project_id
    where m.tenant_id = ${tenantId} and (m.account_id = ${own} or p.account_id = ${own})
    union all
    select 'verification:' || v.id from verification v join project p on p.tenant_id = v.tenant_id and p.id = v.project_id
    where v.tenant_id = ${tenantId} and (v.account_id = ${own} or p.account_id = ${own})
    union all
    select 'finding:' || f.id from finding f
    join verification v on v.tenant_id = f.tenant_id and v.id = f.verification_id
    join project p on p.tenant_id = v.tenant_id and p.id = v.project_id
    where f.tenant_id = ${tenantId} and (v.account_id = ${own} or p.account_id = ${own})
    union all
    select 'transaction:' || id from transaction
    where tenant_id = ${tenantId} and (from_account = ${own} or to_account = ${own})`
}

const fullName = (sql: Sql) => sql`nullif(trim(u.first_name || ' ' || u.last_name), '')`

/** Account admins see names of their own people, else the organisation or registry. */
const visibleName = (sql: Sql, accountIds: AuditFilter['accountIds']) =>
  accountIds
    ? sql`(case when u.username in (select username from known_in_accounts(u.tenant_id, ${accountIds as string[]})) then ${fullName(sql)}
        else coalesce((select name from account where tenant_id = u.tenant_id and id = u.account_id),
          (select name from tenant where id = u.tenant_id)) end)`
    : fullName(sql)

/** The name of a person, or for whom a link is, which the account of the link wrote. */
const shownName = (sql: Sql, tenantId: string, actor: Fragment, accountIds: AuditFilter['accountIds']) => sql`
  coalesce(${visibleName(sql, accountIds)}, (
    select l.label from auditor_link l
    where l.tenant_id = ${tenantId} and starts_with(${actor}, ${auditorActor}) and l.id = substr(${actor}, ${auditorActor.length + 1})
      ${accountIds ? sql`and l.account_id = any (${accountIds as string[]})` : sql``}))`

const usersNamed = (sql: Sql, tenantId: string, search: Search, accountIds: AuditFilter['accountIds']) => sql`
  select u.username from app_user u
  where u.tenant_id = ${tenantId} and ${finds(sql, sql`search_words(${visibleName(sql, accountIds)})`, search)}
  union all
  select ${auditorActor} || l.id from auditor_link l
  where l.tenant_id = ${tenantId} and ${finds(sql, sql`search_words(l.label)`, search)}`

/** A project's name also finds its measurements, verifications and movements. */
const subjectsNamed = (sql: Sql, tenantId: string, search: Search) => sql`
  with found as materialized (
    select d.kind, d.id from search_document d
    where d.tenant_id = ${tenantId} and ${finds(sql, sql`d.words`, search)})
  select kind || ':' || id from found
  union all
  select 'user:' || u.username from app_user u
  where u.tenant_id = ${tenantId} and ${finds(sql, sql`search_words(${fullName(sql)})`, search)}
  union all
  select 'measurement:' || m.id from measurement m join found on found.kind = 'project' and found.id = m.project_id
  where m.tenant_id = ${tenantId}
  union all
  select 'verification:' || v.id from verification v join found on found.kind = 'project' and found.id = v.project_id
  where v.tenant_id = ${tenantId}
  union all
  select 'transaction:' || t.id from transaction t join found on found.kind = 'project' and found.id = t.project_id
  where t.tenant_id = ${tenantId}`

/** Newest first. */
export function auditLines(
  sql: Sql,
  tenantId: string,
  filter: AuditFilter,
  part: Part,
): Promise<Found<AuditRow & Placed>> {
  const [events, movements] = parts(sql).map(
    (lines): Source => ({
      from: sql`${lines} e`,
      within: matching(sql, tenantId, filter, part.search),
      columns: sql`e.*`,
      key: [sql`e.sequence`],
    }),
  ) as [Source, Source]
  const list: List = {
    sources: [events, movements],
    order: { type: 'number', isDescending: true },
    detail: {
      alias: sql`e`,
      columns: sql`
        e.sequence, e.at, e.actor, ${shownName(sql, tenantId, sql`e.actor`, filter.accountIds)} as "actorName", e.act, e.subject, e.before,
        e.after, ${visibleAddress(sql, tenantId, filter.accountIds)} as address, e.request_id as "requestId"`,
      joins: sql`left join app_user u on u.tenant_id = e.tenant_id and u.username = e.actor`,
    },
  }
  return readList(sql, list, part)
}

/** Returns the most recent actors. */
export async function actorsNamed(
  sql: Sql,
  tenantId: string,
  { accountIds, q = '' }: { accountIds: AuditFilter['accountIds']; q?: string | undefined },
  limit: number,
): Promise<AuditActor[]> {
  return sql<AuditActor[]>`
    select a.actor, ${shownName(sql, tenantId, sql`a.actor`, accountIds)} as "actorName"
    from (
      select e.actor, max(e.sequence) as last
      from (${unionOf(sql, parts(sql), (lines) => sql`select e.* from ${lines} e where ${matching(sql, tenantId, { accountIds })}`)}) e
      group by e.actor
    ) a
    left join app_user u on u.tenant_id = ${tenantId} and u.username = a.actor
    where ${q} = '' or a.actor ilike ${containing(q)} or ${shownName(sql, tenantId, sql`a.actor`, accountIds)} ilike ${containing(q)}
    order by a.last desc limit ${limit}`
}

const historyLines = 500

/** Oldest first. */
export async function historyRows(
  sql: Sql,
  tenantId: string,
  subject: string,
): Promise<
  {
    at: Date
    act: string
    actorName: string | null
    accountId: string | null
    account: string | null
    about: string | null
    reason: string | null
    files: string[]
  }[]
> {
  return sql`
    select e.at, e.act, ${fullName(sql)} as "actorName", a.id as "accountId", a.name as account,
      e.after ->> 'finding' as about, e.after ->> 'reason' as reason,
      case when e.after ? 'files' then array(select jsonb_array_elements_text(e.after -> 'files'))
        else array_remove(array[e.after ->> 'originalName'], null) end as files
    from audit_event e
    left join app_user u on u.tenant_id = e.tenant_id and u.username = e.actor
    left join account a on a.tenant_id = u.tenant_id and a.id = u.account_id
    where e.tenant_id = ${tenantId} and e.subject = ${subject}
      -- Private to the verifier's people.
      and e.act not in ('verification.check', 'verification.uncheck')
    order by e.sequence limit ${historyLines}`
}

/** The last logged change of each field. */
export async function lastChanges(
  sql: Sql,
  tenantId: string,
  subject: string,
  fields: readonly string[],
): Promise<{ field: string; at: Date; actorName: string | null; accountId: string | null; account: string | null }[]> {
  return sql`
    select distinct on (f.field) f.field, e.at, ${fullName(sql)} as "actorName", a.id as "accountId", a.name as account
    from unnest(${[...fields]}::text[]) f (field)
    join audit_event e on e.tenant_id = ${tenantId} and e.subject = ${subject} and e.after ? f.field
      and e.after -> f.field is distinct from e.before -> f.field
    left join app_user u on u.tenant_id = e.tenant_id and u.username = e.actor
    left join account a on a.tenant_id = u.tenant_id and a.id = u.account_id
    order by f.field, e.sequence desc limit ${fields.length}`
}

/** `within` helps to build the page's address: an account, project or e-mail address. */
export type NamedRow = { kind: string; id: string; name: string | null; within: string | null }

/** Takes `kind:id`; omits deleted things. */
export async function namesOf(sql: Sql, tenantId: string, subjects: readonly string[]): Promise<NamedRow[]> {
  const ids = (kind: string) =>
    subjects.filter((each) => each.startsWith(`${kind}:`)).map((each) => each.slice(kind.length + 1))
  const period = sql`p.name || ' (' || lower(m.period) || ' – ' || upper(m.period) - 1 || ')'`
  return sql<NamedRow[]>`
    select 'account' as kind, id, name, null as within from account where tenant_id = ${tenantId} and id = any (${ids('account')})
    union all
    select 'user', u.username, ${fullName(sql)}, u.email
    from app_user u where u.tenant_id = ${tenantId} and u.username = any (${ids('user')}) and u.status <> 'DELETED'
    union all
    select 'project', id, name, account_id from project where tenant_id = ${tenantId} and id = any (${ids('project')})
    union all
    select 'methodology', id, name || ' ' || version, name
    from methodology where tenant_id = ${tenantId} and id = any (${ids('methodology')})
    union all
    select 'measurement', m.id, ${period}, p.id
    from measurement m join project p on p.tenant_id = m.tenant_id and p.id = m.project_id
    where m.tenant_id = ${tenantId} and m.id = any (${ids('measurement')})
    union all
    select 'verification', v.id, ${period}, p.id
    from verification v
    join measurement m on m.tenant_id = v.tenant_id and m.id = v.measurement_id
    join project p on p.tenant_id = v.tenant_id and p.id = v.project_id
    where v.tenant_id = ${tenantId} and v.id = any (${ids('verification')})
    union all
    select 'finding', f.id, f.type || ' ' || f.number || ', ' || p.name, null
    from finding f
    join verification v on v.tenant_id = f.tenant_id and v.id = f.verification_id
    join project p on p.tenant_id = v.tenant_id and p.id = v.project_id
    where f.tenant_id = ${tenantId} and f.id = any (${ids('finding')})
    union all
    select 'transaction', t.id, p.name, null
    from transaction t left join project p on p.tenant_id = t.tenant_id and p.id = t.project_id
    where t.tenant_id = ${tenantId} and t.id = any (${ids('transaction')})
    union all
    select 'tenant', id, name, null from tenant where id = ${tenantId} and id = any (${ids('tenant')})`
}
