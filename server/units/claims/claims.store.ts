import { type Fragment, literal, type Sql } from '#server/infra/db/database.ts'
import type { Search } from '#server/infra/db/forgiving.ts'
import {
  counted,
  gathered,
  type List,
  newestFirst,
  pageOfSources,
  readList,
  sorted,
  unionOf,
} from '#server/infra/db/list.ts'
import type { Found, Part, Placed } from '#server/infra/db/pages.ts'
import { isoTime } from '#server/infra/db/times.ts'
import { type RangeRow, rangeColumns, vintageOf } from '#server/units/ledger/ranges.ts'
import type { Claim, ClaimSummary } from '#shared/contract/claims.ts'
import { limits } from '#shared/rules/limits.ts'
import { columnsOfClaims, isAnyChosen } from './claim-facets.store.ts'
import { claimsCoded, claimsWorded, mayBeWords, searchedClaims } from './claim-search.store.ts'
import { type ClaimFilter, claimSources, isWithin } from './claim-sources.store.ts'

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
export async function claimsBy(
  sql: Sql,
  tenantId: string,
  filter: ClaimFilter,
  part: Part,
): Promise<Found<ClaimRow & Placed>> {
  const { search } = part
  const list: List = {
    sources: claimSources(sql, tenantId, filter, part.after),
    order: newestFirst,
    detail: {
      alias: sql`n`,
      columns: summaryColumns(sql, filter.projectId || null),
      joins: sql`join claim c on c.tenant_id = ${tenantId} and c.id = n.claim_id ${joins(sql)}`,
    },
  }
  if (!search) {
    if (isAnyChosen(filter) || filter.beneficiary) return readList(sql, list, part, gathered(sql, list, part))
    const total = isNarrowed(filter) ? null : totalOf(sql, tenantId, list)
    return readList(sql, { ...list, ...(total && { total }) }, part)
  }
  const ids = claimsCoded(sql, tenantId, filter, search)
  if (ids) {
    const from = sql`(${ids}) coded join claim c on c.tenant_id = ${tenantId} and c.id = coded.id`
    const coded: List = { ...list, sources: [{ ...list.sources[0], from, within: sql`true`, behind: sql`true` }] }
    const found = await readList<ClaimRow>(sql, coded, part, sorted(sql, coded, part))
    if (found.total > 0 || !mayBeWords(search)) return found
  }
  return readList(sql, list, part, searchedClaims(sql, tenantId, list, filter, { ...part, search }))
}

const isNarrowed = (filter: ClaimFilter) => Object.values(filter).some((value) => value)

/** All claims of a tenant are counted only while few. */
function totalOf(sql: Sql, tenantId: string, { sources }: List): Fragment {
  const all = counted(
    sql,
    unionOf(sql, sources, ({ from, within }) => sql`select from ${from} where ${within}`),
  )
  const tallied = sql`coalesce((select rows from tally where tenant_id = ${tenantId} and name = 'movements claim'), 0)`
  return sql`(select case when k.rows > ${literal(limits.listCounted)} then k.rows else ${all} end from (select ${tallied} as rows) k)`
}

/** SQL per way to read a search, tried in order until one finds claims. Ignores facet choices; no more than facets count. */
export function waysToFind(
  sql: Sql,
  tenantId: string,
  { isOwn, accountId, projectId, beneficiary, from, to }: ClaimFilter,
  search: Search | null,
): Fragment[] {
  const filter = { isOwn, accountId, projectId, beneficiary, from, to }
  const columns = sql`c.claimed_at, c.id, c.project_id, c.vintages, ${columnsOfClaims(sql)}`
  if (!search) {
    const [first, ...others] = claimSources(sql, tenantId, filter, null).map((source) => ({ ...source, columns }))
    const part = { after: null, limit: literal(limits.facetsCounted + 1) }
    return first ? [pageOfSources(sql, { sources: [first, ...others], order: newestFirst }, part)] : []
  }
  const within = isWithin(sql, tenantId, filter)
  const these = (ids: Fragment) => sql`select ${columns} from claim c where ${within} and c.id in (${ids})`
  const coded = claimsCoded(sql, tenantId, filter, search)
  return [
    ...(coded ? [these(coded)] : []),
    ...(mayBeWords(search) ? [these(claimsWorded(sql, tenantId, filter, search))] : []),
  ]
}

type ClaimDetail = Pick<
  Claim,
  'version' | 'purposeDetail' | 'periodStart' | 'periodEnd' | 'countryOfConsumption' | 'verifyCode'
> &
  Pick<Claim, 'settlementReason' | 'transactionHash'>

export type ClaimDetailRow = ClaimRow & ClaimDetail & { note: string; noteIsPublic: boolean }

/** Of any tenant if `tenantId` is null. */
export async function claimById(sql: Sql, id: string, tenantId: string | null): Promise<ClaimDetailRow | null> {
  const [row] = await sql<ClaimDetailRow[]>`
    select ${summaryColumns(sql, null)}, c.purpose_detail as "purposeDetail", lower(c.period)::text as "periodStart",
      (upper(c.period) - 1)::text as "periodEnd", c.country_of_consumption as "countryOfConsumption", c.note,
      (select coalesce(max(k.version), 1) from claim_correction k where k.tenant_id = c.tenant_id and k.claim_id = c.id) as version,
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

export type BatchRow = { assetId: string; batch: number; first: bigint; last: bigint; issued: bigint }

/** The batches of a claim's units, with the bounds of their serial numbers. */
export async function batchesOf(sql: Sql, tenantId: string, transactionId: string): Promise<BatchRow[]> {
  return sql<BatchRow[]>`
    select s.id as "assetId", s.batch, s.issued, b.first, b.last
    from asset s
    cross join lateral (
      select min(lower(e.serials)) as first, max(upper(e.serials)) - 1 as last from entry e
      where e.tenant_id = ${tenantId} and e.asset_id = s.id and e.from_account is null) b
    where s.tenant_id = ${tenantId} and s.id in (
      select e.asset_id from entry e where e.tenant_id = ${tenantId} and e.transaction_id = ${transactionId})
    order by s.batch, s.id limit ${limits.items}`
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
