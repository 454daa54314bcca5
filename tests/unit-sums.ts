import type { Sql } from '#server/infra/db/database.ts'

/** The sums that charts and timelines show, as they are kept, and the same counted from movements and claims that are in the hash chain. */
export async function unitSums(sql: Sql, tenantId: string) {
  const kept = await sql`
    select dimension, key, issued, retired, cancelled from unit_sum
    where tenant_id = ${tenantId} and (issued, retired, cancelled) <> (0, 0, 0) order by 1, 2`
  const counted = await sql`
    select fact.dimension, fact.key, coalesce(sum(units) filter (where from_state is null), 0)::bigint as issued,
      coalesce(sum(units) filter (where to_state = 'retired'), 0)::bigint as retired,
      coalesce(sum(units) filter (where to_state = 'cancelled'), 0)::bigint as cancelled
    from (
      select *, upper(serials) - lower(serials) as units from entry
      where tenant_id = ${tenantId} and (from_state is null or to_state in ('retired', 'cancelled'))
    ) e
    join ledger_link l on l.tenant_id = e.tenant_id and l.transaction_id = e.transaction_id
    join transaction t on t.tenant_id = e.tenant_id and t.id = e.transaction_id
    join asset a on a.tenant_id = e.tenant_id and a.id = e.asset_id
    join project p on p.tenant_id = a.tenant_id and p.id = a.project_id
    cross join lateral (values ('month', to_char(t.occurred_at at time zone 'UTC', 'YYYY-MM')),
      ('vintage', extract(year from upper(a.vintage) - 1)::text), ('type', p.kind), ('country', coalesce(p.country, ''))
    ) fact(dimension, key)
    group by 1, 2 order by 1, 2`
  const keptNames = await sql`
    select name, claims, units from beneficiary_sum where tenant_id = ${tenantId} order by name`
  const countedNames = await sql`
    select c.beneficiary_name as name, count(*) as claims, sum(c.quantity)::bigint as units
    from claim c join ledger_link l on l.tenant_id = c.tenant_id and l.transaction_id = c.transaction_id
    where c.tenant_id = ${tenantId} and c.beneficiary_kind = 'organisation' and c.beneficiary_name <> ''
    group by 1 order by 1`
  const keptMonths = await sql`
    select project_id, month, movements, issued, retired, cancelled from project_month
    where tenant_id = ${tenantId} order by 1, 2`
  const countedMonths = await sql`
    select project_id, to_char(occurred_at at time zone 'UTC', 'YYYY-MM') as month, count(*) as movements,
      coalesce(sum(units) filter (where type = 'mint'), 0)::bigint as issued,
      coalesce(sum(units) filter (where type = 'claim'), 0)::bigint as retired,
      coalesce(sum(units) filter (where type = 'burn'), 0)::bigint as cancelled
    from (
      select t.id, t.type, t.occurred_at, a.project_id, sum(upper(e.serials) - lower(e.serials)) as units
      from ledger_link l
      join transaction t on t.tenant_id = l.tenant_id and t.id = l.transaction_id
      join entry e on e.tenant_id = t.tenant_id and e.transaction_id = t.id
      join asset a on a.tenant_id = e.tenant_id and a.id = e.asset_id
      where l.tenant_id = ${tenantId} and t.type <> 'transfer' group by 1, 2, 3, 4
    ) moved
    group by 1, 2 order by 1, 2`
  return { kept: [...kept, ...keptNames, ...keptMonths], counted: [...counted, ...countedNames, ...countedMonths] }
}
