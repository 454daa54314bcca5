-- Stored sums. One lock order prevents deadlocks: projects, sums of types and countries, tallies, each by name.

create or replace function tally_rows(p_tenant text, p_name text, p_rows bigint, p_units bigint) returns void language sql as $$
  insert into tally (tenant_id, name, rows, units) values (p_tenant, p_name, p_rows, p_units)
  on conflict (tenant_id, name) do update set rows = tally.rows + excluded.rows, units = tally.units + excluded.units
$$;

-- Units for charts.
create or replace function add_to_sum(
  p_tenant text, p_dimension text, p_key text, p_issued bigint, p_retired bigint, p_cancelled bigint
) returns void language sql as $$
  insert into unit_sum (tenant_id, dimension, key, issued, retired, cancelled)
  values (p_tenant, p_dimension, p_key, p_issued, p_retired, p_cancelled)
  on conflict (tenant_id, dimension, key) do update set issued = unit_sum.issued + excluded.issued,
    retired = unit_sum.retired + excluded.retired, cancelled = unit_sum.cancelled + excluded.cancelled
$$;

-- Updates projects by status and units by type and country. Runs as the owner: requests may not change sums.
create or replace function tally_projects() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    perform tally_rows(tenant_id, 'projects ' || status, rows, 0)
    from (select tenant_id, status, count(*) as rows from added group by tenant_id, status order by tenant_id, status) sums;
  else
    perform tally_rows(tenant_id, 'projects ' || status, rows, 0)
    from (
      select tenant_id, status, sum(change)::bigint as rows
      from (select tenant_id, status, 1 as change from added union all select tenant_id, status, -1 from gone) changed
      group by tenant_id, status having sum(change) <> 0 order by tenant_id, status
    ) sums;
    perform add_to_sum(tenant_id, dimension, key, issued, retired, cancelled)
    from (
      select tenant_id, dimension, key, sum(minted)::bigint as issued, sum(retired)::bigint as retired,
        sum(cancelled)::bigint as cancelled
      from (
        select tenant_id, kind, country, minted::bigint, retired::bigint, cancelled::bigint from added
        union all
        select tenant_id, kind, country, -minted, -retired, -cancelled from gone
      ) changed
      cross join lateral (values ('country', coalesce(country, '')), ('type', kind)) facts(dimension, key)
      group by tenant_id, dimension, key having sum(minted) <> 0 or sum(retired) <> 0 or sum(cancelled) <> 0
      order by tenant_id, dimension, key
    ) sums;
  end if;
  return null;
end $$;
select let_requests_call('tally_projects()');
create or replace trigger project_is_tallied after insert on project
  referencing new table as added for each statement execute function tally_projects();
create or replace trigger project_is_tallied_anew after update on project
  referencing new table as added old table as gone for each statement execute function tally_projects();

-- Adds minted units. Locks all projects first: nobody may wait for one while holding sums of another.
create or replace function add_to_minted(p_tenants text[], p_projects text[], p_units bigint[]) returns void language plpgsql as $$
begin
  perform 1 from project p where (p.tenant_id, p.id) in (select * from unnest(p_tenants, p_projects))
  order by p.tenant_id, p.id for no key update;
  update project p set minted = p.minted + m.units
  from unnest(p_tenants, p_projects, p_units) m(tenant_id, project_id, units)
  where p.tenant_id = m.tenant_id and p.id = m.project_id;
end $$;

-- Updates projects' minted units, fully issued verifications, assets in circulation, units by vintage.
create or replace function tally_assets() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform add_to_minted(array_agg(tenant_id), array_agg(project_id), array_agg(units))
    from (
      select tenant_id, project_id, sum(issued)::bigint as units
      from added group by tenant_id, project_id having sum(issued) <> 0
    ) sums having count(*) > 0;
    perform tally_rows(tenant_id, 'assets held', count(*), 0)
    from added where issued > retired + cancelled group by tenant_id;
    perform add_to_sum(tenant_id, 'vintage', year, issued, 0, 0)
    from (
      select tenant_id, extract(year from upper(vintage) - 1)::text as year, sum(issued)::bigint as issued
      from added group by 1, 2 having sum(issued) <> 0 order by 1, 2
    ) sums;
  else
    perform add_to_minted(array_agg(tenant_id), array_agg(project_id), array_agg(units))
    from (
      select a.tenant_id, a.project_id, sum(a.issued - g.issued)::bigint as units
      from added a join gone g on g.tenant_id = a.tenant_id and g.id = a.id
      where a.issued <> g.issued group by a.tenant_id, a.project_id
    ) sums having count(*) > 0;
    -- The minting transaction has locked the verification.
    update verification v set is_issued = true
    from added a
    where a.issued >= a.verified_quantity and v.tenant_id = a.tenant_id and v.id = a.verification_id and not v.is_issued
      -- Over all its vintages.
      and v.quantity <= (
        select sum_of_units(s.issued) from asset s where s.tenant_id = v.tenant_id and s.verification_id = v.id);
    perform tally_rows(tenant_id, 'assets held', sum(change)::bigint, 0)
    from (
      select tenant_id, 1 as change from added where issued > retired + cancelled
      union all
      select tenant_id, -1 from gone where issued > retired + cancelled
    ) changed
    group by tenant_id having sum(change) <> 0;
    perform add_to_sum(tenant_id, 'vintage', year, issued, retired, cancelled)
    from (
      select a.tenant_id, extract(year from upper(a.vintage) - 1)::text as year, sum(a.issued - g.issued)::bigint as issued,
        sum(a.retired - g.retired)::bigint as retired, sum(a.cancelled - g.cancelled)::bigint as cancelled
      from added a join gone g on g.tenant_id = a.tenant_id and g.id = a.id
      where (a.issued, a.retired, a.cancelled) is distinct from (g.issued, g.retired, g.cancelled)
      group by 1, 2 order by 1, 2
    ) sums;
  end if;
  return null;
