-- A movement is one function call and one transaction.
-- Failures have SQLSTATE 'RG000': message = stable code, detail = English for users of the API, hint = reason and facts
-- of the text for people (shared/rules/failure.ts).
-- Balances are locked in the order of asset and account, before the movement takes its sequence: its causes have
-- smaller ones.
-- A movement out of an account shares a lock with others, a stop of the account holds it alone (server/people/stops): a
-- movement ends before the stop, or reads the account after it.
-- Movements run as the owner, whom policies may not restrict: each compares its tenant with registry.tenant.
-- `search_path` keeps out functions of other schemas, `enable_seqscan = off` plans made while tables were small.

create or replace function fail(code text, message text, reason text, facts jsonb default '{}')
  returns void language plpgsql as $$
begin
  raise exception '%', code using errcode = 'RG000', detail = message,
    hint = jsonb_build_object('reason', reason, 'facts', facts);
end $$;

-- Fails as a row-level security policy would: only a bug can cause this.
create or replace function fail_outside_of_wall(p_tenant text) returns void language plpgsql as $$
begin
  raise exception 'A movement of tenant % is outside of row-level security of tenant %', p_tenant,
    coalesce(current_setting('registry.tenant', true), '') using errcode = 'insufficient_privilege';
end $$;

-- The stored answer for an idempotency key, or null. Failures: idempotency_mismatch.
create or replace function first_answer(p_tenant text, p_caller text, p_key text, p_request_hash bytea) returns jsonb
language plpgsql as $$
declare
  known record;
begin
  if p_key is null then
    return null;
  end if;
  select r.transaction_id, r.request_hash into known from movement_request r
  where r.tenant_id = p_tenant and r.actor = p_caller and r.key = p_key;
  if not found then
    return null;
  elsif known.request_hash <> p_request_hash then
    perform fail('idempotency_mismatch', 'This Idempotency-Key was used for another request.',
      'request.keyUsed');
  end if;
  if exists (
    select from pending_act p where p.tenant_id = p_tenant and p.id = known.transaction_id and p.outcome is distinct from 'done'
  ) then
    return jsonb_build_object('pendingId', known.transaction_id);
  end if;
  return answer_of(known.transaction_id,
    (select c.id from claim c where c.tenant_id = p_tenant and c.transaction_id = known.transaction_id));
end $$;

create or replace function answer_of(p_transaction text, p_claim text) returns jsonb language sql immutable
  return jsonb_strip_nulls(jsonb_build_object('transactionId', p_transaction, 'claimId', p_claim));

-- Only active accounts move units.
create or replace function fail_unless_active(account_status text, p_role text) returns void language plpgsql as $$
begin
  if account_status is null then
    perform fail('not_found', format('There is no such %s account.', p_role),
      case p_role when 'sending' then 'noSuch.sender' else 'noSuch.receiver' end);
  elsif account_status <> 'active' then
    perform fail('account_not_active', format('The %s account is %s; only active accounts move units.', p_role, account_status),
      case p_role when 'sending' then 'units.senderStands' else 'units.receiverStands' end,
      jsonb_build_object('of', 'account', 'status', account_status));
  end if;
end $$;

-- Refuses movements out of a stopped account. Failures: account_not_active.
create or replace function fail_if_account_stopped(p_tenant text, p_account text) returns void language plpgsql as $$
declare
  since date;
begin
  select a.stopped_at at time zone 'UTC' into since from account a
  where a.tenant_id = p_tenant and a.id = p_account and a.stopped_at is not null;
  if found then
    perform fail('account_not_active',
      format('The account is stopped since %s; another admin of the account or an admin of the registry can lift the stop.', since),
      'units.senderStopped', jsonb_build_object('since', since));
  end if;
end $$;

-- A receiving account. The registry may let an account without people receive. PostgreSQL inlines this function.
create or replace function receiver(p_tenant text, p_account text)
returns table (status text, has_people boolean, may_receive boolean, is_guarded boolean) language sql stable rows 1 as $$
  select a.status::text, people.exist, a.receives_without_people or people.exist, a.is_guarded
  from account a, lateral (
    select exists (
      select from people_of_accounts(p_tenant) p where p.account_id = p_account and p.status <> 'DELETED') as exist
  ) people
  where a.tenant_id = p_tenant and a.id = p_account
$$;

create or replace function fail_nobody_receives() returns void language plpgsql as $$
begin
  perform fail('nobody_receives', 'Nobody belongs to the receiving account; an admin of the registry may let it receive units.',
    'units.nobodyReceives');
end $$;

