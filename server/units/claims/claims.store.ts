import { type Fragment, literal, type Sql } from '#server/infra/db/database.ts'
import { counted, exactTotal, type Found, lastDayBehind, type Part } from '#server/infra/db/pages.ts'
import { finds, holds } from '#server/infra/db/search.ts'
import { isoTime } from '#server/infra/db/times.ts'
import { movementsMatching, type RangeRow, rangeColumns, vintageOf } from '#server/units/ledger/ranges.ts'
import type { Claim, ClaimSummary } from '#shared/contract/claims.ts'
import { claimNumberIn, firstSerialIn, verifyCodeIn } from '#shared/rules/codes-in-text.ts'
import { limits } from '#shared/rules/limits.ts'
import { isAnyChosen } from './claim-facets.store.ts'
import {
  type ClaimFilter,
  type ClaimSource,
  claimSources,
  claimsOf,
  each,
  isWithin,
  newest,
  newestOf,
  partsOf,
} from './claim-sources.store.ts'
import { type ClaimSearch, privateWords, searchedWords } from './own-words.store.ts'

export type ClaimRow = Omit<ClaimSummary, 'claimNumber' | 'projectKey' | 'quantity' | 'quantityOfProject'> & {
  number: bigint
  quantity: bigint
  quantityOfProject: bigint | null
  projectId: string | null
  projectAccountId: string | null
}

/** The account's name when the claim was made. */
const nameAtClaim = (sql: Sql, account: Fragment) => sql`
  coalesce((
    select f.name from former_name f
    where f.tenant_id = ${account}.tenant_id and f.account_id = ${account}.id and f.until > c.claimed_at
    order by f.until limit 1), ${account}.name)`

/** `projectId` adds the quantity of that project. */
const summaryColumns = (sql: Sql, projectId: string | null) => sql`
  c.id as "claimId", c.tenant_id as "tenantId", c.number, c.account_id as "accountId",
  ${nameAtClaim(sql, sql`a`)} as "retiredBy", c.quantity,
  ${
    projectId === null
      ? sql`null::bigint`
      : sql`coalesce((
          select s.quantity from claim_project s
          where s.tenant_id = c.tenant_id and s.claim_id = c.id and s.project_id = ${projectId}), c.quantity)::bigint`
  } as "quantityOfProject",
  c.beneficiary_kind as "beneficiaryKind", c.beneficiary_name as beneficiary, c.beneficiary_country as "beneficiaryCountry",
  p.id as "projectId", p.name as project, p.account_id as "projectAccountId",
  (select case when count(distinct s.id) = 1 then min(${vintageOf(sql)}) end
    from entry e join asset s on s.tenant_id = e.tenant_id and s.id = e.asset_id
    where e.tenant_id = c.tenant_id and e.transaction_id = c.transaction_id) as vintage,
  c.purpose, ${isoTime(sql, sql`c.claimed_at`)} as "claimedAt", c.transaction_id as "transactionId",
  coalesce(m.state, 'recorded') as settlement, c.origin = 'import' as "isImported"`

const joins = (sql: Sql) => sql`
  join account a on a.tenant_id = c.tenant_id and a.id = c.account_id
  left join project p on p.tenant_id = c.tenant_id and p.id = c.project_id
  left join settlement m on m.tenant_id = c.tenant_id and m.transaction_id = c.transaction_id`

/**
 * Newest first. A search by code finds one claim; other texts match names of beneficiaries and projects. A claim
 * belongs to each project whose units it retired.
 */
