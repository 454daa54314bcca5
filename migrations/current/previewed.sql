-- What a preview binds, as a hash: sender, recipient with name and standing, the serial numbers of each asset, and the
-- standing of their projects. p_serials: {asset id: the multirange as text}.
create or replace function previewed_hash(p_tenant text, p_from text, p_to text, p_serials jsonb) returns bytea
language sql stable as $$
  select sha256(convert_to(jsonb_build_array(
    p_from, p_to, p_serials,
    (select jsonb_build_array(r.name, r.status) from account r where r.tenant_id = p_tenant and r.id = p_to),
    (select jsonb_agg(distinct jsonb_build_array(p.id, p.status, p.status_reason))
      from jsonb_object_keys(p_serials) k (asset_id)
      join asset a on a.tenant_id = p_tenant and a.id = k.asset_id
      join project p on p.tenant_id = a.tenant_id and p.id = a.project_id)
  )::text, 'UTF8'))
$$;

-- The hash of the movement that would take p_items now: [{"assetId": text, "quantity": integer}], each asset once.
create or replace function preview_hash(p_tenant text, p_from text, p_to text, p_items jsonb) returns bytea
language sql stable as $$
  select previewed_hash(p_tenant, p_from, p_to, jsonb_object_agg(i ->> 'assetId', (
    select range_agg(l.taken)::text
    from lowest_blocks(p_tenant, i ->> 'assetId', p_from, (i ->> 'quantity')::bigint) l)))
  from jsonb_array_elements(p_items) i
$$;

-- Returns the answer of a movement made or an act locked in this transaction, or of an earlier one that the call repeats.
-- Failures: conflict if what is done now differs from its preview, or is done after p_until; then nothing has moved.
create or replace function as_previewed(p_tenant text, p_answer jsonb, p_hash bytea, p_until timestamptz) returns jsonb
language plpgsql as $$
declare
  moved record;
begin
  select t.from_account, t.to_account, (
      select jsonb_object_agg(e.asset_id, e.serials)
      from (
        select asset_id, range_agg(serials)::text as serials from entry
        where tenant_id = p_tenant and transaction_id = t.id group by asset_id
      ) e) as serials
  into moved from transaction t
  where t.tenant_id = p_tenant and t.id = p_answer ->> 'transactionId' and t.created_at = now();
  if not found then
    select p.from_account, p.to_account, (
        select jsonb_object_agg(i ->> 'assetId', (
          select range_agg(b.serials)::text from block b
          where b.tenant_id = p_tenant and b.asset_id = i ->> 'assetId' and b.account_id = p.from_account and b.state = 'locked'
            and b.pending_id = p.id))
        from jsonb_array_elements(p.items) i) as serials
    into moved from pending_act p
    where p.tenant_id = p_tenant and p.id = p_answer ->> 'pendingId' and p.prepared_at = now();
  end if;
  if not found then
    return p_answer;
  elsif p_until < now() then
    perform fail('conflict', 'The preview is older than ten minutes.', 'units.previewExpired');
  elsif previewed_hash(p_tenant, moved.from_account, moved.to_account, moved.serials) <> p_hash then
    perform fail('conflict', 'The movement differs from its preview.', 'units.previewDiffers');
  end if;
  return p_answer;
end $$;
