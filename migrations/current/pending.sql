-- Acts that wait with their units locked (docs/adr/0122-acts-that-wait.md), and mints that wait with a part of what is verified
-- reserved (docs/adr/0127-mints-that-wait.md); a mint's `from_account` is the account that receives. Stages in order: approval by a second person,
-- then acceptance by the recipient or the time in which the act can be undone.

-- For what an act waits next, and until when; no row: for nothing.
create or replace function next_wait(p_tenant text, p_type text, p_from text, p_to text, p_quantity bigint, p_is_approved boolean)
returns table (waits_for text, ends_at timestamptz) language sql stable rows 1 as $$
  select w.waits_for, now() + w.rest
  from tenant t
  join account f on f.tenant_id = t.id and f.id = p_from
  left join account r on r.tenant_id = t.id and r.id = p_to,
  lateral (values
    (1, 'approval', interval '14 days', not p_is_approved and p_quantity >= least(t.approval_from, case when p_type <> 'mint' then f.approval_from end)),
    (2, 'acceptance', interval '14 days', p_type = 'transfer' and (t.accepts_transfers or r.accepts_transfers)),
    (3, 'undo', make_interval(mins => t.undo_transfers_minutes), p_type = 'transfer' and t.undo_transfers_minutes > 0),
    (3, 'undo', make_interval(mins => t.undo_claims_minutes), p_type = 'claim' and t.undo_claims_minutes > 0)
  ) w (place, waits_for, rest, applies)
  where t.id = p_tenant and w.applies
  order by w.place limit 1
$$;

-- Whether somebody of an account has the role of an approver: then only approvers and admins approve.
create or replace function has_approvers(p_tenant text, p_account text) returns boolean language sql stable as $$
  select exists (
    select from people_of_accounts(p_tenant) p where p.account_id = p_account and p.role = 'Approver')
$$;

-- Who approves what a person of an account prepared, as `approves` in shared/rules/account-roles.ts.
create or replace function approvers_of(p_tenant text, p_account text, p_preparer text) returns table (username text)
language sql stable as $$
  select p.username
  from people_of_accounts(p_tenant) p
  where p.account_id = p_account and p.status = 'ACTIVE' and p.username <> p_preparer
    and (p.is_admin or case when p.role is null then not has_approvers(p_tenant, p_account) else p.role = 'Approver' end)
$$;

-- The sum of the quantities of a movement's items.
create or replace function quantity_of(p_items jsonb) returns bigint language sql immutable as $$
  select coalesce(sum((i ->> 'quantity')::bigint), 0)::bigint from jsonb_array_elements(p_items) i
$$;

-- Refuses transfers and claims of units of suspended and withdrawn projects where the registry forbids them. Failures: conflict.
create or replace function fail_if_stopped(p_tenant text, p_type text, p_items jsonb) returns void language plpgsql as $$
declare
  stopped record;
begin
  if (select case p_type when 'claim' then t.claims_of_stopped_projects when 'transfer' then t.transfers_of_stopped_projects else true end
    from tenant t where t.id = p_tenant)
  then
    return;
  end if;
  select p.name, p.status into stopped
  from jsonb_array_elements(p_items) i
  join asset a on a.tenant_id = p_tenant and a.id = i ->> 'assetId'
  join project p on p.tenant_id = p_tenant and p.id = a.project_id
  where p.status in ('suspended', 'withdrawn')
  order by p.name limit 1;
  if found then
    perform fail('conflict',
      format('The project %s is %s; this registry lets nobody %s its units.', stopped.name, stopped.status, p_type),
      case p_type when 'claim' then 'units.claimOfStopped' else 'units.transferOfStopped' end,
      jsonb_build_object('project', stopped.name, 'of', 'project', 'status', stopped.status));
  end if;
end $$;

-- Refuses a movement that a stop or a rule forbids. Locks the units of an act that has to wait, and keeps the act; returns null,
-- with nothing locked, for one that need not. A mint locks nothing, its act reserves. Called where a rule may concern the
-- movement (account.is_guarded).
-- Failures: those of fail_if_account_stopped, fail_if_stopped, check_caps and move_items, and conflict where nobody could approve.
create or replace function hold_back(
  p_tenant text, p_caller text, p_key text, p_request_hash bytea, p_address text, p_request_id text,
  p_transaction text, p_type text, p_from text, p_to text, p_items jsonb, p_reason text, p_claim jsonb, p_document_hash bytea
) returns jsonb language plpgsql as $$
declare
  wait record;
  total bigint;
