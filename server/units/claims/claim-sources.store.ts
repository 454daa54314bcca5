import { type Fragment, literal, type Sql } from '#server/infra/db/database.ts'
import type { List, Source } from '#server/infra/db/list.ts'
import { lastDayBehind, type Part } from '#server/infra/db/pages.ts'
import type { listClaims } from '#shared/contract/claims.ts'
import type { ValidQueryOf } from '#shared/contract/endpoint.ts'
import { limits } from '#shared/rules/limits.ts'
import { type ClaimChoice, chosenClaims } from './claim-facets.store.ts'

export type ClaimFilter = ClaimChoice &
  Pick<ValidQueryOf<typeof listClaims>, 'accountId' | 'projectId' | 'beneficiary' | 'from' | 'to'> & {
    /** Whether the account searches its own claims, private words included. */
    isOwn?: boolean | undefined
    /** Claims made here, of an account whose private words are searched but for the addresses of its letters. */
    isOfBooks?: boolean | undefined
  }

/** Claims `c` of one project each, or (`partsOf`) of several through their parts `s`. */
export const claimsOf = (sql: Sql, tenantId: string, project: Fragment) =>
  sql`(select * from claim where tenant_id = ${tenantId} and project_id ${project}) c`
export const partsOf = (sql: Sql, tenantId: string, project: Fragment) => sql`
  (select * from claim_project where tenant_id = ${tenantId} and project_id ${project}) s
  join claim c on c.tenant_id = ${tenantId} and c.id = s.claim_id`

/** Whether claim `c` is for an organisation of this spelling or one grouped with it. */
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
  { accountId, beneficiary, from, to, isOfBooks }: ClaimFilter,
  chosen: Fragment | null,
) => sql`
  c.tenant_id = ${tenantId}
  ${isOfBooks ? sql`and c.origin is distinct from 'import'` : sql``}
  ${accountId ? sql`and c.account_id = ${accountId}` : sql``}
  ${beneficiary ? sql`and ${isFor(sql, tenantId, beneficiary)}` : sql``}
  ${from ? sql`and c.claimed_at >= ${from}::date` : sql``}
  ${to ? sql`and c.claimed_at < ${to}::date + 1` : sql``}
  ${chosen ? sql`and ${chosen}` : sql``}`

/** Conditions on the claim (`own`) and its units of one project (`units`). */
function conditionsOf(sql: Sql, tenantId: string, filter: ClaimFilter) {
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

/** The key of claims `c`. */
export const claimKey = (sql: Sql): Source['key'] => [sql`c.claimed_at`, sql`c.id`]

/** Sources that lists read along an index: claims of one project and, where projects are chosen, the few of several. */
export function claimSources(sql: Sql, tenantId: string, filter: ClaimFilter, after: Part['after']): List['sources'] {
  const { own, isOfProject, units } = conditionsOf(sql, tenantId, filter)
  const dates = (to: string | undefined) => ownOf(sql, tenantId, { ...filter, to }, own)
  const claims = (from: Fragment, which: Fragment): Source => ({
    from,
    within: sql`${dates(filter.to)} ${which}`,
    behind: sql`${dates(lastDayBehind(after, filter.to))} ${which}`,
    columns: sql`c.id as claim_id`,
    key: claimKey(sql),
  })
  const one = claims(sql`claim c`, units(sql`c.project_id`, sql`c.vintages`))
  if (!isOfProject) return [one]
  const parts = units(sql`s.project_id`, sql`s.vintages`)
  if (filter.projectId) return [one, claims(partsOf(sql, tenantId, sql`= ${filter.projectId}`), parts)]
  const hasPart = sql`exists (select from claim_project s where s.tenant_id = ${tenantId} and s.claim_id = c.id ${parts})`
  return [one, claims(sql`claim c`, sql`and c.project_id is null and ${hasPart}`)]
}

/** Whether claim `c`, found otherwise, matches the filter. */
export function isWithin(sql: Sql, tenantId: string, filter: ClaimFilter): Fragment {
  const { own, isOfProject, units } = conditionsOf(sql, tenantId, filter)
  const itself = units(sql`c.project_id`, sql`c.vintages`)
  const dates = ownOf(sql, tenantId, filter, own)
  if (!isOfProject) return sql`${dates} ${itself}`
  return sql`${dates} and (true ${itself} or c.project_id is null and exists (
    select from claim_project s
    where s.tenant_id = ${tenantId} and s.claim_id = c.id ${units(sql`s.project_id`, sql`s.vintages`)}))`
}
