import type { Sql } from '#server/infra/db/database.ts'

/** The sums that charts draw, as they are kept, and the same counted from movements and claims that are in the hash chain. */
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
  return { kept: [...kept, ...keptNames], counted: [...counted, ...countedNames] }
}
