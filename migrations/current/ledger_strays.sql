-- Returns references to missing rows; ledger tables lack foreign keys (docs/adr/0037-what-a-law-costs.md).
-- ledger_faults finds blocks without account or asset.
create or replace function ledger_strays(p_tenant text) returns table (asset_id text, fault text) language sql stable as $$
  select e.asset_id, format('entry %s of %s: no such movement', e.ordinal, e.transaction_id)
  from entry e left join transaction t on t.tenant_id = e.tenant_id and t.id = e.transaction_id
  where e.tenant_id = p_tenant and t.id is null
  union all
  select e.asset_id, format('entry %s of %s: no such asset', e.ordinal, e.transaction_id)
  from entry e left join asset a on a.tenant_id = e.tenant_id and a.id = e.asset_id
  where e.tenant_id = p_tenant and a.id is null
  union all
  select null, format('movement %s: its project or an account of it does not exist', t.id)
  from transaction t
  left join project p on p.tenant_id = t.tenant_id and p.id = t.project_id
  left join account f on f.tenant_id = t.tenant_id and f.id = t.from_account
  left join account o on o.tenant_id = t.tenant_id and o.id = t.to_account
  where t.tenant_id = p_tenant and (p.id is null and t.project_id is not null
    or f.id is null and t.from_account is not null or o.id is null and t.to_account is not null)
  union all
  select b.asset_id, format('block %s: no movement %s', b.serials, b.transaction_id)
  from block b left join transaction t on t.tenant_id = b.tenant_id and t.id = b.transaction_id
  where b.tenant_id = p_tenant and t.id is null
  union all
  select b.asset_id, format('block %s: locked for %s, which does not wait', b.serials, coalesce(b.pending_id, 'nothing'))
  from block b left join pending_act p on p.tenant_id = b.tenant_id and p.id = b.pending_id and p.outcome is null
  where b.tenant_id = p_tenant and b.state = 'locked' and p.id is null
  union all
  select i ->> 'assetId', format('pending act %s: %s units locked of %s', p.id, b.quantity, i ->> 'quantity')
  from pending_act p, jsonb_array_elements(p.items) i, lateral (
    select coalesce(sum(upper(b.serials) - lower(b.serials)), 0) as quantity from block b
    where b.tenant_id = p_tenant and b.asset_id = i ->> 'assetId' and b.account_id = p.from_account and b.state = 'locked'
      and b.pending_id = p.id
  ) b
  where p.tenant_id = p_tenant and p.outcome is null and p.type <> 'mint' and b.quantity <> (i ->> 'quantity')::bigint
  union all
  select null, format('verification %s, year of %s: %s issued and %s reserved of %s', v.id, y.vintage, y.issued, y.reserved, y.verified)
  from verification v, lateral vintages_of(p_tenant, v.id) y
  where v.tenant_id = p_tenant and y.reserved > 0 and y.issued + y.reserved > y.verified
  union all
  select null, format('claim %s: no such movement or account', c.id)
  from claim c
  left join transaction t on t.tenant_id = c.tenant_id and t.id = c.transaction_id
  left join account a on a.tenant_id = c.tenant_id and a.id = c.account_id
  where c.tenant_id = p_tenant and (t.id is null or a.id is null)
  union all
  select null, format('movement %s is in the hash chain or in settlement, and nowhere else', l.transaction_id)
  from (select transaction_id from ledger_link where tenant_id = p_tenant
    union select transaction_id from settlement where tenant_id = p_tenant) l
  left join transaction t on t.tenant_id = p_tenant and t.id = l.transaction_id
  where t.id is null
$$;
