-- Distributes a mint item over vintages, by `byYear` or oldest first. `room`: verified, not yet issued or reserved.
create or replace function vintages_to_mint(p_tenant text, p_item jsonb) returns table (
  verification text, asset text, is_open boolean, vintage daterange, verified bigint, room bigint, quantity bigint
) language sql stable as $$
  select p_item ->> 'verificationId',
    coalesce(y.asset_id, concat_ws('-', p_item ->> 'newAssetId', case when count(*) over () > 1 then y.year end)),
    y.asset_id is not null, y.vintage, y.verified, y.room,
    case when jsonb_typeof(p_item -> 'byYear') = 'array' then (
        select coalesce(sum((stated ->> 'quantity')::bigint), 0) from jsonb_array_elements(p_item -> 'byYear') stated
        where (stated ->> 'year')::int = y.year)
      else greatest(0, least(y.room, (p_item ->> 'quantity')::bigint
        - coalesce(sum(y.room) over (order by y.place rows between unbounded preceding and 1 preceding), 0))) end::bigint
  from (
    select v.*, v.verified - v.issued - v.reserved as room, extract(year from upper(v.vintage) - 1)::int as year
    from vintages_of(p_tenant, p_item ->> 'verificationId') v
  ) y
$$;

-- The rows of vintages_to_mint() with a quantity to issue.
create or replace function issued_vintages(p_vintages jsonb) returns table (
  verification text, asset text, is_open boolean, vintage daterange, verified bigint, quantity bigint
) language sql immutable as $$
  select y.* from jsonb_to_recordset(p_vintages) y (
    verification text, asset text, is_open boolean, vintage daterange, verified bigint, quantity bigint)
  where y.quantity > 0
$$;

-- What a mint of the items would issue, with projects and verifications locked by id. p_items: [{"verificationId": text,
-- "quantity": integer, "newAssetId": text, "byYear": [{"year": integer, "quantity": integer}] or null}], each verification once.
-- Failures: invalid, not_found, conflict (not verified, project not active, several accounts, years not stated, minting
-- paused), exceeds_verified, account_not_active.
create or replace function mintable(p_tenant text, p_items jsonb, out receiver text, out vintages jsonb) language plpgsql as $$
declare
  verifications constant text[] := array(select i ->> 'verificationId' from jsonb_array_elements(p_items) i);
  item record;
  paused text;
begin
  vintages := '[]';
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

  for item in
    select (i ->> 'quantity')::bigint as quantity, v.quantity as verified, v.by_year is null and years_of(m.period) > 1 as lacks_years,
      y.vintages, y.is_open, y.room, y.asked, y.beyond
    from jsonb_array_elements(p_items) i
    join verification v on v.tenant_id = p_tenant and v.id = i ->> 'verificationId'
    join measurement m on m.tenant_id = v.tenant_id and m.id = v.measurement_id
    cross join lateral (
      select jsonb_agg(to_jsonb(y)) as vintages, bool_or(y.is_open) as is_open, sum(y.room) as room, sum(y.quantity) as asked,
        (min(extract(year from upper(y.vintage) - 1)) filter (where y.quantity > y.room))::text as beyond
      from vintages_to_mint(p_tenant, i) y
    ) y
  loop
    if item.quantity is null or item.quantity < 1 then
      perform fail('invalid', 'A quantity is a whole number of at least 1.', 'units.quantity');
    -- An asset issued without years may be issued further.
    elsif item.lacks_years and not item.is_open then
      perform fail('conflict', 'The period crosses calendar years; the verifier first states how many units are of each.',
        'units.yearsMissing');
    elsif item.quantity > item.room then
      perform fail('exceeds_verified', format('%s units asked for, %s of %s verified are not yet issued.',
        item.quantity, item.room, item.verified),
        'units.exceedsVerified',
        jsonb_build_object('asked', item.quantity, 'left', item.room, 'verified', item.verified));
    elsif item.beyond is not null then
      perform fail('exceeds_verified', format('More units of %s are asked for than are verified and not yet issued.', item.beyond),
        'units.exceedsYear', jsonb_build_object('year', item.beyond));
    elsif item.asked <> item.quantity then
      perform fail('invalid', 'The quantities by year are of calendar years of the period, and add up to the quantity.', 'units.byYear');
    end if;
    vintages := vintages || item.vintages;
  end loop;
end $$;

-- Issues vintages in one movement, with an asset for each. Locks assets and balances by id. Failures: idempotency_mismatch.
create or replace function issue(
  p_tenant text, p_caller text, p_key text, p_request_hash bytea, p_address text, p_request_id text,
  p_transaction text, p_receiver text, p_vintages jsonb
) returns void language plpgsql as $$
declare
  verifications constant text[] := array(select distinct y.verification from issued_vintages(p_vintages) y);
  item record;
  serials int8range;
  assets text[] := '{}';
  total bigint := 0;
