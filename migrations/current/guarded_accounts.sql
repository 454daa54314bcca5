-- account.is_guarded: whether a stop or a rule may hold back a movement out of the account or into it. Only then a movement
-- reads the rules.

create or replace function guards(registry tenant) returns boolean language sql immutable as $$
  select registry.approval_from is not null or registry.accepts_transfers or registry.daily_cap is not null
    or registry.undo_claims_minutes > 0 or registry.undo_transfers_minutes > 0
    or not registry.claims_of_stopped_projects or not registry.transfers_of_stopped_projects
$$;

create or replace function is_guarded(a account, registry tenant) returns boolean language sql immutable as $$
  select a.stopped_at is not null or a.approval_from is not null or a.accepts_transfers
    or a.daily_cap is not null or a.new_recipient_cap is not null or a.only_listed or guards(registry)
$$;

-- A new account waits for a change of its registry's rules, and takes them.
create or replace function keep_guarded() returns trigger language plpgsql as $$
declare
  registry tenant;
begin
  if tg_op = 'INSERT' then
    select * into registry from tenant where id = new.tenant_id for share;
  else
    select * into registry from tenant where id = new.tenant_id;
  end if;
  new.is_guarded = is_guarded(new, registry);
  return new;
end $$;
create or replace trigger account_keeps_guarded before insert or update on account
  for each row execute function keep_guarded();

-- Writes all accounts: one that another transaction changes meanwhile waits, and takes the new rules. Runs as the owner:
-- requests may not change is_guarded.
create or replace function guard_accounts() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update account set is_guarded = guards(new) where tenant_id = new.id;
  return null;
end $$;
select let_requests_call('guard_accounts()');
create or replace trigger tenant_guards_accounts after update on tenant
  for each row when (guards(old) <> guards(new)) execute function guard_accounts();
