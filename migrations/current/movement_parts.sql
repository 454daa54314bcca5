-- Every movement of units is one of these functions: one round trip, one transaction, one answer.
-- Failures are raised with SQLSTATE 'RG000': the message is the stable code, the detail is for people.
-- Locks are taken in one order (idempotency key, assets by id, balances by asset and account), FOR NO KEY UPDATE.

create or replace function fail(code text, message text) returns void language plpgsql as $$
begin
  raise exception '%', code using errcode = 'RG000', detail = message;
end $$;

-- The first answer to this key, or null when the caller is the first to use it.
create or replace function first_answer(p_tenant text, p_caller text, p_key text, p_request_hash bytea) returns jsonb
language plpgsql as $$
declare
  known idempotency_key;
begin
  if p_key is null then
    return null;
  end if;
  insert into idempotency_key (tenant_id, caller, key, request_hash)
  values (p_tenant, p_caller, p_key, p_request_hash)
  on conflict do nothing;
  if found then
    return null;
  end if;
  select * into known from idempotency_key where tenant_id = p_tenant and caller = p_caller and key = p_key;
  if known.request_hash <> p_request_hash then
    perform fail('idempotency_mismatch', 'This Idempotency-Key was used for another request.');
  end if;
  return known.answer;
end $$;

create or replace function keep_answer(p_tenant text, p_caller text, p_key text, p_answer jsonb) returns jsonb
language plpgsql as $$
begin
  if p_key is not null then
    update idempotency_key set answer = p_answer where tenant_id = p_tenant and caller = p_caller and key = p_key;
  end if;
  return p_answer;
end $$;

-- p_context: {"address": text, "requestId": text}, from where the act was asked for.
create or replace function audit_movement(
  p_tenant text, p_actor text, p_transaction text, p_context jsonb
) returns void language sql as $$
  insert into audit_event (tenant_id, actor, act, subject, after, address, request_id)
  select t.tenant_id, p_actor, 'units.' || t.type, 'transaction:' || t.id,
    jsonb_build_object('quantity', t.quantity, 'from', t.from_account, 'to', t.to_account, 'reason', t.reason),
    p_context ->> 'address', p_context ->> 'requestId'
  from transaction t where t.tenant_id = p_tenant and t.id = p_transaction
$$;

-- Only active accounts of an active tenant move units.
create or replace function require_active(p_tenant text, p_account text, p_role text) returns void language plpgsql as $$
declare
  account_status text;
begin
  select a.status into account_status from account a where a.tenant_id = p_tenant and a.id = p_account;
  if account_status is null then
    perform fail('not_found', format('There is no such %s account.', p_role));
  elsif account_status <> 'active' then
    perform fail('account_not_active', format('The %s account is %s; only active accounts move units.', p_role, account_status));
  end if;
end $$;

-- Locks the balances of some accounts in some assets, in one order, making those that are missing.
create or replace function lock_balances(p_tenant text, p_accounts text[], p_assets text[]) returns void language plpgsql as $$
begin
  insert into balance (tenant_id, account_id, asset_id)
  select p_tenant, a, s from unnest(p_accounts) a cross join unnest(p_assets) s
  order by s, a
  on conflict do nothing;
  perform from balance
  where tenant_id = p_tenant and account_id = any (p_accounts) and asset_id = any (p_assets)
  order by asset_id, account_id
  for no key update;
end $$;

-- Hands the lowest serial numbers over: whole blocks first to last, the last one split. The balances are locked already.
create or replace function move_blocks(
  p_tenant text, p_transaction text, p_asset text, p_quantity bigint,
  p_from text, p_from_state text, p_to text, p_to_state text
) returns void language plpgsql as $$
declare
  source record;
  wanted bigint := p_quantity;
  taken int8range;
  next_ordinal integer;