export async function claimsBy(sql: Sql, tenantId: string, filter: ClaimFilter, part: Part): Promise<Found<ClaimRow>> {
  const { q, isOwn, ...others } = filter
  const sources = claimSources(sql, tenantId, filter, part.after)
  const within = isWithin(sql, tenantId, filter)
  const page = (tables: Fragment) => read(sql, tenantId, filter.projectId || null, tables)
  if (!q) {
    if (isAnyChosen(filter) || filter.beneficiary) return page(chosen(sql, sources, part))
    const isAll = Object.values(others).every((value) => value === undefined || value === '')
    const found = await page(listed(sql, tenantId, sources, part, isAll))
    return isAll && found.total > limits.listCounted + 1 ? { ...found, countedTo: exactTotal } : found
  }
  const coded = part.isSimilar ? null : claimsCoded(sql, tenantId, within, filter)
  if (coded) {
    const named = await page(sql`
      with coded as materialized (${coded}),
      page as materialized (select c.* from coded c where true ${newest(sql, part)}), found as (select count(*) as total from coded)`)
    if (named.total > 0 || firstSerialIn(q)) return named
  }
  const behind = isWithin(sql, tenantId, { ...filter, to: lastDayBehind(part.after, filter.to) })
  return page(searched(sql, tenantId, { sources, within, behind, words: searchedWords(sql, isOwn) }, q, part))
}

/** Tried in order until one finds claims. */
export const waysToFind = ['code', 'name', 'similar'] as const

/** Null if this way of search does not fit the text. Ignores facet choices; reads no more claims than facets count. */
export function matching(
  sql: Sql,
  tenantId: string,
  { q, isOwn, accountId, projectId, beneficiary, from, to }: ClaimFilter,
  way: (typeof waysToFind)[number],
): Fragment | null {
  const filter = { accountId, projectId, beneficiary, from, to }
  const columns = sql`c.claimed_at, c.id, c.beneficiary_kind, c.project_id, c.vintages`
  const most = literal(limits.facetsCounted + 1)
  if (!q) {
    const sources = claimSources(sql, tenantId, filter, null)
    if (way !== 'name') return null
    return newestOf(sql, sources, columns, ({ within }) => within, { after: null, limit: most })
  }
  const within = isWithin(sql, tenantId, filter)
  const these = (ids: Fragment) => sql`select ${columns} from claim c where ${within} and c.id in (${ids})`
  if (way === 'code') {
    const coded = claimsCoded(sql, tenantId, within, { q, isOwn })
    return coded && these(sql`select id from (${coded}) coded`)
  }
  if (way === 'name' && firstSerialIn(q)) return null
  const isSimilar = way === 'similar'
  // Materialized as in `read`.
  return these(sql`
    with projects as materialized (
      select p.id from project p
      where p.tenant_id = ${tenantId} and ${finds(sql, sql`p.words`, q, isSimilar)} limit ${literal(mostProjects)}
    ),
    named as materialized (
      (select c.id from claim c where ${within} and ${finds(sql, searchedWords(sql, isOwn), q, isSimilar)} limit ${most})
      union all
      (select c.id from ${claimsOf(sql, tenantId, sql`in (select id from projects)`)} where ${within} limit ${most})
      union all
      (select c.id from ${partsOf(sql, tenantId, sql`in (select id from projects)`)} where ${within} limit ${most})
    )
    select id from named`)
}

/**
 * `page` has the ids, `found` the total and an optional bound. Materialized: without statistics PostgreSQL would read
 * the page anew for each claim.
 */
async function read(sql: Sql, tenantId: string, projectId: string | null, tables: Fragment): Promise<Found<ClaimRow>> {
  const rows = await sql<(ClaimRow & { total: bigint; countedTo?: bigint })[]>`
    ${tables}
    select found.*, ${summaryColumns(sql, projectId)}
    from found left join (page n join claim c on c.tenant_id = ${tenantId} and c.id = n.id ${joins(sql)}) on true
    order by c.claimed_at desc, c.id desc`
  const { total = 0n, countedTo } = rows[0] ?? {}
  return {
    rows: rows.filter((row) => row.claimId !== null),
    total,
    ...(countedTo !== undefined && { countedTo: Number(countedTo) }),
  }
}