begin
  if p_type <> 'mint' then
    perform fail_if_account_stopped(p_tenant, p_from);
    perform fail_if_stopped(p_tenant, p_type, p_items);
    perform check_caps(p_tenant, p_caller, p_from, p_to, quantity_of(p_items));
  end if;
  select * into wait from next_wait(p_tenant, p_type, p_from, p_to, quantity_of(p_items), false);
  if not found then
    return null;
  elsif wait.waits_for = 'approval'
    and not exists (
      select from concerned(p_tenant, p_caller, null, null, p_type in ('burn', 'mint'))
      union all select from approvers_of(p_tenant, p_from, p_caller) where p_type not in ('burn', 'mint'))
  then
    perform fail('conflict', 'A second person must approve this quantity, and there is none.', 'pending.nobodyApproves');
  end if;
  if p_type = 'mint' then
    total := quantity_of(p_items);
  else
    total := move_items(p_tenant, p_transaction, p_type, p_items, p_from, p_from, 'locked', p_caller, p_reason, p_document_hash,
      p_key, p_request_hash, p_address, p_request_id);
  end if;
  insert into pending_act (tenant_id, id, type, waits_for, ends_at, from_account, to_account, items, quantity, reason, claim,
    document_hash, prepared_by, request_id)
  values (p_tenant, p_transaction, p_type, wait.waits_for, wait.ends_at, p_from, p_to, p_items, total, p_reason, p_claim,
    p_document_hash, p_caller, p_request_id);
  insert into movement_request (tenant_id, sequence, transaction_id, actor, key, request_hash)
  values (p_tenant, nextval('audit_event_sequence_seq'), p_transaction, p_caller, p_key, p_request_hash);
  insert into audit_event (tenant_id, actor, act, subject, after, address, request_id)
  values (p_tenant, p_caller, 'pending.prepare', 'account:' || p_from,
    jsonb_build_object('type', p_type, 'quantity', total, 'from', case when p_type <> 'mint' then p_from end,
      'to', case p_type when 'mint' then p_from else p_to end, 'reason', p_reason), p_address, p_request_id);
  return jsonb_build_object('pendingId', p_transaction);
end $$;

-- The act, locked, after the lock that keeps movements and a stop of the account apart.
-- Failures: not_found; conflict if the act has ended or waits for something else.
create or replace function waiting_act(p_tenant text, p_id text, p_waits_for text) returns pending_act language plpgsql as $$
declare
  act pending_act;
begin
  if p_tenant is distinct from current_setting('registry.tenant', true) then
    perform fail_outside_of_wall(p_tenant);
  end if;
  perform pg_advisory_xact_lock_shared(hashtext('account stop'), hashtext(p.from_account))
  from pending_act p where p.tenant_id = p_tenant and p.id = p_id;
  select * into act from pending_act p where p.tenant_id = p_tenant and p.id = p_id for no key update;
  if not found then
    perform fail('not_found', 'There is no such act.', 'noSuch.pending');
  elsif act.outcome is not null then
    perform fail('conflict', format('This act has ended: %s.', act.outcome), 'pending.ended');
  elsif act.waits_for <> p_waits_for then
    perform fail('conflict', format('This act waits for: %s.', act.waits_for), 'pending.elsewhere');
  end if;
  return act;
end $$;

-- Takes the locked units of an asset of an act. Returns their ranges; the balance is the caller's to change.
create or replace function unlock_blocks(act pending_act, p_asset text)
returns table (serials int8range, series bigint, brought_by text) language sql as $$
  delete from block b
  where b.tenant_id = act.tenant_id and b.asset_id = p_asset and b.account_id = act.from_account and b.state = 'locked'
    and b.pending_id = act.id
  returning b.serials, b.series, b.transaction_id
$$;

-- Makes the movement for which an act has waited, of exactly the units that were locked, or the mint that was prepared.
-- Failures: those of an account or a project that has stopped meanwhile, and of mintable().
create or replace function carry_out(act pending_act) returns void language plpgsql as $$
declare
  item record;
  unlocked record;
  ordinal integer := 0;
  hand constant text := coalesce(act.to_account, act.from_account);
  state constant text := case act.type when 'transfer' then 'held' when 'claim' then 'retired' else 'cancelled' end;
  receiving record;
