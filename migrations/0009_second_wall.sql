-- The second wall between tenants (docs/adr/0014-second-wall.md): what the application asks for a tenant, PostgreSQL refuses
-- for every other one, even where a WHERE is wrong. The first wall are the composite keys.
--
-- The application works as registry_app, which owns nothing, and names its tenant in registry.tenant, transaction by
-- transaction. What works for the whole deployment (migrations, settlement, hash chain, import, the tenant command) is the
-- owner and says so: registry.scope = 'deployment'.

-- A database user who may make no roles works within the same policies as the owner, without the grants.
do $$
begin
  if not exists (select from pg_roles where rolname = 'registry_app') then
    create role registry_app nologin;
  end if;
exception
  -- Another database of this server makes it at the same time.
  when duplicate_object or unique_violation then null;
  when insufficient_privilege then null;
end $$;
do $$
begin
  if not pg_has_role(current_user, 'registry_app', 'member') then
    grant registry_app to current_user;
  end if;
exception when insufficient_privilege or undefined_object then null;
end $$;

-- Only rows of the tenant that the transaction is for are written. Reading is left to the queries, unless is_private: a
-- policy on reads needs a transaction for each of them.
create procedure keep_tenants_apart(kept regclass, is_private boolean, key text default 'tenant_id') language plpgsql as $$
declare
  is_ours constant text := format('%I = current_setting(''registry.tenant'', true)', key);
begin
  execute format('alter table %s enable row level security, force row level security', kept);
  execute format('create policy tenant_reads on %s for select using (%s)', kept, case when is_private then is_ours else 'true' end);
  execute format('create policy tenant_adds on %s for insert with check (%s)', kept, is_ours);
  execute format('create policy tenant_changes on %s for update using (%s) with check (%2$s)', kept, is_ours);
  execute format('create policy tenant_deletes on %s for delete using (%s)', kept, is_ours);
  execute format('create policy deployment on %s to %I using (current_setting(''registry.scope'', true) = ''deployment'')',
    kept, current_user);
end $$;

-- What the application may do at all: nothing to what is written once but adding to it, no deletes, nothing that belongs to
-- the chain or to the identity provider. Called again where an administrator has made the role later.
create procedure grant_to_application() language plpgsql as $$
begin
  if not exists (select from pg_roles where rolname = 'registry_app') then
    return;
  end if;
  grant select on all tables in schema public to registry_app;
  revoke all on migration from registry_app;
  grant insert on account, app_user, methodology, project, project_document, measurement, verification, audit_event, asset,
    transaction, entry, block, balance, claim, certificate, idempotency_key, ledger_pending, settlement to registry_app;
  grant update on account, app_user, methodology, project, measurement, verification, asset, block, balance,
    idempotency_key to registry_app;
  -- What is done one after the other in a tenant locks its row, for which PostgreSQL asks for the right to change some column.
  grant update (created_at) on tenant to registry_app;
  grant usage on sequence series_number to registry_app;
end $$;

do $$
declare
  kept regclass;
begin
  for kept in
    select c.oid from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
  loop
    -- People's names and addresses, what they did, and what they were answered.
    call keep_tenants_apart(kept, kept in ('app_user'::regclass, 'audit_event'::regclass, 'idempotency_key'::regclass));
  end loop;
  call keep_tenants_apart('tenant', false, 'id');
end $$;
call grant_to_application();
