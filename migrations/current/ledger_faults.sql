-- Returns contradictions between a tenant's blocks, balances, entries and assets. work_mem suffices for 100,000
-- holdings.
create or replace function ledger_faults(p_tenant text) returns table (asset_id text, fault text)
language sql stable parallel safe set work_mem = '64MB' as $$
  with differing as materialized (
    select u.asset_id, u.account_id, u.state, sum_of_units(u.quantity) as quantity
    from (
      select asset_id, account_id, state, upper(serials) - lower(serials) as quantity from block where tenant_id = p_tenant
      union all select asset_id, account_id, 'held'::unit_state, -held from balance where tenant_id = p_tenant and held <> 0
      union all select asset_id, account_id, 'locked'::unit_state, -locked from balance where tenant_id = p_tenant and locked <> 0
      union all select asset_id, account_id, 'retired'::unit_state, -retired from balance where tenant_id = p_tenant and retired <> 0
      union all
      select asset_id, account_id, 'cancelled'::unit_state, -cancelled from balance where tenant_id = p_tenant and cancelled <> 0
    ) u group by 1, 2, 3 having sum_of_units(u.quantity) <> 0
  ), by_asset as (
    -- Units in blocks: the balances plus the differences from them.
    select u.asset_id, sum_of_units(u.quantity) as quantity
    from (
      select b.asset_id, b.held + b.locked + b.retired + b.cancelled as quantity from balance b where b.tenant_id = p_tenant
      union all select d.asset_id, d.quantity from differing d
    ) u group by 1
  ), replayed as (
    select e.asset_id, sum_of_units(upper(e.serials) - lower(e.serials)) as quantity
    from entry e where e.tenant_id = p_tenant and e.from_account is null group by 1
  )
  select d.asset_id,
    format('account %s, %s: blocks %s, balance %s', d.account_id, d.state, d.quantity + b.quantity, b.quantity)
  from differing d, lateral (
    select coalesce((
      select case d.state when 'held' then b.held when 'locked' then b.locked when 'retired' then b.retired else b.cancelled end
      from balance b where b.tenant_id = p_tenant and b.account_id = d.account_id and b.asset_id = d.asset_id), 0) as quantity) b
  union all
  select a.id, format('issued %s, in blocks %s, in entries %s', a.issued, coalesce(b.quantity, 0), coalesce(r.quantity, 0))
  from asset a left join by_asset b on b.asset_id = a.id left join replayed r on r.asset_id = a.id
  where a.tenant_id = p_tenant and (a.issued <> coalesce(b.quantity, 0) or a.issued <> coalesce(r.quantity, 0))
$$;
