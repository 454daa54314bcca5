-- What people are told (docs/adr/0016-notices.md): a transition and the notices of it are one transaction. The notice is also
-- the letter that waits for the postman.

create table notice (
  tenant_id text not null,
  username text not null,
  sequence bigint generated always as identity,
  -- Which sentence it is and what the sentence names, as shared/rules/notices.ts says.
  kind text not null,
  facts jsonb not null,
  created_at timestamptz not null default now(),
  read_at timestamptz,
  -- When the postman takes it; null once the letter is sent, given up or not wanted.
  next_at timestamptz default now(),
  attempts smallint not null default 0,
  mailed_at timestamptz,
  failure text,
  primary key (tenant_id, username, sequence),
  foreign key (tenant_id, username) references app_user (tenant_id, username),
  -- What was sent is not sent again.
  check (mailed_at is null or next_at is null)
);
create index notice_unread on notice (tenant_id, username) where read_at is null;
create index notice_due on notice (next_at) where next_at is not null;

alter table app_user add column tell_by_mail boolean not null default true;

call keep_tenants_apart('notice', true);

-- Reading is all that changes a notice; it goes with the person whom it told.
alter procedure grant_to_application() rename to grant_before_notices;
create procedure grant_to_application() language plpgsql as $$
begin
  call grant_before_notices();
  if exists (select from pg_roles where rolname = 'registry_app') then
    grant select, insert, delete, update (read_at) on notice to registry_app;
  end if;
end $$;
call grant_to_application();

-- Tells each of the receivers once, and never whoever acted: the active users of some accounts, people by name (suspended and
-- invited ones too), the tenant's admins. The postman is told when it commits.
create function tell(
  p_tenant text, p_actor text, p_accounts text[], p_usernames text[], p_admins boolean, p_kind text, p_facts jsonb
) returns void language plpgsql as $$
begin
  insert into notice (tenant_id, username, kind, facts)
  select p_tenant, receiver.username, p_kind, p_facts
  from (
    select u.username from app_user u
    where u.tenant_id = p_tenant and u.account_id = any (p_accounts) and u.status = 'ACTIVE'
    union
    select u.username from app_user u
    where u.tenant_id = p_tenant and u.username = any (p_usernames) and u.status <> 'DELETED'
    union
    select u.username from app_user u
    where p_admins and u.tenant_id = p_tenant and u.groups && array[p_tenant || '|TenantAdmin', 'TenantAdmin'] and u.status = 'ACTIVE'
  ) receiver
  where receiver.username is distinct from p_actor;
  if found then
    perform pg_notify('notice', '');
  end if;
end $$;
