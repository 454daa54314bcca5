-- Issues units of verified verifications to the account of their projects, several vintages in one movement. The first mint of each
-- verification opens its asset. p_items: [{"verificationId": text, "quantity": integer, "newAssetId": text}], each verification once.
-- Locked in one order, each kind by its id: projects, verifications, assets, balances.
-- Failures: invalid, not_found, conflict (not verified, project not active, several accounts, minting paused), exceeds_verified,
-- account_not_active, idempotency_mismatch.
create or replace function ledger_mint(
  p_tenant text, p_caller text, p_key text, p_request_hash bytea, p_address text, p_request_id text,
  p_transaction text, p_items jsonb
) returns jsonb language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off as $$
declare
  answer jsonb;
  verifications constant text[] := array(select i ->> 'verificationId' from jsonb_array_elements(p_items) i);
  item record;
  receiver text;
  paused text;
  serials int8range;
  assets text[] := '{}';
  total bigint := 0;
begin
  if p_tenant is distinct from current_setting('registry.tenant', true) then
    perform fail_outside_of_wall(p_tenant);
  end if;
  answer := first_answer(p_tenant, p_caller, p_key, p_request_hash);
  if answer is not null then
    return answer;
  end if;
  select t.minting_paused_reason into paused from tenant t where t.id = p_tenant;
  if paused is not null then
    perform fail('conflict', format('Minting is paused: %s', paused), 'units.mintingPaused');
  elsif cardinality(verifications) = 0 then
    perform fail('invalid', 'Name at least one verification.', 'units.noVerification');
  elsif cardinality(verifications) <> (select count(distinct v) from unnest(verifications) v) then
    perform fail('invalid', 'Name each verification once.', 'units.sameVerification');
  end if;

  perform 1 from project p
  where p.tenant_id = p_tenant and p.id in (
    select v.project_id from verification v where v.tenant_id = p_tenant and v.id = any (verifications))
  order by p.id for no key update;
  perform 1 from verification v where v.tenant_id = p_tenant and v.id = any (verifications) order by v.id for no key update;
  for item in
    select v.id, v.status, p.status as project_status, p.account_id
    from unnest(verifications) asked (id)
    left join verification v on v.tenant_id = p_tenant and v.id = asked.id
    left join project p on p.tenant_id = v.tenant_id and p.id = v.project_id
  loop
    if item.id is null then
      perform fail('not_found', 'There is no such verification.', 'noSuch.verification');
    elsif item.status <> 'verified' then
      perform fail('conflict', format('The verification is %s; units are minted against a verified one.', item.status),
        'units.notVerified', jsonb_build_object('of', 'verification', 'status', item.status));
    elsif item.project_status <> 'active' then
      perform fail('conflict', format('The project is %s; units are minted for an active one.', item.project_status),
        'units.notActive', jsonb_build_object('of', 'project', 'status', item.project_status));
    elsif item.account_id <> coalesce(receiver, item.account_id) then
      perform fail('conflict', 'The verifications are of projects of several accounts; one act mints for one account.',
        'units.severalAccounts');
    end if;
    receiver := item.account_id;
  end loop;
  perform fail_unless_active(
    (select a.status from account a where a.tenant_id = p_tenant and a.id = receiver), 'project''s');

  insert into asset (tenant_id, id, project_id, verification_id, vintage, batch, country, verified_quantity)
  select p_tenant, i ->> 'newAssetId', v.project_id, v.id, m.period,
    row_number() over (partition by v.project_id order by m.period)
      + (select count(*) from asset a where a.tenant_id = p_tenant and a.project_id = v.project_id),
    coalesce(p.country, 'ZZ'), v.quantity
  from jsonb_array_elements(p_items) i
  join verification v on v.tenant_id = p_tenant and v.id = i ->> 'verificationId'
  join measurement m on m.tenant_id = v.tenant_id and m.id = v.measurement_id
  join project p on p.tenant_id = v.tenant_id and p.id = v.project_id
  where not exists (select from asset a where a.tenant_id = p_tenant and a.verification_id = v.id);

  perform 1 from asset a where a.tenant_id = p_tenant and a.verification_id = any (verifications)
  order by a.id for no key update;
  for item in
    select a.verified_quantity - a.issued as left, a.verified_quantity, (i ->> 'quantity')::bigint as quantity
    from jsonb_array_elements(p_items) i
    join asset a on a.tenant_id = p_tenant and a.verification_id = i ->> 'verificationId'
  loop
    if item.quantity is null or item.quantity < 1 then
      perform fail('invalid', 'A quantity is a whole number of at least 1.', 'units.quantity');
    elsif item.quantity > item.left then
      perform fail('exceeds_verified', format('%s units asked for, %s of %s verified are not yet issued.',
        item.quantity, item.left, item.verified_quantity),
        'units.exceedsVerified',
        jsonb_build_object('asked', item.quantity, 'left', item.left, 'verified', item.verified_quantity));
    end if;
  end loop;
  -- One statement, so that the sums that follow from it come after all of these rows.
  update asset a set issued = a.issued + (i ->> 'quantity')::bigint
  from jsonb_array_elements(p_items) i
  where a.tenant_id = p_tenant and a.verification_id = i ->> 'verificationId';

  for item in
    select a.id, a.series, a.issued, (i ->> 'quantity')::bigint as quantity
    from jsonb_array_elements(p_items) i
    join asset a on a.tenant_id = p_tenant and a.verification_id = i ->> 'verificationId'
    order by a.id
  loop
    assets := assets || item.id;
    total := total + item.quantity;
    serials := int8range(item.issued - item.quantity + 1, item.issued + 1);
    perform add_held(p_tenant, receiver, item.id, item.quantity);
    insert into entry (tenant_id, transaction_id, ordinal, asset_id, serials, to_account, to_state)
    values (p_tenant, p_transaction, cardinality(assets), item.id, serials, receiver, 'held');
    perform place_range(p_tenant, item.id, item.series, serials, receiver, 'held', p_transaction);
  end loop;
  perform record_movement(p_tenant, p_transaction, 'mint', assets, null, receiver, total, p_caller, null,
    null, p_key, p_request_hash, p_address, p_request_id);
  return jsonb_build_object('transactionId', p_transaction);
end $$;
select let_requests_call('ledger_mint(text, text, text, bytea, text, text, text, jsonb)');