-- Adds held units; creates the balance if needed. Failures: not_found.
create or replace function add_held(p_tenant text, p_account text, p_asset text, p_quantity bigint) returns void
language plpgsql as $$
begin
  update balance set held = held + p_quantity
  where tenant_id = p_tenant and account_id = p_account and asset_id = p_asset;
  if not found then
    if not exists (select from asset where tenant_id = p_tenant and id = p_asset) then
      perform fail('not_found', 'There is no such asset.', 'noSuch.asset');
    end if;
    insert into balance (tenant_id, account_id, asset_id, held) values (p_tenant, p_account, p_asset, p_quantity)
    on conflict (tenant_id, account_id, asset_id) do update set held = balance.held + excluded.held;
  end if;
end $$;

-- Explains why held units could not be taken. Failures: not_found, insufficient_balance.
create or replace function fail_to_take(p_tenant text, p_account text, p_asset text, p_quantity bigint) returns void
language plpgsql as $$
declare
  available bigint;
begin
  if not exists (select from asset where tenant_id = p_tenant and id = p_asset) then
    perform fail('not_found', 'There is no such asset.', 'noSuch.asset');
  end if;
  select held into available from balance where tenant_id = p_tenant and account_id = p_account and asset_id = p_asset;
  perform fail('insufficient_balance', format('%s units asked for, %s available.', p_quantity, coalesce(available, 0)),
    'units.tooFew', jsonb_build_object('asked', p_quantity, 'available', coalesce(available, 0)));
end $$;

-- The held blocks with the lowest serial numbers, up to a quantity; the last is cut. The constant limit keeps plans on
-- the index.
create or replace function lowest_blocks(p_tenant text, p_asset text, p_account text, p_quantity bigint)
returns table (place tid, whole int8range, taken int8range) language plpgsql stable as $$
declare
  wanted bigint := p_quantity;
  reached bigint := 0;
  before bigint;
begin
  loop
    before := wanted;
    for place, whole in
      select b.ctid, b.serials from block b
      where b.tenant_id = p_tenant and b.asset_id = p_asset and b.account_id = p_account and b.state = 'held'
        and upper(b.serials) > reached
      order by upper(b.serials) limit 200
    loop
      taken := int8range(lower(whole), least(upper(whole), lower(whole) + wanted));
      wanted := wanted - (upper(taken) - lower(taken));
      reached := upper(whole);
      return next;
      if wanted = 0 then
        return;
      end if;
    end loop;
    exit when wanted = before;
  end loop;
end $$;

-- Gives a range to an account. Held ranges merge with adjacent blocks; retired and cancelled ones name their movement,
-- so they stay.
create or replace function place_range(
  p_tenant text, p_asset text, p_series bigint, p_serials int8range, p_account text, p_state text, p_transaction text
) returns void language plpgsql as $$
declare
  touching tid[];
  joined int8range;
begin
  if p_state = 'held' then
    -- Only the first two blocks ending at or after the start can touch the range.
    select array_agg(b.ctid), int8range(min(lower(b.serials)), max(upper(b.serials))) into touching, joined
    from (
      select b.ctid, b.serials from block b
      where b.tenant_id = p_tenant and b.asset_id = p_asset and b.account_id = p_account and b.state = 'held'
        and upper(b.serials) >= lower(p_serials)
      order by upper(b.serials) limit 2
    ) b
    where b.serials -|- p_serials;
    if touching is not null then
      if cardinality(touching) = 2 then
        delete from block where ctid = touching[2];
      end if;
      update block set serials = range_merge(p_serials, joined), transaction_id = p_transaction where ctid = touching[1];
      return;
    end if;
  end if;
  insert into block (tenant_id, asset_id, series, serials, account_id, state, transaction_id)
  values (p_tenant, p_asset, p_series, p_serials, p_account, p_state, p_transaction);
end $$;

-- Moves held units of one asset, lowest serial numbers first, to another account or state. Returns the ordinal of the
-- last entry. The lock on the balances also protects the blocks. Locked units stay with their holder, so they have no
-- entry; their blocks keep the movement that brought them. Failures: not_found, insufficient_balance.
create or replace function move_units(
  p_tenant text, p_transaction text, p_ordinal integer, p_asset text, p_quantity bigint, p_from text, p_to text, p_to_state text
) returns integer language plpgsql as $$
declare
  done text;
  place tid;
  series_moved bigint;
  past bigint;
  block_end bigint;
  brought_by text;
  is_joined boolean := false;