begin
  insert into asset (tenant_id, id, project_id, verification_id, vintage, batch, country, verified_quantity)
  select p_tenant, y.asset, v.project_id, v.id, y.vintage,
    row_number() over (partition by v.project_id order by y.vintage)
      + (select count(*) from asset a where a.tenant_id = p_tenant and a.project_id = v.project_id),
    coalesce(p.country, 'ZZ'), y.verified
  from issued_vintages(p_vintages) y
  join verification v on v.tenant_id = p_tenant and v.id = y.verification
  join project p on p.tenant_id = v.tenant_id and p.id = v.project_id
  where not y.is_open;

  perform 1 from asset a where a.tenant_id = p_tenant and a.verification_id = any (verifications)
  order by a.id for no key update;
  -- One statement: the triggers update sums once, after all rows.
  update asset a set issued = a.issued + y.quantity
  from issued_vintages(p_vintages) y
  where a.tenant_id = p_tenant and a.id = y.asset;

  for item in
    select a.id, a.series, a.issued, y.quantity
    from issued_vintages(p_vintages) y join asset a on a.tenant_id = p_tenant and a.id = y.asset
    order by a.id
  loop
    assets := assets || item.id;
    total := total + item.quantity;
    serials := int8range(item.issued - item.quantity + 1, item.issued + 1);
    perform add_held(p_tenant, p_receiver, item.id, item.quantity);
    insert into entry (tenant_id, transaction_id, ordinal, asset_id, serials, to_account, to_state)
    values (p_tenant, p_transaction, cardinality(assets), item.id, serials, p_receiver, 'held');
    perform place_range(p_tenant, item.id, item.series, serials, p_receiver, 'held', p_transaction);
  end loop;
  perform record_movement(p_tenant, p_transaction, 'mint', assets, null, p_receiver, total, p_caller, null,
    sha256(convert_to(mint_text(p_tenant, p_transaction), 'UTF8')), p_key, p_request_hash, p_address, p_request_id);
end $$;

-- The items of a mint that waits, one a vintage.
create or replace function reserving(p_tenant text, p_items jsonb, p_vintages jsonb) returns jsonb language sql stable as $$
  select jsonb_agg(jsonb_build_object('verificationId', y.verification, 'year', extract(year from upper(y.vintage) - 1)::int,
    'quantity', y.quantity, 'assetId', y.asset, 'newAssetId', i ->> 'newAssetId', 'projectId', v.project_id) order by y.vintage, y.asset)
  from issued_vintages(p_vintages) y
  join verification v on v.tenant_id = p_tenant and v.id = y.verification
  join jsonb_array_elements(p_items) i on i ->> 'verificationId' = y.verification
$$;

-- Issues what an act has reserved. Failures: those of mintable().
create or replace function issue_reserved(act pending_act) returns void language plpgsql as $$
declare
  asked constant jsonb := (
    select jsonb_agg(of_one) from (
      select jsonb_build_object('verificationId', i ->> 'verificationId', 'newAssetId', i ->> 'newAssetId',
        'quantity', sum((i ->> 'quantity')::bigint),
        'byYear', jsonb_agg(jsonb_build_object('year', i -> 'year', 'quantity', i -> 'quantity'))) as of_one
      from jsonb_array_elements(act.items) i group by i ->> 'verificationId', i ->> 'newAssetId') x);
  minted record;
begin
  -- Ends the reservation, which the check below would count.
  update pending_act p set outcome = 'done', ended_at = now() where p.tenant_id = act.tenant_id and p.id = act.id;
  select * into minted from mintable(act.tenant_id, asked);
  perform issue(act.tenant_id, act.prepared_by, null, null, null, act.request_id, act.id, minted.receiver, minted.vintages);
  -- Another mint may have opened the vintage's asset meanwhile.
  update pending_act p set items = reserving(act.tenant_id, asked, minted.vintages)
  where p.tenant_id = act.tenant_id and p.id = act.id;
end $$;

-- Issues verified units, or reserves them where the act has to wait. p_items: as of mintable().
-- Failures: those of mintable() and hold_back(), idempotency_mismatch.
create or replace function ledger_mint(
  p_tenant text, p_caller text, p_key text, p_request_hash bytea, p_address text, p_request_id text,
  p_transaction text, p_items jsonb
) returns jsonb language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off as $$
declare
  answer jsonb;
  minted record;
begin
  if p_tenant is distinct from current_setting('registry.tenant', true) then
    perform fail_outside_of_wall(p_tenant);
  end if;
  answer := first_answer(p_tenant, p_caller, p_key, p_request_hash);
  if answer is not null then
    return answer;
  end if;
  select * into minted from mintable(p_tenant, p_items);
  if (select a.is_guarded from account a where a.tenant_id = p_tenant and a.id = minted.receiver) then
    answer := hold_back(p_tenant, p_caller, p_key, p_request_hash, p_address, p_request_id, p_transaction, 'mint', minted.receiver,
      null, reserving(p_tenant, p_items, minted.vintages), null, null, null);
    if answer is not null then
      return answer;
    end if;
  end if;
  perform issue(p_tenant, p_caller, p_key, p_request_hash, p_address, p_request_id, p_transaction, minted.receiver, minted.vintages);
  return jsonb_build_object('transactionId', p_transaction);
end $$;
select let_requests_call('ledger_mint(text, text, text, bytea, text, text, text, jsonb)');