/** The list without a search. All claims of a tenant are counted only while few. */
function listed(sql: Sql, tenantId: string, sources: readonly ClaimSource[], part: Part, isAll: boolean) {
  const total = counted(
    sql,
    each(sql, sources, ({ from, within }) => sql`select from ${from} where ${within}`),
  )
  const tallied = sql`coalesce((select rows from tally where tenant_id = ${tenantId} and name = 'movements claim'), 0)`
  return sql`
    with page as materialized (${newestOf(sql, sources, sql`c.claimed_at, c.id`, ({ behind }) => behind, part)}),
    found as (
      ${isAll ? sql`select case when k.rows > ${literal(limits.listCounted)} then k.rows else ${total} end as total from (select ${tallied} as rows) k` : sql`select ${total} as total`})`
}

/**
 * The list with facet choices. PostgreSQL does not know rare values and would scan all claims by time: few matches are
 * gathered and sorted, many are scanned.
 */
function chosen(sql: Sql, sources: readonly ClaimSource[], part: Part) {
  const isMany = sql`(select count(*) > ${literal(limits.listCounted)} from gathered)`
  return sql`
    with gathered as materialized (
      ${each(sql, sources, ({ from, within }) => sql`select c.claimed_at, c.id from ${from} where ${within}`)}
      limit ${literal(limits.listCounted + 1)}
    ),
    page as materialized (
      (select c.claimed_at, c.id from gathered c where not ${isMany} ${newest(sql, part)})
      union all
      (${newestOf(sql, sources, sql`c.claimed_at, c.id`, ({ behind }) => sql`${isMany} and ${behind}`, part)})
    ),
    found as (select count(*) as total from gathered)`
}

/**
 * Claims by retired serial number (ours or the original registry's), claim number or verify code; null for other texts.
 * The account itself also finds its reference.
 */
function claimsCoded(sql: Sql, tenantId: string, within: Fragment, { q = '', isOwn }: ClaimSearch): Fragment | null {
  const coded = claimsOfCode(sql, tenantId, within, q)
  if (!coded || !isOwn) return coded
  return sql`
    ${coded} union select c.claimed_at, c.id from claim c where ${within} and ${holds(sql, privateWords(sql), q)}`
}

function claimsOfCode(sql: Sql, tenantId: string, within: Fragment, q: string): Fragment | null {
  const place = sql`select c.claimed_at, c.id`
  // First: `1 234 567` could be parts of a serial number.
  const number = claimNumberIn(q)
  if (number) return sql`${place} from claim c where ${within} and c.number = ${number}`
  const movements = movementsMatching(sql, tenantId, q, limits.searchCounted + 1)
  if (movements) {
    return sql`${place} from ${movements} m join claim c on c.transaction_id = m.transaction_id where ${within}`
  }
  const code = verifyCodeIn(q)
  return code ? sql`${place} from claim c where ${within} and c.verify_code = ${code}` : null
}

/**
 * The search for names. Rare names are gathered by an index and sorted, common names scanned from the newest claim. In
 * a large registry the newest claims decide what is common; their matches are then the reported lower bound.
 */
