-- Every way in which the ledger of a tenant could contradict itself; no row means that it does not.
create or replace function ledger_faults(p_tenant text) returns table (asset_id text, fault text) language sql stable as $$
  with by_hand as (
    select b.asset_id, b.account_id, b.state, sum(upper(b.serials) - lower(b.serials)) as quantity
    from block b where b.tenant_id = p_tenant group by 1, 2, 3
  ), by_balance as (
    select b.asset_id, b.account_id, s.state, s.quantity
    from balance b,
      lateral (values ('held', b.held), ('locked', b.locked), ('retired', b.retired), ('cancelled', b.cancelled)) s(state, quantity)
    where b.tenant_id = p_tenant
  ), replayed as (
    select e.asset_id, sum(upper(e.serials) - lower(e.serials)) as quantity
    from entry e where e.tenant_id = p_tenant and e.from_account is null group by 1
  )
  select coalesce(h.asset_id, b.asset_id), format('account %s, %s: blocks %s, balance %s',
    coalesce(h.account_id, b.account_id), coalesce(h.state, b.state), coalesce(h.quantity, 0), coalesce(b.quantity, 0))
  from by_hand h full join by_balance b
    on b.asset_id = h.asset_id and b.account_id = h.account_id and b.state = h.state
  where coalesce(h.quantity, 0) <> coalesce(b.quantity, 0)
  union all
  select a.id, format('issued %s, in blocks %s, in entries %s', a.issued,
    coalesce((select sum(quantity) from by_hand h where h.asset_id = a.id), 0), coalesce(r.quantity, 0))
  from asset a left join replayed r on r.asset_id = a.id
  where a.tenant_id = p_tenant
    and (a.issued <> coalesce((select sum(quantity) from by_hand h where h.asset_id = a.id), 0)
      or a.issued <> coalesce(r.quantity, 0))
$$;
