-- Sums that are kept, so that no list or figure counts a tenant's rows at each call. Whoever changes several changes them in the
-- order of their names, projects before tallies: two acts at a time wait for each other and never in a circle.

create or replace function tally_rows(p_tenant text, p_name text, p_rows bigint, p_units bigint) returns void language sql as $$
  insert into tally (tenant_id, name, rows, units) values (p_tenant, p_name, p_rows, p_units)
  on conflict (tenant_id, name) do update set rows = tally.rows + excluded.rows, units = tally.units + excluded.units
$$;

-- Projects by status, with the act that changes it.
create or replace function tally_projects() returns trigger language plpgsql as $$
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
  end if;
  return null;
end $$;
create or replace trigger project_is_tallied after insert on project
  referencing new table as added for each statement execute function tally_projects();
create or replace trigger project_is_tallied_anew after update on project
  referencing new table as added old table as gone for each statement execute function tally_projects();

-- What each project has minted, which verifications are issued in full, and how many assets have units in circulation.
create or replace function add_to_minted(p_tenant text, p_project text, p_units bigint) returns void language sql as $$
  update project set minted = minted + p_units where tenant_id = p_tenant and id = p_project
$$;
create or replace function tally_assets() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform add_to_minted(tenant_id, project_id, units)
    from (
      select tenant_id, project_id, sum(issued)::bigint as units
      from added group by tenant_id, project_id having sum(issued) <> 0 order by tenant_id, project_id
    ) sums;
    perform tally_rows(tenant_id, 'assets held', count(*), 0)
    from added where issued > retired + cancelled group by tenant_id;
  else
    perform add_to_minted(tenant_id, project_id, units)
    from (
      select a.tenant_id, a.project_id, sum(a.issued - g.issued)::bigint as units
      from added a join gone g on g.tenant_id = a.tenant_id and g.id = a.id
      where a.issued <> g.issued group by a.tenant_id, a.project_id order by a.tenant_id, a.project_id
    ) sums;
    -- Whoever mints has locked the verification.
    update verification v set is_issued = true
    from added a
    where a.issued >= a.verified_quantity and v.tenant_id = a.tenant_id and v.id = a.verification_id and not v.is_issued;
    perform tally_rows(tenant_id, 'assets held', sum(change)::bigint, 0)
    from (
      select tenant_id, 1 as change from added where issued > retired + cancelled
      union all
      select tenant_id, -1 from gone where issued > retired + cancelled
    ) changed
    group by tenant_id having sum(change) <> 0;
  end if;
  return null;
end $$;
create or replace trigger asset_is_tallied after insert on asset
  referencing new table as added for each statement execute function tally_assets();
create or replace trigger asset_is_tallied_anew after update on asset
  referencing new table as added old table as gone for each statement execute function tally_assets();

-- Adds movements to the sums, each once: whoever links them calls it in the same transaction.
create or replace function tally_movements(p_tenant text, p_transactions text[]) returns void language plpgsql as $$
begin
  perform tally_rows(p_tenant, 'movements ' || type, count(*), sum(quantity)::bigint)
  from transaction where tenant_id = p_tenant and id = any (p_transactions) group by type;
  -- In the order in which a mint of several takes them.
  perform 1 from asset a
  where a.tenant_id = p_tenant and a.id in (
    select e.asset_id from entry e
    where e.tenant_id = p_tenant and e.transaction_id = any (p_transactions) and e.to_state in ('retired', 'cancelled'))
  order by a.id for no key update;
  update asset set retired = asset.retired + gone.retired, cancelled = asset.cancelled + gone.cancelled
  from (
    select e.asset_id, coalesce(sum(upper(e.serials) - lower(e.serials)) filter (where e.to_state = 'retired'), 0) as retired,
      coalesce(sum(upper(e.serials) - lower(e.serials)) filter (where e.to_state = 'cancelled'), 0) as cancelled
    from entry e
    where e.tenant_id = p_tenant and e.transaction_id = any (p_transactions) and e.to_state in ('retired', 'cancelled')
    group by e.asset_id
  ) gone
  where asset.tenant_id = p_tenant and asset.id = gone.asset_id;
end $$;
