-- Whom an act concerns, without its actor; named people may be suspended or invited, and nobody stands for an account to
-- which the access has ended. PostgreSQL inlines this function and skips null lists.
create or replace function concerned(
  p_tenant text, p_actor text, p_accounts text[], p_usernames text[], p_admins boolean
) returns table (username text) language sql stable as $$
  select receiver.username
  from (
    select p.username from people_of_accounts(p_tenant) p
    where p.account_id = any (p_accounts) and p.status = 'ACTIVE' and (p.ends_at <= now()) is not true
    union
    select u.username from app_user u
    where u.tenant_id = p_tenant and u.username = any (p_usernames) and u.status <> 'DELETED'
    union
    select u.username from app_user u
    where p_admins and u.tenant_id = p_tenant and u.groups && array[p_tenant || '|TenantAdmin', 'TenantAdmin'] and u.status = 'ACTIVE'
  ) receiver
  where receiver.username is distinct from p_actor
$$;

-- Whether an account, or one of the person's, is not approved: letters do not repeat words of strangers.
create or replace function is_stranger(p_tenant text, p_username text, p_accounts text[]) returns boolean language sql stable as $$
  select exists (
    select from account a
    where a.tenant_id = p_tenant and a.status <> 'active' and (a.id = any (p_accounts)
      or a.id in (select p.account_id from people_of_accounts(p_tenant) p where p.username = p_username)))
$$;

-- For people of several accounts, `ownAccount` in the facts names their accounts among `p_accounts`, unless `account` is that name.
create or replace function facts_for(p_tenant text, p_username text, p_accounts text[], p_facts jsonb) returns jsonb language sql stable as $$
  select p_facts || coalesce((
    select jsonb_build_object('ownAccount', string_agg(a.name, ', ' order by p.place) filter (where a.id = any (p_accounts)))
    from people_of_accounts(p_tenant) p join account a on a.tenant_id = p_tenant and a.id = p.account_id
    where p.username = p_username
    having count(*) > 1
      and string_agg(a.name, ', ') filter (where a.id = any (p_accounts)) is distinct from p_facts ->> 'account'
      and bool_or(a.id = any (p_accounts))
  ), '{}')
$$;

-- The commit wakes the sender of letters.
create or replace function tell(
  p_tenant text, p_actor text, p_accounts text[], p_usernames text[], p_admins boolean, p_kind text, p_facts jsonb,
  p_words_of text[] default '{}'
) returns void language plpgsql as $$
begin
  insert into notice (tenant_id, username, kind, facts, is_of_stranger)
  select p_tenant, c.username, p_kind, facts_for(p_tenant, c.username, p_accounts, p_facts), is_stranger(p_tenant, p_actor, p_words_of)
  from concerned(p_tenant, p_actor, p_accounts, p_usernames, p_admins) c;
  if found then
    perform pg_notify('notice', '');
  end if;
end $$;