end $$;
create or replace trigger asset_is_tallied after insert on asset
  referencing new table as added for each statement execute function tally_assets();
create or replace trigger asset_is_tallied_anew after update on asset
  referencing new table as added old table as gone for each statement execute function tally_assets();

-- `offset 0` enforces look-ups by key: with old statistics PostgreSQL would read all entries.
create or replace function entries_of(p_tenant text, p_transactions text[])
returns table (transaction_id text, month text, asset_id text, project_id text, units bigint, from_state text, to_state text)
language sql stable as $$
  select t.id, t.month, e.asset_id, a.project_id, e.units, e.from_state, e.to_state
  from unnest(p_transactions) as asked(id),
    lateral (
      select t.id, to_char(t.occurred_at at time zone 'UTC', 'YYYY-MM') as month
      from transaction t where t.tenant_id = p_tenant and t.id = asked.id offset 0
    ) t,
    lateral (
      select e.asset_id, upper(e.serials) - lower(e.serials) as units, e.from_state, e.to_state
      from entry e where e.tenant_id = p_tenant and e.transaction_id = t.id offset 0
    ) e,
    lateral (select a.project_id from asset a where a.tenant_id = p_tenant and a.id = e.asset_id offset 0) a
$$;

-- Adds each movement once: the linker calls this function in the transaction that links the movements.
create or replace function tally_movements(p_tenant text, p_transactions text[]) returns void language plpgsql as $$
declare
  assets text[];
  projects text[];
  retired_units bigint[];
  cancelled_units bigint[];
begin
  perform tally_rows(p_tenant, 'movements ' || type, count(*), sum(quantity)::bigint)
  from transaction where tenant_id = p_tenant and id = any (p_transactions) group by type;
  perform add_to_sum(p_tenant, 'month', month, issued, retired, cancelled)
  from (
    select to_char(occurred_at at time zone 'UTC', 'YYYY-MM') as month,
      coalesce(sum(quantity) filter (where type = 'mint'), 0)::bigint as issued,
      coalesce(sum(quantity) filter (where type = 'claim'), 0)::bigint as retired,
      coalesce(sum(quantity) filter (where type = 'burn'), 0)::bigint as cancelled
    from transaction where tenant_id = p_tenant and id = any (p_transactions) and type <> 'transfer' group by 1 order by 1
  ) sums;
  insert into beneficiary_sum (tenant_id, name, claims, units)
  select p_tenant, left(beneficiary_name, 300), count(*), sum(quantity)::bigint
  from claim
  where tenant_id = p_tenant and transaction_id = any (p_transactions) and beneficiary_kind = 'organisation' and beneficiary_name <> ''
  group by 2
  on conflict (tenant_id, name) do update
  set claims = beneficiary_sum.claims + excluded.claims, units = beneficiary_sum.units + excluded.units;
  perform add_search_words(p_tenant, array_agg(distinct words))
  from claim where tenant_id = p_tenant and transaction_id = any (p_transactions) and words <> '' having count(*) > 0;
  -- Only this function writes project_month, so nobody waits. Transfers neither issue nor retire nor cancel.
  insert into project_month (tenant_id, project_id, month, movements, issued, retired, cancelled)
  select p_tenant, project_id, month, count(distinct transaction_id),
    coalesce(sum(units) filter (where from_state is null), 0),
    coalesce(sum(units) filter (where to_state = 'retired'), 0),
    coalesce(sum(units) filter (where to_state = 'cancelled'), 0)
  from entries_of(p_tenant, p_transactions) where from_state is null or to_state in ('retired', 'cancelled')
  group by 2, 3
  on conflict (tenant_id, project_id, month) do update set movements = project_month.movements + excluded.movements,
    issued = project_month.issued + excluded.issued, retired = project_month.retired + excluded.retired,
    cancelled = project_month.cancelled + excluded.cancelled;
  select array_agg(asset_id), array_agg(project_id), array_agg(retired), array_agg(cancelled)
  into assets, projects, retired_units, cancelled_units
  from (
    select asset_id, project_id, coalesce(sum(units) filter (where to_state = 'retired'), 0)::bigint as retired,
      coalesce(sum(units) filter (where to_state = 'cancelled'), 0)::bigint as cancelled
    from entries_of(p_tenant, p_transactions) where to_state in ('retired', 'cancelled') group by 1, 2
  ) gone;
  if assets is null then
    return;
  end if;
  -- Locks projects, then assets, by id, as a mint does.
  perform 1 from project p where p.tenant_id = p_tenant and p.id = any (projects) order by p.id for no key update;
  perform 1 from asset a where a.tenant_id = p_tenant and a.id = any (assets) order by a.id for no key update;
  update project set retired = project.retired + gone.retired, cancelled = project.cancelled + gone.cancelled
  from (
    select id, sum(retired)::bigint as retired, sum(cancelled)::bigint as cancelled
    from unnest(projects, retired_units, cancelled_units) as moved(id, retired, cancelled) group by id
  ) gone
  where project.tenant_id = p_tenant and project.id = any (projects) and project.id = gone.id;
  update asset set retired = asset.retired + gone.retired, cancelled = asset.cancelled + gone.cancelled
  from unnest(assets, retired_units, cancelled_units) as gone(id, retired, cancelled)
  where asset.tenant_id = p_tenant and asset.id = any (assets) and asset.id = gone.id;
end $$;
