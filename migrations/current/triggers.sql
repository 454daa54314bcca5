-- Trigger functions with their tables.

-- Refuses changes of append-only rows.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'integrity_constraint_violation';
end $$;
create or replace trigger audit_event_is_append_only before update or delete or truncate on audit_event
  for each statement execute function refuse_change();
create or replace trigger transaction_is_append_only before update or delete or truncate on transaction
  for each statement execute function refuse_change();
create or replace trigger entry_is_append_only before update or delete or truncate on entry
  for each statement execute function refuse_change();
create or replace trigger ledger_link_is_append_only before update or delete or truncate on ledger_link
  for each statement execute function refuse_change();
create or replace trigger log_head_is_append_only before update or delete or truncate on log_head
  for each statement execute function refuse_change();
create or replace trigger log_node_is_append_only before update or delete or truncate on log_node
  for each statement execute function refuse_change();
create or replace trigger claim_correction_is_append_only before update or delete or truncate on claim_correction
  for each statement execute function refuse_change();
create or replace trigger movement_request_is_append_only before update or delete or truncate on movement_request
  for each statement execute function refuse_change();
create or replace trigger finding_message_is_append_only before update or delete or truncate on finding_message
  for each statement execute function refuse_change();
create or replace trigger imported_row_is_append_only before delete or truncate on imported_row
  for each statement execute function refuse_change();
-- A later import may add fields that were empty.
create or replace trigger imported_row_is_only_filled_in before update on imported_row
  for each row when (
    not new.source @> old.source or (new.tenant_id, new.kind, new.key) is distinct from (old.tenant_id, old.kind, old.key)
  ) execute function refuse_change();
create or replace trigger chain_signature_is_append_only before update or delete or truncate on chain_signature
  for each statement execute function refuse_change();

-- Requests cannot choose the time of their audit events.
create or replace function at_its_time() returns trigger language plpgsql as $$
begin
  if current_setting('registry.scope', true) is distinct from 'deployment' then
    new.at = now();
  end if;
  return new;
end $$;
create or replace trigger audit_event_is_at_its_time before insert on audit_event
  for each row execute function at_its_time();

-- Stores former names of accounts.
create or replace function keep_former_name() returns trigger language plpgsql as $$
begin
  insert into former_name (tenant_id, account_id, until, name) values (old.tenant_id, old.id, clock_timestamp(), old.name);
  return null;
end $$;
create or replace trigger account_keeps_former_name after update of name on account
  for each row when (old.name is distinct from new.name) execute function keep_former_name();

-- The accounts of a tenant in a list of groups.
create or replace function accounts_in(p_tenant text, p_groups text[]) returns setof text language sql immutable as $$
  select id from unnest(p_groups) g, split_part(g, '|', 2) id
  where id <> '' and g in (p_tenant || '|' || id || '|General', p_tenant || '|' || id || '|AccountAdmin')
$$;

-- Runs as the owner: requests may not change memberships.
create or replace function keep_membership() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  joined constant text[] := array(select distinct account_id from accounts_in(new.tenant_id, new.groups) account_id);
begin
  update membership set until = now()
  where tenant_id = new.tenant_id and username = new.username and until = 'infinity' and account_id <> all (joined);
  insert into membership (tenant_id, username, account_id, since)
  select new.tenant_id, new.username, id, now() from unnest(joined) id
  where not exists (
    select from membership
    where tenant_id = new.tenant_id and username = new.username and account_id = id and until = 'infinity')
  on conflict (tenant_id, username, account_id, since) do update set until = 'infinity';
  return null;
end $$;
select let_requests_call('keep_membership()');
create or replace trigger app_user_keeps_membership after insert or update of groups on app_user
  for each row execute function keep_membership();

-- The bounding box of a project's point or area (outer rings), and one box for each of several polygons.
create or replace function keep_extent() returns trigger language plpgsql as $$
declare
  boxes box[];
begin
  new.parts = null;
  if new.area is null then
    new.extent = box(point(new.longitude, new.latitude), point(new.longitude, new.latitude));
    return new;
  end if;
  select array_agg(part order by place) into boxes
  from jsonb_array_elements(
    case new.area ->> 'type' when 'MultiPolygon' then new.area -> 'coordinates' else jsonb_build_array(new.area -> 'coordinates') end
  ) with ordinality polygon(rings, place)
  cross join lateral (
    select box(point(min(x), min(y)), point(max(x), max(y))) as part
    from (select (at ->> 0)::float8 as x, (at ->> 1)::float8 as y from jsonb_array_elements(rings -> 0) at) ring
  ) outer_ring;
  select box(point(min((part[1])[0]), min((part[1])[1])), point(max((part[0])[0]), max((part[0])[1]))) into new.extent
  from unnest(boxes) part;
  if cardinality(boxes) > 1 then
    new.parts = boxes;
  end if;
  return new;
end $$;
create or replace trigger project_keeps_extent before insert or update of longitude, latitude, area on project
  for each row execute function keep_extent();

-- The time of the last status change.
create or replace function keep_status_since() returns trigger language plpgsql as $$
begin
  new.status_since = now();
  return new;
end $$;
create or replace trigger project_keeps_status_since before update of status on project
  for each row when (old.status is distinct from new.status) execute function keep_status_since();
create or replace trigger methodology_keeps_status_since before update of status on methodology
  for each row when (old.status is distinct from new.status) execute function keep_status_since();
create or replace trigger measurement_keeps_status_since before update of status on measurement
  for each row when (old.status is distinct from new.status) execute function keep_status_since();
create or replace trigger verification_keeps_status_since before update of status on verification
  for each row when (old.status is distinct from new.status) execute function keep_status_since();

-- Only the owner may change the verdict and quantity of a decided verification.
create or replace function refuse_other_verdict() returns trigger language plpgsql as $$
begin
  if not pg_has_role(current_user, (select relowner from pg_class where oid = tg_relid), 'member') then
    raise exception 'The verdict and the quantity of a decided verification stay' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create or replace trigger verification_keeps_its_verdict before update of status, quantity on verification
  for each row when (
    old.status in ('verified', 'not verified') and (new.status, new.quantity) is distinct from (old.status, old.quantity)
  ) execute function refuse_other_verdict();
