-- A site for each tenant: its host names in the order in which they were given, the first of which stands in letters and on
-- certificates, and at the embedded identity provider people of its own.

alter table tenant_host add column created_at timestamptz not null default clock_timestamp();
create index tenant_host_by_tenant on tenant_host (tenant_id, created_at);

-- Before, one provider knew everybody of the deployment: whose somebody is, the registry's record says, else the groups do.
alter table identity.person add column tenant_id text references tenant;
update identity.person p set tenant_id = coalesce(
  (select u.tenant_id from app_user u where u.username = p.id order by u.created_at limit 1),
  (select t.id from tenant t where t.id = split_part(p.groups[1], '|', 1)),
  (select t.id from tenant t order by t.created_at, t.id limit 1));
alter table identity.person alter column tenant_id set not null;

-- One address is one person of a tenant, however it is capitalised; somebody may be known to two tenants, with two passwords.
drop index identity.person_by_email;
create unique index person_by_email on identity.person (tenant_id, lower(email));

-- Who asked to sign in and has not shown yet to receive mail at that address. It keeps nobody else from using the address.
create table identity.registration (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  tenant_id text not null references tenant,
  email text not null,
  first_name text not null,
  last_name text not null,
  language text not null check (language in ('en', 'fr', 'sw')),
  expires_at timestamptz not null
);
create index registration_by_end on identity.registration (expires_at);

-- Whether strangers may register at the tenant's site; they then register their organisation, which an admin approves.
alter table tenant add column open_registration boolean not null default true;