begin
  -- An assignment is cheaper than a `perform` statement.
  if p_to < p_from then
    done := add_held(p_tenant, p_to, p_asset, p_quantity);
  end if;
  update balance set held = held - p_quantity,
    locked = case p_to_state when 'locked' then locked + p_quantity else locked end,
    retired = case p_to_state when 'retired' then retired + p_quantity else retired end,
    cancelled = case p_to_state when 'cancelled' then cancelled + p_quantity else cancelled end
  where tenant_id = p_tenant and account_id = p_from and asset_id = p_asset and held >= p_quantity;
  if not found then
    perform fail_to_take(p_tenant, p_from, p_asset, p_quantity);
  end if;
  if p_from < p_to then
    done := add_held(p_tenant, p_to, p_asset, p_quantity);
  end if;

  -- Usually part of the lowest block suffices. A separate select lets the index drop dead versions, hundreds in a busy
  -- account.
  select b.ctid, b.series, lower(b.serials) + p_quantity, upper(b.serials), b.transaction_id
  into place, series_moved, past, block_end, brought_by
  from block b
  where b.tenant_id = p_tenant and b.asset_id = p_asset and b.account_id = p_from and b.state = 'held'
  order by upper(b.serials) limit 1;
  if (past < block_end) is not true then
    return move_blocks(p_tenant, p_transaction, p_ordinal, p_asset, p_quantity, p_from, p_to, p_to_state);
  end if;
  update block set serials = int8range(past, block_end) where ctid = place;
  if p_to_state = 'locked' then
    insert into block (tenant_id, asset_id, series, serials, account_id, state, transaction_id, pending_id)
    values (p_tenant, p_asset, series_moved, int8range(past - p_quantity, past), p_from, 'locked', brought_by, p_transaction);
    return p_ordinal;
  elsif p_to_state = 'held' then
    -- The sender holds the units that follow, so only a block that ends here can merge.
    update block b set serials = int8range(lower(b.serials), past), transaction_id = p_transaction
    where b.tenant_id = p_tenant and b.asset_id = p_asset and b.account_id = p_to and b.state = 'held'
      and upper(b.serials) = past - p_quantity;
    is_joined := found;
  end if;
  if not is_joined then
    insert into block (tenant_id, asset_id, series, serials, account_id, state, transaction_id)
    values (p_tenant, p_asset, series_moved, int8range(past - p_quantity, past), p_to, p_to_state, p_transaction);
  end if;
  insert into entry (tenant_id, transaction_id, ordinal, asset_id, serials, from_account, from_state, to_account, to_state)
  values (p_tenant, p_transaction, p_ordinal + 1, p_asset, int8range(past - p_quantity, past), p_from, 'held', p_to, p_to_state);
  return p_ordinal + 1;
end $$;

-- Moves whole blocks in a few statements.
create or replace function move_blocks(
  p_tenant text, p_transaction text, p_ordinal integer, p_asset text, p_quantity bigint, p_from text, p_to text, p_to_state text
) returns integer language plpgsql as $$
declare
  places tid[];
  moved int8range[];
  brought_by text[];
  rest int8range;
  range int8range;
  series_moved bigint;
begin
  select array_agg(l.place order by l.taken), array_agg(l.taken order by l.taken),
    (array_agg(int8range(upper(l.taken), upper(l.whole))) filter (where l.taken <> l.whole))[1]
  into places, moved, rest
  from lowest_blocks(p_tenant, p_asset, p_from, p_quantity) l;
  if (select coalesce(sum(upper(m) - lower(m)), 0) from unnest(moved) m) <> p_quantity then
    raise exception 'The blocks of % in % are fewer than its balance', p_from, p_asset;
  end if;
  select series into series_moved from asset where tenant_id = p_tenant and id = p_asset;

  if p_to_state = 'locked' then
    select array_agg(b.transaction_id order by b.serials) into brought_by from block b where b.ctid = any ((select places)::tid[]);
  end if;
  if rest is not null then
    update block set serials = rest where ctid = places[cardinality(places)];
    places := trim_array(places, 1);
  end if;
  -- A subquery: PostgreSQL plans again for each length of a list.
  delete from block where ctid = any ((select places)::tid[]);
  if p_to_state = 'locked' then
    insert into block (tenant_id, asset_id, series, serials, account_id, state, transaction_id, pending_id)
    select p_tenant, p_asset, series_moved, m.serials, p_from, 'locked', m.brought_by, p_transaction
    from unnest(moved, brought_by) m(serials, brought_by);
    return p_ordinal;
  elsif p_to_state = 'held' then
    for range in select unnest(range_agg(m)) from unnest(moved) m loop
      perform place_range(p_tenant, p_asset, series_moved, range, p_to, p_to_state, p_transaction);
    end loop;
  else
    insert into block (tenant_id, asset_id, series, serials, account_id, state, transaction_id)
    select p_tenant, p_asset, series_moved, m, p_to, p_to_state, p_transaction from unnest(moved) m;
  end if;
  insert into entry (tenant_id, transaction_id, ordinal, asset_id, serials, from_account, from_state, to_account, to_state)
  select p_tenant, p_transaction, p_ordinal + m.place, p_asset, m.serials, p_from, 'held', p_to, p_to_state
  from unnest(moved) with ordinality m(serials, place);
  return p_ordinal + cardinality(moved);
