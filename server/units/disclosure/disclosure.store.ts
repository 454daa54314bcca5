import { literal, type Sql } from '#server/infra/db/database.ts'
import { isoTime } from '#server/infra/db/times.ts'
import { vintageOf } from '#server/units/ledger/ranges.ts'
import type { DisclosedPart, DisclosedRow } from '#shared/contract/disclosure.ts'
import type { SerialParts } from '#shared/rules/serials.ts'

type Year = { tenantId: string; accountId: string; year: number }

/** Imported claims are of accounts that the import only assumed. */
const claimsOf = (sql: Sql, { tenantId, accountId, year }: Year) => sql`
  c.tenant_id = ${tenantId} and c.account_id = ${accountId} and c.origin is distinct from 'import'
    and c.claimed_at >= make_timestamptz(${year}, 1, 1, 0, 0, 0, 'UTC')
    and c.claimed_at < make_timestamptz(${year} + 1, 1, 1, 0, 0, 0, 'UTC')`

export type YearRow = { year: string; units: bigint; claims: bigint }

/** The years (UTC) in which an account retired units, the newest first. */
export async function yearsWithClaims(sql: Sql, tenantId: string, accountId: string): Promise<YearRow[]> {
  return sql<YearRow[]>`
    select extract(year from c.claimed_at at time zone 'UTC')::text as year, sum(c.quantity)::bigint as units, count(*) as claims
    from claim c
    where c.tenant_id = ${tenantId} and c.account_id = ${accountId} and c.origin is distinct from 'import'
    group by 1 order by 1 desc limit 200`
}

export type SumRow = { part: DisclosedPart; value: string; units: bigint }

/** Units by each part, from ledger entries; a part's sums are all units of the year. */
export async function sumsOfYear(sql: Sql, year: Year): Promise<SumRow[]> {
  return sql<SumRow[]>`
    with retired as (
      select p.number || ' · ' || p.name as project, ${vintageOf(sql)} as vintage, p.kind as type, coalesce(p.mitigation, '') as mitigation, p.standard,
        coalesce(s.country, '') as country, c.purpose, c.beneficiary_name as beneficiary, upper(e.serials) - lower(e.serials) as units
      from claim c
      join entry e on e.tenant_id = c.tenant_id and e.transaction_id = c.transaction_id
      join asset s on s.tenant_id = e.tenant_id and s.id = e.asset_id
      join project p on p.tenant_id = s.tenant_id and p.id = s.project_id
      where ${claimsOf(sql, year)}
    ), summed as (
      select x.part, x.value, sum(r.units)::bigint as units
      from retired r cross join lateral (values
        ('project', r.project), ('vintage', r.vintage), ('type', r.type), ('mitigation', r.mitigation), ('standard', r.standard),
        ('country', r.country), ('purpose', r.purpose), ('beneficiary', r.beneficiary)) x(part, value)
      group by x.part, x.value
    )
    select part, value, units from summed order by part, units desc, value`
}

export type RetiredRow = Omit<
  DisclosedRow,
  'registry' | 'claimNumber' | 'quantity' | 'serials' | 'claimAddress' | 'projectAddress'
> &
  SerialParts & {
    claimNumber: bigint
    claimId: string
    quantity: bigint
    projectId: string
    projectAccountId: string
  }

/** What each of `limit` claims of a year retired of each batch, the claims after the one with the id `after`, by time. */
export async function retiredRows(sql: Sql, year: Year, after: string | null, limit: number): Promise<RetiredRow[]> {
  const isAfter = sql`and (c.claimed_at, c.id) > (
    select b.claimed_at, b.id from claim b where b.tenant_id = ${year.tenantId} and b.id = ${after})`
  return sql<RetiredRow[]>`
    with page as materialized (
      select c.* from claim c where ${claimsOf(sql, year)} ${after === null ? sql`` : isAfter}
      order by c.claimed_at, c.id limit ${literal(limit)}
    )
    select c.number as "claimNumber", c.id as "claimId", ${isoTime(sql, sql`c.claimed_at`)} as "claimedAt",
      c.beneficiary_name as beneficiary, c.beneficiary_kind as "beneficiaryKind", c.purpose, lower(c.period)::text as "periodStart",
      (upper(c.period) - 1)::text as "periodEnd", p.name as project, p.number as "projectNumber", p.id as "projectId",
      p.account_id as "projectAccountId", a.name as proponent, p.kind as type, p.mitigation, p.standard,
      concat_ws(' ', m.name, m.version) as methodology, s.country, p.location, coalesce(w.name, '') as verifier,
      ${vintageOf(sql)} as vintage, t.serial_prefix as prefix, s.batch, q.quantity, q.ranges::int as "rangeCount", q.first, q.last
    from page c
    join lateral (
      select e.asset_id, sum(upper(e.serials) - lower(e.serials))::bigint as quantity, count(*) as ranges,
        min(lower(e.serials)) as first, (array_agg(upper(e.serials) - 1 order by lower(e.serials)))[1] as last
      from entry e where e.tenant_id = c.tenant_id and e.transaction_id = c.transaction_id
      group by e.asset_id
    ) q on true
    join asset s on s.tenant_id = c.tenant_id and s.id = q.asset_id
    join project p on p.tenant_id = s.tenant_id and p.id = s.project_id
    join account a on a.tenant_id = p.tenant_id and a.id = p.account_id
    join tenant t on t.id = c.tenant_id
    left join methodology m on m.tenant_id = p.tenant_id and m.id = p.methodology_id
    left join verification v on v.tenant_id = s.tenant_id and v.id = s.verification_id
    left join account w on w.tenant_id = v.tenant_id and w.id = v.account_id
    order by c.claimed_at, c.id, s.id`
}
