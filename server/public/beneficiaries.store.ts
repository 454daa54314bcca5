import { type Fragment, literal, type Sql } from '#server/infra/db/database.ts'
import { containing } from '#server/infra/db/pages.ts'
import { limits } from '#shared/rules/limits.ts'

/** A beneficiary, under its spelling with the most units. */
export type BeneficiaryRow = { groupKey: string; name: string; claims: bigint; units: bigint; spellings: number }

export type SpellingRow = { groupKey: string; name: string; claims: bigint; units: bigint }

/** Per beneficiary. */
const mostSpellings = 50

export async function largestBeneficiaries(sql: Sql, tenantId: string, limit: number): Promise<BeneficiaryRow[]> {
  return beneficiariesBy(sql, tenantId, sql``, limit)
}

/** Beneficiaries with a spelling that matches `q`. */
export async function beneficiariesCalled(
  sql: Sql,
  tenantId: string,
  q: string,
  limit: number,
): Promise<{ rows: BeneficiaryRow[]; total: number }> {
  const called = q
    ? sql`and group_key in (
        select group_key from beneficiary_sum
        where tenant_id = ${tenantId} and (plain(name) like (select plain(${containing(q)})) or key = beneficiary_key(${q})))`
    : sql``
  const [found] = await sql<{ total: number }[]>`
    select count(distinct group_key)::int as total from beneficiary_sum where tenant_id = ${tenantId} ${called}`
  return { rows: await beneficiariesBy(sql, tenantId, called, limit), total: found?.total ?? 0 }
}

const beneficiariesBy = (sql: Sql, tenantId: string, which: Fragment, limit: number) => sql<BeneficiaryRow[]>`
  select g.group_key as "groupKey", s.name, g.claims, g.units, g.spellings
  from (
    select group_key, sum(claims)::bigint as claims, sum(units)::bigint as units, count(*)::int as spellings
    from beneficiary_sum where tenant_id = ${tenantId} ${which}
    group by group_key order by 3 desc, 1 limit ${literal(limit)}
  ) g,
  lateral (
    select name from beneficiary_sum
    where tenant_id = ${tenantId} and group_key = g.group_key order by units desc, name limit 1
  ) s
  order by g.units desc, s.name`

/** Ordered by units. */
export async function spellingsOf(sql: Sql, tenantId: string, groupKeys: readonly string[]): Promise<SpellingRow[]> {
  return sql<SpellingRow[]>`
    select s.* from unnest(${[...groupKeys]}::text[]) g(key), lateral (
      select group_key as "groupKey", name, claims, units from beneficiary_sum
      where tenant_id = ${tenantId} and group_key = g.key order by units desc, name limit ${literal(mostSpellings)}) s
    limit ${literal(mostSpellings * groupKeys.length)}`
}

/** Locks all spellings of these beneficiaries, in name order against deadlocks. */
export async function lockBeneficiaries(
  tx: Sql,
  tenantId: string,
  names: readonly string[],
): Promise<{ name: string; groupKey: string }[]> {
  return tx<{ name: string; groupKey: string }[]>`
    select name, group_key as "groupKey" from beneficiary_sum
    where tenant_id = ${tenantId} and group_key in (
      select group_key from beneficiary_sum where tenant_id = ${tenantId} and name = any (${[...names]}::text[]))
    order by name for no key update`
}

export async function regroup(tx: Sql, tenantId: string, names: readonly string[], groupKey: string): Promise<void> {
  await tx`
    update beneficiary_sum set group_key = ${groupKey} where tenant_id = ${tenantId} and name = any (${[...names]}::text[])`
}

/** The group of a spelling, also of one that only its key equals; null if no claim has it. */
export async function groupOfSpelling(sql: Sql, tenantId: string, spelling: string): Promise<string | null> {
  const [row] = await sql<{ groupKey: string }[]>`
    select group_key as "groupKey" from beneficiary_sum
    where tenant_id = ${tenantId} and (name = ${spelling} or key = beneficiary_key(${spelling}))
    order by name = ${spelling} desc, group_key = key desc limit 1`
  return row?.groupKey ?? null
}

/** The spelling of most units in the group of this one; null if no claim has it. */
export async function nameOfSpelling(sql: Sql, tenantId: string, spelling: string): Promise<string | null> {
  const groupKey = await groupOfSpelling(sql, tenantId, spelling)
  const [first] = groupKey === null ? [] : await spellingsOf(sql, tenantId, [groupKey])
  return first?.name ?? null
}

export type YearRow = { year: number; claims: bigint; units: bigint }

/** Newest first. */
export async function claimYearsOf(sql: Sql, tenantId: string, groupKey: string): Promise<YearRow[]> {
  return sql<YearRow[]>`
    select extract(year from c.claimed_at at time zone 'UTC')::int as year, count(*) as claims, sum(c.quantity)::bigint as units
    from claim c
    where c.tenant_id = ${tenantId} and c.beneficiary_kind = 'organisation' and c.beneficiary_name <> ''
      and left(c.beneficiary_name, ${literal(limits.spelling)}) = any (array(
        select name from beneficiary_sum where tenant_id = ${tenantId} and group_key = ${groupKey}))
    group by 1 order by 1 desc limit ${literal(mostYears)}`
}

const mostYears = 200