function searched(
  sql: Sql,
  tenantId: string,
  {
    sources,
    within,
    behind,
    words,
  }: { sources: readonly ClaimSource[]; within: Fragment; behind: Fragment; words: Fragment },
  q: string,
  part: Part,
) {
  const named = finds(sql, sql`c.words`, q, part.isSimilar)
  const most = literal(limits.searchCounted + 1)
  const isLarge = sql`(select is_true from large)`
  const isCommon = sql`(select found >= ${literal(commonFrom)} from recent)`
  const first = { after: null, limit: literal(lookedAt) }
  return sql`
    with large as materialized (
      select exists (
        select from tally where tenant_id = ${tenantId} and name = 'movements claim' and rows > ${literal(largeFrom)}) as is_true
    ),
    recent as materialized (
      select count(*) as found
      from (${newestOf(sql, sources, sql`c.claimed_at, c.id, ${words} as words`, (claims) => sql`${isLarge} and ${claims.within}`, first)}) c
      where ${named}
    ),
    gathered as materialized (
      ${each(sql, sources, (claims) => sql`select c.claimed_at, c.id from ${claims.from} where not ${isCommon} and ${claims.within} and ${finds(sql, words, q, part.isSimilar)}`)}
      limit (select case when not is_true then ${most} end from large)),
    many as materialized (select ${isCommon} or (not ${isLarge} and count(*) = ${most}) as is_true from gathered),
    projects as materialized (
      select p.id from project p
      where p.tenant_id = ${tenantId} and ${finds(sql, sql`p.words`, q, part.isSimilar)} limit ${literal(mostProjects)}
    ),
    page as materialized (
      select c.claimed_at, c.id
      from (
        (select c.* from gathered c where not (select is_true from many) ${newest(sql, part)})
        union
        (${each(sql, sources, (claims) => walked(sql, claims, { words, named }, part))})
        union
        select n.* from projects p, lateral (
          select c.claimed_at, c.id from claim c where ${behind} and c.project_id = p.id ${newest(sql, part)}) n
        union
        (select c.claimed_at, c.id from ${partsOf(sql, tenantId, sql`in (select id from projects)`)} where ${behind} ${newest(sql, part)})
      ) c
      where true ${newest(sql, part)}
    ), found as (
      select case when ${isCommon} then recent.found else counted.total end as total,
        case when ${isCommon} then recent.found - 1 else ${literal(limits.searchCounted)} end as "countedTo"
      from recent, lateral (
        select count(*) as total from (
          select id from gathered
          union
          (select c.id from projects p join claim c on c.project_id = p.id where ${within} and not ${isCommon} limit ${most})
          union
          (select c.id from ${partsOf(sql, tenantId, sql`in (select id from projects)`)} where ${within} and not ${isCommon} limit ${most})
        ) c
      ) counted
    )`
}

/**
 * PostgreSQL expects several words to be rare, and would gather and sort all matches; `offset 0` hides the words from
 * the planner.
 */
function walked(
  sql: Sql,
  { from, behind }: ClaimSource,
  { words, named }: { words: Fragment; named: Fragment },
  { after, limit }: Part,
) {
  return sql`
    select c.claimed_at, c.id
    from (
      select c.claimed_at, c.id, ${words} as words from ${from}
      where (select is_true from many) and ${behind}
        ${after ? sql`and (c.claimed_at, c.id) < (${after.value}::text::timestamptz, ${after.id})` : sql``}
      order by c.claimed_at desc, c.id desc offset 0
    ) c
    where ${named} limit ${limit}`
}

/** A registry with more claims is large. */
const largeFrom = 100_000
/** A name on so many of the newest `lookedAt` claims is common: one in 256. */
const commonFrom = 4
const lookedAt = 1_024
/** Projects searched per name. */
const mostProjects = 500

type ClaimDetail = Pick<Claim, 'purposeDetail' | 'periodStart' | 'periodEnd' | 'countryOfConsumption' | 'verifyCode'> &
  Pick<Claim, 'settlementReason' | 'transactionHash'>

export type ClaimDetailRow = ClaimRow & ClaimDetail & { note: string; noteIsPublic: boolean }

/** Of any tenant if `tenantId` is null. */
export async function claimById(sql: Sql, id: string, tenantId: string | null): Promise<ClaimDetailRow | null> {
  const [row] = await sql<ClaimDetailRow[]>`
    select ${summaryColumns(sql, null)}, c.purpose_detail as "purposeDetail", lower(c.period)::text as "periodStart",
      (upper(c.period) - 1)::text as "periodEnd", c.country_of_consumption as "countryOfConsumption", c.note,
      c.note_is_public as "noteIsPublic", c.verify_code as "verifyCode", m.reason as "settlementReason", x.hash as "transactionHash"
    from claim c ${joins(sql)}
    left join chain_transaction x on x.id = m.chain_transaction_id
    where c.id = ${id} ${tenantId ? sql`and c.tenant_id = ${tenantId}` : sql``} limit 1`
  return row ?? null
}

