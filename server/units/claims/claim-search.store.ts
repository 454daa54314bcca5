import { type Fragment, literal, type Sql } from '#server/infra/db/database.ts'
import type { Search } from '#server/infra/db/forgiving.ts'
import { isBehind, type List, newestFirst, type Tables, unionOf } from '#server/infra/db/list.ts'
import { lastDayBehind, type Part } from '#server/infra/db/pages.ts'
import { finds } from '#server/infra/db/search.ts'
import { movementsMatching } from '#server/units/ledger/ranges.ts'
import { claimNumberIn, firstSerialIn, verifyCodeIn } from '#shared/rules/codes-in-text.ts'
import { limits } from '#shared/rules/limits.ts'
import { type ClaimFilter, claimKey, claimsOf, isWithin, partsOf } from './claim-sources.store.ts'
import { privateWords, searchedWords } from './own-words.store.ts'

/** A registry with more claims is large. */
const largeFrom = 100_000
/** A name on so many of the newest `lookedAt` claims is common: one in 256. */
const commonFrom = 4
const lookedAt = 1_024
/** Projects looked at by name. Codes name whole methodologies. */
const mostNamed = 500
const mostCoded = 5_000

/** Without other spellings of codes, which words of claims do not have. */
const asWords = (search: Search): Search => ({ ...search, terms: search.terms.map(([word = '']) => [word]) })

/** SQL: the ids of projects by name; a text of codes (`VM0015`, `vcs 1654`) also finds those of the methodology. */
const projectsFor = (sql: Sql, tenantId: string, search: Search) =>
  search.terms.length > 0 && search.terms.every(([, ...codes]) => codes.length > 0)
    ? sql`
        select d.id from search_document d
        where d.tenant_id = ${tenantId} and d.kind = 'project' and ${finds(sql, sql`d.words`, search)} limit ${literal(mostCoded)}`
    : sql`
        select p.id from project p
        where p.tenant_id = ${tenantId} and ${finds(sql, sql`p.words`, asWords(search))} limit ${literal(mostNamed)}`

/**
 * SQL: the ids of claims by retired serial number (ours or the original registry's), claim number or verify code; null
 * for other texts. The account itself also finds its private words.
 */
export function claimsCoded(sql: Sql, tenantId: string, filter: ClaimFilter, search: Search): Fragment | null {
  const within = isWithin(sql, tenantId, filter)
  const coded = search.isSimilar ? null : claimsOfCode(sql, tenantId, within, search.q)
  const own = privateWords(sql, filter)
  if (!coded || !own) return coded
  return sql`${coded} union select c.id from claim c where ${within} and ${finds(sql, own, search)}`
}

function claimsOfCode(sql: Sql, tenantId: string, within: Fragment, q: string): Fragment | null {
  // First: `1 234 567` could be parts of a serial number.
  const number = claimNumberIn(q)
  if (number) return sql`select c.id from claim c where ${within} and c.number = ${number}`
  const movements = movementsMatching(sql, tenantId, q, limits.searchCounted + 1)
  if (movements) {
    return sql`select c.id from ${movements} m join claim c on c.transaction_id = m.transaction_id where ${within}`
  }
  const code = verifyCodeIn(q)
  return code ? sql`select c.id from claim c where ${within} and c.verify_code = ${code}` : null
}

/** Whether a text that names no claim may still be words: a serial number names units. */
export const mayBeWords = (search: Search) => search.isSimilar || !firstSerialIn(search.q)

/** SQL: the ids of claims whose beneficiary or project matches, no more than facets count. */
export function claimsWorded(sql: Sql, tenantId: string, filter: ClaimFilter, search: Search): Fragment {
  const within = isWithin(sql, tenantId, filter)
  const most = literal(limits.facetsCounted + 1)
  // Materialized: without statistics PostgreSQL would read them anew for each claim.
  return sql`
    with projects as materialized (${projectsFor(sql, tenantId, search)}),
    named as materialized (
      (select c.id from claim c where ${within} and ${finds(sql, searchedWords(sql, filter), asWords(search))} limit ${most})
      union all
      (select c.id from ${claimsOf(sql, tenantId, sql`in (select id from projects)`)} where ${within} limit ${most})
      union all
      (select c.id from ${partsOf(sql, tenantId, sql`in (select id from projects)`)} where ${within} limit ${most})
    )
    select id from named`
}

/**
 * The list of claims with these words. Rare names are gathered by an index and sorted, common names scanned from the
 * newest claim. In a large registry the newest claims decide what is common; their matches are then the reported lower
 * bound.
 */
export function searchedClaims(
  sql: Sql,
  tenantId: string,
  { sources }: List,
  filter: ClaimFilter,
  { search, ...part }: Part & { search: Search },
): Tables {
  const within = isWithin(sql, tenantId, filter)
  const behind = isWithin(sql, tenantId, { ...filter, to: lastDayBehind(part.after, filter.to) })
  const words = searchedWords(sql, filter)
  const named = finds(sql, sql`c.words`, asWords(search))
  const most = literal(limits.searchCounted + 1)
  const isLarge = sql`(select is_true from large)`
  const isCommon = sql`(select found >= ${literal(commonFrom)} from recent)`
  const ordered = sql`order by c.claimed_at desc, c.id desc`
  const newest = sql`${isBehind(sql, newestFirst, claimKey(sql), part.after)} ${ordered} limit ${part.limit}`
  return sql`
    large as materialized (
      select exists (
        select from tally where tenant_id = ${tenantId} and name = 'movements claim' and rows > ${literal(largeFrom)}) as is_true
    ),
    recent as materialized (
      select count(*) as found
      from (
        ${unionOf(
          sql,
          sources,
          ({ from, within }) => sql`
            select c.claimed_at, c.id, ${words} as words from ${from} where ${isLarge} and ${within} ${ordered} limit ${literal(lookedAt)}`,
        )}
      ) c
      where ${named}
    ),
    gathered as materialized (
      ${unionOf(sql, sources, ({ from, within }) => sql`select c.claimed_at, c.id from ${from} where not ${isCommon} and ${within} and ${finds(sql, words, asWords(search))}`)}
      limit (select case when not is_true then ${most} end from large)),
    many as materialized (select ${isCommon} or (not ${isLarge} and count(*) = ${most}) as is_true from gathered),
    projects as materialized (${projectsFor(sql, tenantId, search)}),
    page as materialized (
      select c.id as claim_id, c.claimed_at as "key 0", c.id as "key 1"
      from (
        (select c.* from gathered c where not (select is_true from many) ${newest})
        union
        (${unionOf(sql, sources, walked)})
        union
        select n.* from projects p, lateral (
          select c.claimed_at, c.id from claim c where ${behind} and c.project_id = p.id ${newest}) n
        union
        (select c.claimed_at, c.id from ${partsOf(sql, tenantId, sql`in (select id from projects)`)} where ${behind} ${newest})
      ) c
      where true ${newest}
    ),
    found as (
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

  /**
   * PostgreSQL expects several words to be rare, and would gather and sort all matches; `offset 0` hides the words from
   * the planner.
   */
  function walked({ from, behind = sql`true` }: List['sources'][number]): Fragment {
    return sql`
      select c.claimed_at, c.id
      from (
        select c.claimed_at, c.id, ${words} as words from ${from}
        where (select is_true from many) and ${behind} ${isBehind(sql, newestFirst, claimKey(sql), part.after)}
        ${ordered} offset 0
      ) c
      where ${named} limit ${part.limit}`
  }
}
