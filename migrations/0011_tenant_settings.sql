-- What a registry decides of itself (docs/adr/0015-tenant-settings.md).

alter table tenant
  -- Whether readers choose their language on the screen.
  add column language_selection boolean not null default true,
  -- Null is the product's own limit (shared/rules/limits.ts), which no tenant's passes.
  add column max_image_bytes integer check (max_image_bytes between 1048576 and 5242880),
  add column max_document_bytes integer check (max_document_bytes between 1048576 and 20971520),
  add column max_project_documents integer check (max_project_documents between 1 and 500),
  add column max_account_users integer check (max_account_users between 1 and 1000),
  -- Whoever changes a tenant says which version it has seen, so that nobody writes over what another has just said.
  add column version integer not null default 1;

-- What a tenant calls itself in the languages beside its own words, which are its English ones; empty falls back to those.
create table tenant_text (
  tenant_id text not null references tenant,
  language text not null check (language in ('fr', 'sw')),
  name text not null default '',
  tagline text not null default '',
  asset_name text not null default '',
  asset_name_plural text not null default '',
  contact_address text not null default '',
  primary key (tenant_id, language)
);
call keep_tenants_apart('tenant_text', false);

-- What the application may do from now on: what it could before, and what an admin of a tenant says of it.
alter procedure grant_to_application() rename to grant_before_tenant_settings;
create procedure grant_to_application() language plpgsql as $$
begin
  call grant_before_tenant_settings();
  if not exists (select from pg_roles where rolname = 'registry_app') then
    return;
  end if;
  grant update (name, tagline, owner, asset_name, asset_name_plural, contact_email, contact_address, accent,
    enable_marketplace, open_registration, language_selection, max_image_bytes, max_document_bytes, max_project_documents, max_account_users,
    version) on tenant to registry_app;
  grant insert, update on tenant_text to registry_app;
end $$;
call grant_to_application();