begin
  select coalesce(max(ordinal), 0) into next_ordinal
  from entry where tenant_id = p_tenant and transaction_id = p_transaction;

  for source in
    select ctid, series, serials from block
    where tenant_id = p_tenant and asset_id = p_asset and account_id = p_from and state = p_from_state
    order by lower(serials)
  loop
    exit when wanted = 0;
    if upper(source.serials) - lower(source.serials) <= wanted then
      taken := source.serials;
      update block set account_id = p_to, state = p_to_state, transaction_id = p_transaction where ctid = source.ctid;
    else
      taken := int8range(lower(source.serials), lower(source.serials) + wanted);
      update block set serials = int8range(upper(taken), upper(source.serials)) where ctid = source.ctid;
      insert into block (tenant_id, asset_id, series, serials, account_id, state, transaction_id)
      values (p_tenant, p_asset, source.series, taken, p_to, p_to_state, p_transaction);
    end if;
    next_ordinal := next_ordinal + 1;
    insert into entry (tenant_id, transaction_id, ordinal, asset_id, serials, from_account, from_state, to_account, to_state)
    values (p_tenant, p_transaction, next_ordinal, p_asset, taken, p_from, p_from_state, p_to, p_to_state);
    wanted := wanted - (upper(taken) - lower(taken));
  end loop;

  if wanted > 0 then
    perform fail('insufficient_balance', format('%s units are missing.', wanted));
  end if;
end $$;

-- The settlement row belongs to the transaction that moved the units; the settler is told when it commits.
create or replace function request_settlement(p_tenant text, p_transaction text) returns void language plpgsql as $$
begin
  insert into settlement (tenant_id, transaction_id, sequence)
  select tenant_id, id, sequence from transaction where tenant_id = p_tenant and id = p_transaction;
  perform pg_notify('settlement', '');
end $$;

-- Moves units of several assets out of one account's free balance in one transaction.
-- p_items: [{"assetId": text, "quantity": integer}], each asset once. Returns the total moved.
create or replace function move_items(
  p_tenant text, p_transaction text, p_type text, p_items jsonb, p_from text, p_to text, p_to_state text,
  p_actor text, p_reason text, p_document_hash bytea
) returns bigint language plpgsql as $$
declare
  assets text[];
  item record;
  free bigint;
  total numeric;
  projects text[];
begin
  select array_agg(i.asset_id order by i.asset_id), sum(i.quantity) into assets, total
  from jsonb_to_recordset(p_items) as raw("assetId" text, quantity bigint),
       lateral (select raw."assetId" as asset_id, raw.quantity) i;
  if assets is null then
    perform fail('invalid', 'Name at least one asset.');
  elsif cardinality(assets) <> (select count(distinct a) from unnest(assets) a) then
    perform fail('invalid', 'Name each asset once.');
  end if;

  perform lock_balances(p_tenant, array(select distinct unnest(array[p_from, p_to])),
    array(select id from asset where tenant_id = p_tenant and id = any (assets)));

  for item in
    select raw."assetId" as asset_id, raw.quantity, b.held
    from jsonb_to_recordset(p_items) as raw("assetId" text, quantity bigint)
    left join balance b on b.tenant_id = p_tenant and b.account_id = p_from and b.asset_id = raw."assetId"
    order by 1
  loop
    if item.quantity is null or item.quantity < 1 then
      perform fail('invalid', 'A quantity is a whole number of at least 1.');
    elsif item.held is null then
      perform fail('not_found', 'There is no such asset.');
    elsif item.held < item.quantity then
      perform fail('insufficient_balance', format('%s units asked for, %s available.', item.quantity, item.held));
    end if;
  end loop;

  select array_agg(distinct project_id) into projects from asset where tenant_id = p_tenant and id = any (assets);
  insert into transaction (tenant_id, id, type, project_id, from_account, to_account, quantity, actor, reason, document_hash)
  values (p_tenant, p_transaction, p_type, case when cardinality(projects) = 1 then projects[1] end, p_from,
    case when p_to_state = 'held' then p_to end, total, p_actor, p_reason, p_document_hash);

  for item in
    select raw."assetId" as asset_id, raw.quantity
    from jsonb_to_recordset(p_items) as raw("assetId" text, quantity bigint)
    order by 1
  loop
    perform move_blocks(p_tenant, p_transaction, item.asset_id, item.quantity, p_from, 'held', p_to, p_to_state);
    update balance set held = held - item.quantity
    where tenant_id = p_tenant and account_id = p_from and asset_id = item.asset_id;
    update balance set
      held = held + case when p_to_state = 'held' then item.quantity else 0 end,
      retired = retired + case when p_to_state = 'retired' then item.quantity else 0 end,
      cancelled = cancelled + case when p_to_state = 'cancelled' then item.quantity else 0 end
    where tenant_id = p_tenant and account_id = p_to and asset_id = item.asset_id;
  end loop;

  perform request_settlement(p_tenant, p_transaction);
  return total;
end $$;
