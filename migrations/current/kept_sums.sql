-- Returns a tenant's stored sums that differ from ledger and projects; ledger_faults compares balances. Background sums
-- cover movements in the hash chain. One statement, thus one snapshot.
create or replace function kept_sum_faults(p_tenant text) returns table (fault text)
language sql stable parallel safe set work_mem = '16MB' as $$
  with linked as materialized (
    select t.id, t.type, t.quantity, to_char(t.occurred_at at time zone 'UTC', 'YYYY-MM') as month
    from ledger_link l join transaction t on t.tenant_id = l.tenant_id and t.id = l.transaction_id
    where l.tenant_id = p_tenant
  ), moved as materialized (
    -- A transfer changes only the sums of transfers.
    select l.id, l.month, e.asset_id, sum_of_units(upper(e.serials) - lower(e.serials)) as units,
      case when e.from_state is null then 'issued' else e.to_state::text end as what
    from entry e join linked l on l.id = e.transaction_id
    where e.tenant_id = p_tenant and (e.from_state is null or e.to_state in ('retired', 'cancelled'))
    group by 1, 2, 3, 5
    union all
    -- Units that an import issued as retired count as issued and as retired.
    select l.id, l.month, e.asset_id, sum_of_units(upper(e.serials) - lower(e.serials)), e.to_state::text
    from entry e join linked l on l.id = e.transaction_id
    where e.tenant_id = p_tenant and e.from_state is null and e.to_state in ('retired', 'cancelled')
    group by 1, 2, 3, 5
  ), of_asset as materialized (
    -- asset.issued counts at once; ledger_faults compares it with the entries.
    select a.id, a.project_id, extract(year from upper(a.vintage) - 1)::text as year, 'issued' as what, a.issued::bigint as units
    from asset a where a.tenant_id = p_tenant
    union all
    select a.id, a.project_id, extract(year from upper(a.vintage) - 1)::text, m.what, sum_of_units(m.units)
    from moved m join asset a on a.tenant_id = p_tenant and a.id = m.asset_id where m.what <> 'issued' group by 1, 2, 3, 4
  ), of_project as materialized (
    select p.id, p.kind, coalesce(p.country, '') as country, o.what, sum_of_units(o.units) as units
    from of_asset o join project p on p.tenant_id = p_tenant and p.id = o.project_id group by 1, 2, 3, 4
  ), named as (
    select c.id, left(c.beneficiary_name, 300) as name, c.quantity
    from claim c join linked l on l.id = c.transaction_id
    where c.tenant_id = p_tenant and c.beneficiary_kind = 'organisation' and c.beneficiary_name <> ''
  ), sums (subject, what, kept, counted) as (
    select 'asset ' || id, 'retired', retired::bigint, 0 from asset where tenant_id = p_tenant
    union all select 'asset ' || id, 'cancelled', cancelled, 0 from asset where tenant_id = p_tenant
    union all select 'asset ' || id, what, 0, units from of_asset where what <> 'issued'
    union all select 'project ' || id, 'issued', minted, 0 from project where tenant_id = p_tenant
    union all select 'project ' || id, 'retired', retired, 0 from project where tenant_id = p_tenant
    union all select 'project ' || id, 'cancelled', cancelled, 0 from project where tenant_id = p_tenant
    union all select 'project ' || id, what, 0, units from of_project

    union all select dimension || ' ' || key, 'issued', issued, 0 from unit_sum where tenant_id = p_tenant
    union all select dimension || ' ' || key, 'retired', retired, 0 from unit_sum where tenant_id = p_tenant
    union all select dimension || ' ' || key, 'cancelled', cancelled, 0 from unit_sum where tenant_id = p_tenant
    union all select 'month ' || month, what, 0, units from moved
    union all select 'vintage ' || year, what, 0, units from of_asset
    union all select 'type ' || kind, what, 0, units from of_project
    union all select 'country ' || country, what, 0, units from of_project

    union all select 'tally ' || name, 'rows', rows, 0 from tally where tenant_id = p_tenant
    union all select 'tally ' || name, 'units', units, 0 from tally where tenant_id = p_tenant
    union all select 'tally projects ' || status, 'rows', 0, 1 from project where tenant_id = p_tenant
    union all select 'tally assets held', 'rows', 0, 1 from asset where tenant_id = p_tenant and issued > retired + cancelled
    union all select 'tally movements ' || type, 'rows', 0, 1 from linked
    union all select 'tally movements ' || type, 'units', 0, quantity from linked

    union all select 'beneficiary ' || name, 'claims', claims, 0 from beneficiary_sum where tenant_id = p_tenant
    union all select 'beneficiary ' || name, 'units', units, 0 from beneficiary_sum where tenant_id = p_tenant
    union all select 'beneficiary ' || name, 'claims', 0, 1 from named
    union all select 'beneficiary ' || name, 'units', 0, quantity from named

    union all
    select format('project %s in %s', project_id, month), what, kept, 0
    from project_month, lateral (values ('movements', movements), ('issued', issued), ('retired', retired), ('cancelled', cancelled))
      v(what, kept)
    where tenant_id = p_tenant
    union all
    select format('project %s in %s', a.project_id, m.month), m.what, 0, m.units
    from moved m join asset a on a.tenant_id = p_tenant and a.id = m.asset_id
    union all
    select format('project %s in %s', project_id, month), 'movements', 0, 1
    from (
      select distinct m.id, m.month, a.project_id from moved m join asset a on a.tenant_id = p_tenant and a.id = m.asset_id
    ) of_each

    union all select 'movement ' || id, 'units', quantity, 0 from transaction where tenant_id = p_tenant
    union all
    select 'movement ' || transaction_id, 'units', 0, upper(serials) - lower(serials) from entry where tenant_id = p_tenant
    union all
    select 'claim ' || c.id, 'units', c.quantity, t.quantity
    from claim c join transaction t on t.tenant_id = c.tenant_id and t.id = c.transaction_id where c.tenant_id = p_tenant
    union all
    select format('claim %s of project %s', claim_id, project_id), 'units', quantity, 0 from claim_project where tenant_id = p_tenant
    union all
    select format('claim %s of project %s', c.id, a.project_id), 'units', 0, upper(e.serials) - lower(e.serials)
    from claim c
    join entry e on e.tenant_id = c.tenant_id and e.transaction_id = c.transaction_id
    join asset a on a.tenant_id = e.tenant_id and a.id = e.asset_id
    where c.tenant_id = p_tenant and c.project_id is null

    union all
    select 'verification ' || v.id, 'issued in full', v.is_issued::int, coalesce(v.quantity <= s.issued, false)::int
    from verification v, lateral (
      select sum_of_units(a.issued) as issued from asset a
      where a.tenant_id = v.tenant_id and a.verification_id = v.id having count(*) > 0) s
    where v.tenant_id = p_tenant

    union all
    select 'account ' || a.id, 'guarded', a.is_guarded::int, is_guarded(a, t)::int
    from account a join tenant t on t.id = a.tenant_id where a.tenant_id = p_tenant
  )
  select format('%s, %s: kept %s, counted %s', subject, what, sum(kept), sum(counted))
  from sums group by subject, what having sum(kept) <> sum(counted) order by subject, what
$$;