end $$;

-- The assets' project, or null for several. A query for the list would scan all assets or be planned for each movement.
create or replace function project_of(p_tenant text, p_assets text[]) returns text language plpgsql stable as $$
declare
  asset text;
  its_project text;
  project text;
begin
  foreach asset in array p_assets loop
    select a.project_id into its_project from asset a where a.tenant_id = p_tenant and a.id = asset;
    if its_project <> project then
      return null;
    end if;
    project := its_project;
  end loop;
  return project;
end $$;

-- Writes movement and request. The index movement_request_by_key refuses a second movement under one key.
create or replace function record_movement(
  p_tenant text, p_transaction text, p_type text, p_assets text[], p_from text, p_to text, p_quantity bigint, p_actor text,
  p_reason text, p_document_hash bytea, p_key text, p_request_hash bytea, p_address text, p_request_id text
) returns void language plpgsql as $$
declare
  next_sequence constant bigint := nextval('audit_event_sequence_seq');
begin
  insert into transaction (tenant_id, id, sequence, type, project_id, from_account, to_account, quantity, actor, reason,
    document_hash)
  values (p_tenant, p_transaction, next_sequence, p_type,
    -- Saves a statement in the usual case.
    case when cardinality(p_assets) = 1 then (select a.project_id from asset a where a.tenant_id = p_tenant and a.id = p_assets[1])
      else project_of(p_tenant, p_assets) end,
    p_from, p_to, p_quantity, p_actor, p_reason, p_document_hash);
  insert into movement_request (tenant_id, sequence, transaction_id, actor, key, request_hash, address, request_id)
  values (p_tenant, next_sequence, p_transaction, p_actor, p_key, p_request_hash, p_address, p_request_id);
end $$;

-- Moves units out of an account, or locks them there. p_items: [{"assetId": text, "quantity": integer}], each asset once.
-- Returns the total.
create or replace function move_items(
  p_tenant text, p_transaction text, p_type text, p_items jsonb, p_from text, p_to text, p_to_state text,
  p_actor text, p_reason text, p_document_hash bytea, p_key text, p_request_hash bytea, p_address text, p_request_id text
) returns bigint language plpgsql as $$
declare
  items jsonb := p_items;
  assets text[] := '{}';
  asset text;
  quantity bigint;
  ordinal integer := 0;
  total bigint := 0;
  done text;
begin
  if jsonb_array_length(items) = 0 then
    perform fail('invalid', 'Name at least one asset.', 'units.noAsset');
  elsif jsonb_array_length(items) > 1 then
    select jsonb_agg(i order by i ->> 'assetId') into items from jsonb_array_elements(p_items) i;
  else
    -- Movements of one asset queue here, because waiters at the balance would read all its versions. For correctness
    -- the balance's lock suffices.
    done := pg_advisory_xact_lock(hashtext(items -> 0 ->> 'assetId'), hashtext(p_from));
  end if;
  for place in 0 .. jsonb_array_length(items) - 1 loop
    asset := items -> place ->> 'assetId';
    quantity := items -> place ->> 'quantity';
    if quantity is null or quantity < 1 then
      perform fail('invalid', 'A quantity is a whole number of at least 1.', 'units.quantity');
    elsif asset = any (assets) then
      perform fail('invalid', 'Name each asset once.', 'units.sameAsset');
    end if;
    ordinal := move_units(p_tenant, p_transaction, ordinal, asset, quantity, p_from, p_to, p_to_state);
    assets := assets || asset;
    total := total + quantity;
  end loop;
  if p_to_state = 'locked' then
    return total;
  end if;
  done := record_movement(p_tenant, p_transaction, p_type, assets, p_from,
    case when p_to_state = 'held' then p_to end, total, p_actor, p_reason, p_document_hash, p_key, p_request_hash, p_address,
    p_request_id);
  return total;
end $$;
