import { type Fragment, literal, type Sql } from '#server/infra/db/database.ts'
import { lastDayBehind, type Part } from '#server/infra/db/pages.ts'
import type { listClaims } from '#shared/contract/claims.ts'
import type { ValidQueryOf } from '#shared/contract/endpoint.ts'
import { limits } from '#shared/rules/limits.ts'
import { type ClaimChoice, chosenClaims } from './claim-facets.store.ts'

export type ClaimFilter = ClaimChoice &
  Pick<ValidQueryOf<typeof listClaims>, 'accountId' | 'projectId' | 'beneficiary' | 'q' | 'from' | 'to'> & {
    /** Whether the account itself reads its claims: a search finds what it wrote for itself, too. */
    isOwn?: boolean | undefined
  }

/** Some claims `c`: where they are read from, what they are, and the same for those behind a place. */
export type Claims = { from: Fragment; within: Fragment; behind: Fragment }

/** The claims `c` of one project each, and those of several, by their parts `s`, whose project is such a one. */
export const claimsOf = (sql: Sql, tenantId: string, project: Fragment) =>
  sql`(select * from claim where tenant_id = ${tenantId} and project_id ${project}) c`
export const partsOf = (sql: Sql, tenantId: string, project: Fragment) => sql`
  (select * from claim_project where tenant_id = ${tenantId} and project_id ${project}) s
  join claim c on c.tenant_id = ${tenantId} and c.id = s.claim_id`

/** Whether claim `c` is for an organisation by any of the spellings that are one with this one. */
const isFor = (sql: Sql, tenantId: string, spelling: string) => sql`
  c.beneficiary_kind = 'organisation' and c.beneficiary_name <> '' and left(c.beneficiary_name, ${literal(limits.spelling)}) = any (array(
    select ${spelling}::text union
    select one.name from beneficiary_sum one where one.tenant_id = ${tenantId} and one.group_key = (
      select s.group_key from beneficiary_sum s
      where s.tenant_id = ${tenantId} and (s.name = ${spelling} or s.key = beneficiary_key(${spelling}))
      order by s.name = ${spelling} desc, s.group_key = s.key desc limit 1)))`

const ownOf = (
  sql: Sql,
  tenantId: string,
  { accountId, beneficiary, from, to }: ClaimFilter,
  chosen: Fragment | null,
) => sql`
  c.tenant_id = ${tenantId}
  ${accountId ? sql`and c.account_id = ${accountId}` : sql``}
  ${beneficiary ? sql`and ${isFor(sql, tenantId, beneficiary)}` : sql``}
  ${from ? sql`and c.claimed_at >= ${from}::date` : sql``}
  ${to ? sql`and c.claimed_at < ${to}::date + 1` : sql``}
  ${chosen ? sql`and ${chosen}` : sql``}`

/** What the filter asks of the units that a claim took of one project, by the columns of it. */
function ofUnits(sql: Sql, tenantId: string, filter: ClaimFilter) {
  const { vintagesIn, project, own } = chosenClaims(sql, tenantId, filter)
  return {
    own,
    isOfProject: Boolean(filter.projectId) || project !== null,
    units: (projectId: Fragment, vintages: Fragment) => sql`
      ${filter.projectId ? sql`and ${projectId} = ${filter.projectId}` : sql``}
      ${vintagesIn ? sql`and ${vintagesIn(vintages)}` : sql``}
      ${project ? sql`and ${projectId} in (select p.id from project p where p.tenant_id = ${tenantId} and ${project})` : sql``}`,
  }
}

/**
 * Which claims a filter asks for, as lists read them along an index: those of one project, and where projects are asked for also those
 * of several, of which there are few.
 */
export function askedIn(sql: Sql, tenantId: string, filter: ClaimFilter, after: Part['after']): Claims[] {
  const { own, isOfProject, units } = ofUnits(sql, tenantId, filter)
  const dates = (to: string | undefined) => ownOf(sql, tenantId, { ...filter, to }, own)
  const claims = (from: Fragment, which: Fragment) => ({
    from,
    within: sql`${dates(filter.to)} ${which}`,
    behind: sql`${dates(lastDayBehind(after, filter.to))} ${which}`,
  })
  const one = claims(sql`claim c`, units(sql`c.project_id`, sql`c.vintages`))
  if (!isOfProject) return [one]
  const parts = units(sql`s.project_id`, sql`s.vintages`)
  if (filter.projectId) return [one, claims(partsOf(sql, tenantId, sql`= ${filter.projectId}`), parts)]
  const hasPart = sql`exists (select from claim_project s where s.tenant_id = ${tenantId} and s.claim_id = c.id ${parts})`
  return [one, claims(sql`claim c`, sql`and c.project_id is null and ${hasPart}`)]
}

/** SQL for whether claim `c`, found in another way, is one that the filter asks for. */
export function isWithin(sql: Sql, tenantId: string, filter: ClaimFilter): Fragment {
  const { own, isOfProject, units } = ofUnits(sql, tenantId, filter)
  const itself = units(sql`c.project_id`, sql`c.vintages`)
  const dates = ownOf(sql, tenantId, filter, own)
  if (!isOfProject) return sql`${dates} ${itself}`
  return sql`${dates} and (true ${itself} or c.project_id is null and exists (
    select from claim_project s
    where s.tenant_id = ${tenantId} and s.claim_id = c.id ${units(sql`s.project_id`, sql`s.vintages`)}))`
}

/** All of some claims: a `select` for each of their tables. */
export const each = (sql: Sql, asked: readonly Claims[], select: (claims: Claims) => Fragment) =>
  asked.map((claims) => sql`(${select(claims)})`).reduce((all, one) => sql`${all} union all ${one}`)

/** The first `limit` of some claims `c` behind the place, newest first. */
export const newest = (sql: Sql, { after, limit }: Part) => sql`
  ${after ? sql`and (c.claimed_at, c.id) < (${after.value}::text::timestamptz, ${after.id})` : sql``}
  order by c.claimed_at desc, c.id desc limit ${limit}`

/** The newest of the claims of all tables; of each no more is read than that. */
export function newestOf(
  sql: Sql,
  asked: readonly Claims[],
  columns: Fragment,
  which: (claims: Claims) => Fragment,
  part: Part,
): Fragment {
  const of = each(
    sql,
    asked,
    (claims) => sql`select ${columns} from ${claims.from} where ${which(claims)} ${newest(sql, part)}`,
  )
  return asked.length === 1 ? sql`select * from ${of} c` : sql`select * from (${of}) c where true ${newest(sql, part)}`
}