begin
  if act.type = 'mint' then
    perform issue_reserved(act);
    return;
  end if;
  perform fail_if_account_stopped(act.tenant_id, act.from_account);
  if act.type <> 'burn' then
    perform fail_unless_active((select status from account where tenant_id = act.tenant_id and id = act.from_account), 'sending');
  end if;
  if act.type = 'transfer' then
    select * into receiving from receiver(act.tenant_id, act.to_account);
    perform fail_unless_active(receiving.status, 'receiving');
    if not receiving.may_receive then
      perform fail_nobody_receives();
    end if;
  end if;
  perform fail_if_stopped(act.tenant_id, act.type, act.items);
  for item in
    select i ->> 'assetId' as asset_id, (i ->> 'quantity')::bigint as quantity
    from jsonb_array_elements(act.items) i order by i ->> 'assetId'
  loop
    if hand < act.from_account then
      perform add_held(act.tenant_id, hand, item.asset_id, item.quantity);
    end if;
    update balance set locked = locked - item.quantity,
      retired = case state when 'retired' then retired + item.quantity else retired end,
      cancelled = case state when 'cancelled' then cancelled + item.quantity else cancelled end
    where tenant_id = act.tenant_id and account_id = act.from_account and asset_id = item.asset_id;
    if hand > act.from_account then
      perform add_held(act.tenant_id, hand, item.asset_id, item.quantity);
    end if;
    for unlocked in select * from unlock_blocks(act, item.asset_id) u order by u.serials loop
      ordinal := ordinal + 1;
      perform place_range(act.tenant_id, item.asset_id, unlocked.series, unlocked.serials, hand, state, act.id);
      insert into entry (tenant_id, transaction_id, ordinal, asset_id, serials, from_account, from_state, to_account, to_state)
      values (act.tenant_id, act.id, ordinal, item.asset_id, unlocked.serials, act.from_account, 'held', hand, state);
    end loop;
  end loop;
  perform record_movement(act.tenant_id, act.id, act.type, array(select i ->> 'assetId' from jsonb_array_elements(act.items) i),
    act.from_account, act.to_account, act.quantity, act.prepared_by, act.reason, act.document_hash, null, null, null, act.request_id);
  if act.type = 'claim' then
    perform record_claim(act.tenant_id, act.id, act.from_account, act.prepared_by, act.items, act.claim, act.quantity);
  end if;
  update pending_act p set outcome = 'done', ended_at = now()
  where p.tenant_id = act.tenant_id and p.id = act.id;
end $$;

-- An act goes on: approved, accepted, or its time for undoing is over (p_user null). Returns the next stage, or null with the
-- movement made. Failures: those of waiting_act and carry_out; conflict before or after the stage's end.
create or replace function pending_proceed(p_tenant text, p_id text, p_waits_for text, p_user text) returns text
language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off as $$
declare
  act constant pending_act := waiting_act(p_tenant, p_id, p_waits_for);
  wait record;
begin
  if (act.waits_for = 'undo') <> (act.ends_at <= now()) then
    perform fail('conflict', 'The time of this stage is over, or not over yet.', 'pending.ended');
  elsif act.waits_for = 'approval' and p_user = act.prepared_by then
    perform fail('own_work', 'A second person approves, not the one who prepared the act.', 'pending.samePerson');
  end if;
  if act.waits_for = 'approval' then
    select * into wait from next_wait(p_tenant, act.type, act.from_account, act.to_account, act.quantity, true);
    update pending_act p set approved_by = p_user, approved_at = now(),
      waits_for = coalesce(wait.waits_for, p.waits_for), ends_at = coalesce(wait.ends_at, p.ends_at)
    where p.tenant_id = p_tenant and p.id = p_id;
    if wait.waits_for is not null then
      return wait.waits_for;
    end if;
  end if;
  perform carry_out(act);
  return null;
end $$;
select let_requests_call('pending_proceed(text, text, text, text)');

-- An act ends without a movement; its units are free again. p_user null: the server ends the act. p_because: the refusal for which
-- the act failed.
-- Failures: those of waiting_act; conflict once the time for undoing is over.
create or replace function pending_end(
  p_tenant text, p_id text, p_waits_for text, p_outcome text, p_user text, p_reason text, p_because jsonb
) returns void language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off as $$
declare
  act constant pending_act := waiting_act(p_tenant, p_id, p_waits_for);
  item record;
  unlocked record;
begin
  if p_user is not null and act.ends_at <= now() then
    perform fail('conflict', 'The time of this stage is over.', 'pending.ended');
  end if;
  for item in
    select i ->> 'assetId' as asset_id, (i ->> 'quantity')::bigint as quantity
    from jsonb_array_elements(act.items) i where act.type <> 'mint' order by i ->> 'assetId'
  loop
    update balance set locked = locked - item.quantity, held = held + item.quantity
    where tenant_id = p_tenant and account_id = act.from_account and asset_id = item.asset_id;
    for unlocked in select * from unlock_blocks(act, item.asset_id) u order by u.serials loop
      perform place_range(p_tenant, item.asset_id, unlocked.series, unlocked.serials, act.from_account, 'held', unlocked.brought_by);
    end loop;
  end loop;
  update pending_act p set outcome = p_outcome, ended_at = now(), ended_by = p_user, ended_reason = p_reason, ended_because = p_because
  where p.tenant_id = p_tenant and p.id = p_id;
end $$;
select let_requests_call('pending_end(text, text, text, text, text, text, jsonb)');

-- Ends all acts of an account that wait to move its units: the account is stopped.
create or replace function end_acts_of(p_tenant text, p_account text) returns void
language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off as $$
declare
  act record;
begin
  for act in
    select p.id, p.waits_for from pending_act p
    where p.tenant_id = p_tenant and p.from_account = p_account and p.type <> 'mint' and p.outcome is null order by p.id for no key update
  loop
    perform pending_end(p_tenant, act.id, act.waits_for, 'failed', null, null,
      jsonb_build_object('reason', 'units.senderStopped', 'facts', jsonb_build_object('since', (now() at time zone 'UTC')::date)));
  end loop;
end $$;
select let_requests_call('end_acts_of(text, text)');
