-- account.is_guarded: whether a stop or a rule may hold back a movement out of the account or into it. Only then a movement
-- reads the rules.

create or replace function is_guarded(a account, t tenant) returns boolean language sql immutable as $$
  select a.stopped_at is not null or a.approval_from is not null or a.accepts_transfers
    or t.approval_from is not null or t.accepts_transfers or t.undo_claims_minutes > 0 or t.undo_transfers_minutes > 0
    or not t.claims_of_stopped_projects
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

-- Runs as the owner: requests may not change is_guarded.
create or replace function guard_accounts() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update account a set is_guarded = is_guarded(a, new)
  where a.tenant_id = new.id and a.is_guarded <> is_guarded(a, new);
  return null;
end $$;
select let_requests_call('guard_accounts()');
create or replace trigger tenant_guards_accounts after update on tenant
  for each row execute function guard_accounts();