export type ClaimedRangeRow = RangeRow & { projectId: string; projectName: string; projectAccountId: string }

/** The ranges that a claim retired, in entry order. */
export async function claimedRangesOf(
  sql: Sql,
  tenantId: string,
  transactionId: string,
  limit: number,
): Promise<ClaimedRangeRow[]> {
  return sql<ClaimedRangeRow[]>`
    select ${rangeColumns(sql, sql`e.serials`)}, p.id as "projectId", p.name as "projectName", p.account_id as "projectAccountId"
    from entry e
    join asset s on s.tenant_id = e.tenant_id and s.id = e.asset_id
    join project p on p.tenant_id = s.tenant_id and p.id = s.project_id
    join tenant t on t.id = e.tenant_id
    where e.tenant_id = ${tenantId} and e.transaction_id = ${transactionId}
    order by e.ordinal limit ${limit}`
}

/** At most `limit` ranges per claim. */
export async function rangesOfClaims(
  sql: Sql,
  tenantId: string,
  transactionIds: readonly string[],
  limit: number,
): Promise<(RangeRow & { transactionId: string })[]> {
  return sql<(RangeRow & { transactionId: string })[]>`
    select e.transaction_id as "transactionId", ${rangeColumns(sql, sql`e.serials`)}
    from unnest(${[...transactionIds]}::text[]) as asked(id)
    cross join lateral (
      select e.* from entry e
      where e.tenant_id = ${tenantId} and e.transaction_id = asked.id order by e.ordinal limit ${literal(limit)}
    ) e
    join asset s on s.tenant_id = e.tenant_id and s.id = e.asset_id
    join project p on p.tenant_id = s.tenant_id and p.id = s.project_id
    join tenant t on t.id = e.tenant_id
    order by e.transaction_id, e.ordinal limit ${transactionIds.length * limit}`
}

/** Account names are those of the claim's day. */
export type CertifiedAssetRow = {
  projectId: string
  projectNumber: number
  projectAccountId: string
  projectName: string
  country: string | null
  kind: string
  proponent: string
  methodology: string | null
  methodologyVersion: string | null
  standard: string
  vintage: string
  periodStart: string
  periodEnd: string
  verifier: string | null
  verifiedAt: Date | null
}

export async function certifiedAssetsOf(
  sql: Sql,
  tenantId: string,
  transactionId: string,
): Promise<CertifiedAssetRow[]> {
  return sql<CertifiedAssetRow[]>`
    select p.id as "projectId", p.number as "projectNumber", p.account_id as "projectAccountId", p.name as "projectName", p.country, p.kind,
      ${nameAtClaim(sql, sql`a`)} as proponent, m.name as methodology, m.version as "methodologyVersion", p.standard, ${vintageOf(sql)} as vintage,
      lower(s.vintage)::text as "periodStart", (upper(s.vintage) - 1)::text as "periodEnd",
      ${nameAtClaim(sql, sql`w`)} as verifier, v.decided_at as "verifiedAt"
    from asset s
    join claim c on c.tenant_id = s.tenant_id and c.transaction_id = ${transactionId}
    join project p on p.tenant_id = s.tenant_id and p.id = s.project_id
    join account a on a.tenant_id = p.tenant_id and a.id = p.account_id
    left join methodology m on m.tenant_id = p.tenant_id and m.id = p.methodology_id
    left join verification v on v.tenant_id = s.tenant_id and v.id = s.verification_id
    left join account w on w.tenant_id = v.tenant_id and w.id = v.account_id
    where s.tenant_id = ${tenantId} and s.id in (
      select e.asset_id from entry e where e.tenant_id = ${tenantId} and e.transaction_id = ${transactionId})
    order by p.name, s.vintage, s.id`
}
