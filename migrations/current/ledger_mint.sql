-- Issues units of a verified verification to the project's account. The first mint opens the asset.
-- Failures: not_found, conflict (not verified, project not active, minting paused), exceeds_verified, account_not_active, idempotency_mismatch.
create or replace function ledger_mint(
  p_tenant text, p_caller text, p_key text, p_request_hash bytea, p_address text, p_request_id text,
  p_transaction text, p_new_asset text, p_verification text, p_quantity bigint
) returns jsonb language plpgsql as $$
declare
  answer jsonb := first_answer(p_tenant, p_caller, p_key, p_request_hash);
  opinion record;
  minted asset;
  paused text;
  serials int8range;
begin
  if answer is not null then
    return answer;
  end if;
  select t.minting_paused_reason into paused from tenant t where t.id = p_tenant;
  if paused is not null then
    perform fail('conflict', format('Minting is paused: %s', paused));
  end if;

  select v.quantity, v.status, v.project_id, m.period, p.account_id, p.status as project_status, p.country
  into opinion
  from verification v
  join measurement m on m.tenant_id = v.tenant_id and m.id = v.measurement_id
  join project p on p.tenant_id = v.tenant_id and p.id = v.project_id
  where v.tenant_id = p_tenant and v.id = p_verification
  for no key update of p, v;
  if not found then
    perform fail('not_found', 'There is no such verification.');
  elsif opinion.status <> 'verified' then
    perform fail('conflict', format('The verification is %s; units are minted against a verified one.', opinion.status));
  elsif opinion.project_status <> 'active' then
    perform fail('conflict', format('The project is %s; units are minted for an active one.', opinion.project_status));
  end if;
  perform fail_unless_active(
    (select a.status from account a where a.tenant_id = p_tenant and a.id = opinion.account_id), 'project''s');

  insert into asset (tenant_id, id, project_id, verification_id, vintage, batch, country, verified_quantity)
  select p_tenant, p_new_asset, opinion.project_id, p_verification, opinion.period,
    1 + (select count(*) from asset a where a.tenant_id = p_tenant and a.project_id = opinion.project_id),
    coalesce(opinion.country, 'ZZ'), opinion.quantity
  where not exists (select from asset a where a.tenant_id = p_tenant and a.verification_id = p_verification);

  select * into minted from asset a
  where a.tenant_id = p_tenant and a.verification_id = p_verification
  for no key update;
  if p_quantity > minted.verified_quantity - minted.issued then
    perform fail('exceeds_verified', format('%s units asked for, %s of %s verified are not yet issued.',
      p_quantity, minted.verified_quantity - minted.issued, minted.verified_quantity));
  end if;

  serials := int8range(minted.issued + 1, minted.issued + p_quantity + 1);
  update asset set issued = issued + p_quantity where tenant_id = p_tenant and id = minted.id;
  perform add_held(p_tenant, opinion.account_id, minted.id, p_quantity);
  insert into entry (tenant_id, transaction_id, ordinal, asset_id, serials, to_account, to_state)
  values (p_tenant, p_transaction, 1, minted.id, serials, opinion.account_id, 'held');
  perform place_range(p_tenant, minted.id, minted.series, serials, opinion.account_id, 'held', p_transaction);
  perform record_movement(p_tenant, p_transaction, 'mint', array[minted.id], null, opinion.account_id, p_quantity, p_caller, null,
    null, p_key, p_request_hash, p_address, p_request_id);
  return jsonb_build_object('transactionId', p_transaction);
end $$;
