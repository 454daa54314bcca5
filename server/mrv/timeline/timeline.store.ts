import type { Fragment, Sql } from '#server/infra/db/database.ts'
import { type List, newestFirst, readList, type Source } from '#server/infra/db/list.ts'
import type { Found, Part, Placed } from '#server/infra/db/pages.ts'

export type TimelineRow = {
  id: string
  at: Date
  act: string
  kind: 'project' | 'measurement' | 'verification' | 'transaction' | 'claim'
  subjectId: string
  periodStart: string | null
  periodEnd: string | null
  /** The actor's; null for programs and users without an account. */
  accountId: string | null
  account: string | null
  person: string | null
  /** The provider of the measurement or verification. */
  providerId: string | null
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

/** One kind of line; `letter` starts its ids. `at` and `key` order lines. */
type Lines = {
  letter: 'a' | 'c' | 't'
  columns: Fragment
  at: Fragment
  key: Fragment
  from: Fragment
  where: Fragment
}

/** Audit log acts with a state, finding or documents; each subject uses its own index. */
const actsOn = (sql: Sql, tenantId: string, projectId: string, acts: readonly string[] | null): Lines => ({
  letter: 'a',
  columns: sql`
    e.at, e.act, thing.kind, thing.id as subject_id, thing.period, thing.provider_id,
    e.actor, null as account_id, null as account, e.before, e.after`,
  at: sql`e.at`,
  key: sql`lpad(e.sequence::text, 20, '0')`,
  from: sql`(
    select 'project' as kind, ${projectId}::text as id, null::daterange as period, null as provider_id
    union all
    select 'measurement', m.id, m.period, m.account_id from measurement m
    where m.tenant_id = ${tenantId} and m.project_id = ${projectId}
    union all
    select 'verification', v.id, m.period, v.account_id
    from verification v join measurement m on m.tenant_id = v.tenant_id and m.id = v.measurement_id
    where v.tenant_id = ${tenantId} and v.project_id = ${projectId}
  ) thing join audit_event e on e.subject = thing.kind || ':' || thing.id`,
  where: sql`
    e.tenant_id = ${tenantId} and e.after ?| array['status', 'sha256', 'finding']
    ${acts ? sql`and e.act = any (${[...acts]}::text[])` : sql``}`,
})

/** Mints or burns, with only this project's units; burn reasons are private. */
const movementsOf = (sql: Sql, tenantId: string, projectId: string, type: 'mint' | 'burn'): Lines => {
  const isIt = type === 'mint' ? sql`e.from_account is null` : sql`e.to_state = 'cancelled'`
  return {
    letter: 't',
    columns: sql`
      t.occurred_at as at, ${`units.${type}`}::text as act, 'transaction' as kind,
      t.id as subject_id, null::daterange as period, null as provider_id, t.actor, null as account_id, null as account,
      null::jsonb as before, jsonb_build_object('quantity', moved.units) as after`,
    at: sql`t.occurred_at`,
    key: sql`lpad(t.sequence::text, 20, '0')`,
    from: sql`(
      select e.transaction_id, sum(upper(e.serials) - lower(e.serials)) as units
      from asset s join entry e on e.tenant_id = s.tenant_id and e.asset_id = s.id and ${isIt}
      where s.tenant_id = ${tenantId} and s.project_id = ${projectId} group by 1
    ) moved join transaction t on t.id = moved.transaction_id`,
    where: sql`t.tenant_id = ${tenantId} and t.type = ${type}`,
  }
}

/** Claims with the claimant's name at that time. For a claim on several projects, only this one's units. */
const claimsOf = (sql: Sql, tenantId: string, projectId: string, of: 'this alone' | 'several'): Lines => ({
  letter: 'c',
  columns: sql`
    c.claimed_at as at, 'units.claim' as act, 'claim' as kind, c.id as subject_id, null::daterange as period,
    null as provider_id, null as actor, c.account_id, coalesce((
      select f.name from former_name f
      where f.tenant_id = c.tenant_id and f.account_id = c.account_id and f.until > c.claimed_at
      order by f.until limit 1), (select a.name from account a where a.tenant_id = c.tenant_id and a.id = c.account_id)) as account,
    null::jsonb as before, jsonb_build_object('beneficiary', c.beneficiary_name, 'quantity',
      ${of === 'several' ? sql`s.quantity` : sql`c.quantity`}) as after`,
  at: sql`c.claimed_at`,
  key: sql`c.id`,
  from:
    of === 'several'
      ? sql`claim_project s join claim c on c.tenant_id = s.tenant_id and c.id = s.claim_id`
      : sql`claim c`,
  where:
    of === 'several'
      ? sql`s.tenant_id = ${tenantId} and s.project_id = ${projectId}`
      : sql`c.tenant_id = ${tenantId} and c.project_id = ${projectId}`,
})

/** SQL: the time is in this month (UTC). */
function isOfMonth(sql: Sql, at: Fragment, month: string): Fragment {
  const first = sql`${`${month}-01`}::text::timestamp`
  return sql`
    ${at} >= ${first} at time zone 'UTC' and ${at} < (${first} + interval '1 month') at time zone 'UTC'`
}

/**
 * A page of lines, newest first; `acts` restricts log acts. Reads at most a page per kind. Needs the tenant's
 * transaction to read users.
 */
export function timelineOf(
  tx: Sql,
  tenantId: string,
  projectId: string,
  { acts, month }: { acts: readonly string[] | null; month: string | undefined },
  part: Part,
): Promise<Found<TimelineRow & Placed>> {
  const sourceOf = ({ letter, columns, at, key, from, where }: Lines): Source => ({
    from,
    within: month ? tx`${where} and ${isOfMonth(tx, at, month)}` : where,
    columns: tx`${letter}::text || ${key} as id, ${columns}`,
    key: [at, tx`${letter}::text`, key],
  })
  const list: List = {
    sources: [
      sourceOf(actsOn(tx, tenantId, projectId, acts)),
      sourceOf(movementsOf(tx, tenantId, projectId, 'mint')),
      sourceOf(movementsOf(tx, tenantId, projectId, 'burn')),
      sourceOf(claimsOf(tx, tenantId, projectId, 'this alone')),
      sourceOf(claimsOf(tx, tenantId, projectId, 'several')),
    ],
    order: newestFirst,
    detail: {
      alias: tx`h`,
      columns: tx`
        h.id, h.at, h.act, h.kind, h.subject_id as "subjectId",
        lower(h.period)::text as "periodStart", (upper(h.period) - 1)::text as "periodEnd",
        coalesce(h.account_id, u.account_id) as "accountId", coalesce(h.account, a.name) as account,
        nullif(trim(u.first_name || ' ' || u.last_name), '') as person, h.provider_id as "providerId", h.before, h.after`,
      joins: tx`
        left join app_user u on u.tenant_id = ${tenantId} and u.username = h.actor
        left join account a on a.tenant_id = ${tenantId} and a.id = u.account_id`,
    },
  }
  return readList(tx, list, part)
}

export type LeadRow = {
  createdAt: Date
  issuances: number
  firstIssuedAt: Date | null
  issued: bigint
  retired: bigint
  burnt: bigint
  retiredAt: Date | null
  retiredBy: string | null
}

/**
 * Totals of a timeline from one snapshot. Retired and burnt units come from balances, because the assets' own totals
 * lag.
 */
export async function leadOf(sql: Sql, tenantId: string, projectId: string): Promise<LeadRow | null> {
  const mints = movementsOf(sql, tenantId, projectId, 'mint')
  const last = (['this alone', 'several'] as const)
    .map((of) => claimsOf(sql, tenantId, projectId, of))
    .map(
      ({ columns, from, where, at, key }) =>
        sql`(select ${columns} from ${from} where ${where} order by ${at} desc, ${key} desc limit 1)`,
    )
    .reduce((one, other) => sql`${one} union all ${other}`)
  const [row] = await sql<LeadRow[]>`
    select p.created_at as "createdAt", m.*, u.*, last.at as "retiredAt", last.account as "retiredBy"
    from project p
    cross join (
      select count(*)::int as issuances, min(${mints.at}) as "firstIssuedAt" from ${mints.from} where ${mints.where}
    ) m
    cross join (
      select coalesce(sum(s.issued), 0)::bigint as issued, coalesce(sum(b.retired), 0)::bigint as retired,
        coalesce(sum(b.cancelled), 0)::bigint as burnt
      from asset s
      left join lateral (
        select sum(retired) as retired, sum(cancelled) as cancelled
        from balance b where b.tenant_id = s.tenant_id and b.asset_id = s.id
      ) b on true
      where s.tenant_id = ${tenantId} and s.project_id = ${projectId}
    ) u
    left join (select * from (${last}) claims order by at desc, subject_id desc limit 1) last on true
    where p.tenant_id = ${tenantId} and p.id = ${projectId}`
  return row ?? null
}

export type MonthRow = { month: string; acts: bigint } & Record<'issued' | 'retired' | 'cancelled', bigint>

/** No project has more months. */
const mostMonths = 2_000

/**
 * Months, oldest first: movements from stored sums (only those in the hash chain), log acts counted. Needs the tenant's
 * transaction.
 */
export async function monthsOf(
  tx: Sql,
  tenantId: string,
  projectId: string,
  acts: readonly string[] | null,
): Promise<MonthRow[]> {
  const logged = actsOn(tx, tenantId, projectId, acts)
  return tx<MonthRow[]>`
    select month, sum(acts)::bigint as acts, sum(issued)::bigint as issued, sum(retired)::bigint as retired,
      sum(cancelled)::bigint as cancelled
    from (
      select month, movements as acts, issued, retired, cancelled
      from project_month where tenant_id = ${tenantId} and project_id = ${projectId}
      union all
      select to_char(${logged.at} at time zone 'UTC', 'YYYY-MM'), count(*), 0, 0, 0
      from ${logged.from} where ${logged.where} group by 1
    ) part
    group by month order by month limit ${mostMonths}`
}

export type FileRow = {
  sha256: string
  documentId: string
  tenantId: string
  subjectKind: 'project' | 'measurement' | 'verification' | 'finding'
  subjectId: string
  accountId: string
  fileName: string
  originalName: string
  isPublic: boolean
}

/** Newest first. */
export async function filesWith(sql: Sql, tenantId: string, projectId: string, hashes: string[]): Promise<FileRow[]> {
  if (hashes.length === 0) return []
  return sql<FileRow[]>`
    select encode(d.sha256, 'hex') as sha256, d.id as "documentId", d.tenant_id as "tenantId", d.subject_kind as "subjectKind", d.subject_id as "subjectId",
      d.account_id as "accountId", d.file_name as "fileName", d.original_name as "originalName", d.is_public as "isPublic"
    from document d
    where d.tenant_id = ${tenantId} and d.project_id = ${projectId}
      and d.sha256 = any (array(select decode(hash, 'hex') from unnest(${hashes}::text[]) hash))
    order by d.created_at desc, d.id desc`
}
