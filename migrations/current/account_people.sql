-- Who belongs to accounts (docs/adr/0129-several-accounts.md): whose record has the account's group of members. All questions about the
-- people of an account go here, and none to the column account_id of app_user, a person's first one. `place`: of the account among the
-- person's groups. PostgreSQL inlines these functions.
create or replace function people_of_accounts(p_tenant text)
returns table (account_id text, username text, status text, is_admin boolean, role text, ends_at timestamptz, place integer)
language sql stable rows 10 as $$
  select m.account_id, u.username, u.status,
    u.groups @> array[m.tenant_id || '|' || m.account_id || '|AccountAdmin'], r.role, r.ends_at,
    array_position(u.groups, m.tenant_id || '|' || m.account_id || '|General')
  from membership m
  join app_user u on u.tenant_id = m.tenant_id and u.username = m.username
  left join account_role r on r.tenant_id = m.tenant_id and r.account_id = m.account_id and r.username = m.username
  where m.tenant_id = p_tenant and m.until = 'infinity'
    and u.groups @> array[m.tenant_id || '|' || m.account_id || '|General']
$$;

-- Also who was deleted, for the audit log.
create or replace function known_in_accounts(p_tenant text, p_accounts text[]) returns table (username text) language sql stable rows 10 as $$
  select distinct m.username
  from membership m join app_user u on u.tenant_id = m.tenant_id and u.username = m.username
  where m.tenant_id = p_tenant and m.account_id = any (p_accounts) and (m.until = 'infinity' or u.status = 'DELETED')
$$;
