-- Tenants, organisations (accounts), people and the audit log.
-- Tenant first in every key; foreign keys are composite, so that no row can point across tenants.

create extension if not exists btree_gist;
create extension if not exists pg_trgm;
create extension if not exists unaccent;

-- Quantities are whole units that a JSON number carries exactly.
create domain quantity as bigint check (value between 0 and 9007199254740991);

create table tenant (
  id text primary key check (id ~ '^[A-Za-z0-9_-]{1,64}$'),
  name text not null,
  tagline text not null default '',
  owner text not null default '',
  asset_name text not null,
  asset_name_plural text not null,
  contact_email text not null default '',
  contact_address text not null default '',
  serial_prefix text not null check (serial_prefix ~ '^[A-Z0-9]{2,12}$'),
  accent text not null default '#2f9e6e' check (accent ~ '^#[0-9a-f]{6}$'),
  enable_marketplace boolean not null default false,
  status text not null default 'active' check (status in ('active', 'suspended')),
  -- Set by reconciliation when ledger and chain disagree; minting answers 409 with this reason until it is cleared.
  minting_paused_reason text,
  created_at timestamptz not null default now(),
  -- Whether strangers may register at the tenant's site; they then register their organisation, which an admin approves.
  open_registration boolean not null default true,
  -- Whether readers choose their language on the screen.
  language_selection boolean not null default true,
  -- Null is the product's own limit (shared/rules/limits.ts), which no tenant's passes.
  max_image_bytes integer check (max_image_bytes between 1048576 and 5242880),
  max_document_bytes integer check (max_document_bytes between 1048576 and 20971520),
  max_project_documents integer check (max_project_documents between 1 and 500),
  max_account_users integer check (max_account_users between 1 and 1000),
  -- Whoever changes a tenant says which version it has seen, so that nobody writes over what another has just said.
  version integer not null default 1
);

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

-- A deployment serves many tenants; the host name says which one a visitor means. The first name that a tenant was given
-- stands in letters and on certificates.
create table tenant_host (
  host text primary key check (host = lower(host)),
  tenant_id text not null references tenant,
  created_at timestamptz not null default clock_timestamp()
);
create index tenant_host_by_tenant on tenant_host (tenant_id, created_at);

create table account (
  tenant_id text not null references tenant,
  id text not null check (id ~ '^[A-Za-z0-9_-]{1,64}$'),
  name text not null,
  kind text not null check (kind in ('proponent', 'measurement provider', 'verification provider', 'buyer')),
  country text check (country ~ '^[A-Z]{2}$'),
  registration_number text,
  website text,
  status text not null default 'pending' check (status in ('pending', 'active', 'rejected', 'suspended')),
  status_reason text,
  origin text not null default 'registry' check (origin in ('registry', 'import')),
  created_at timestamptz not null default now(),
  -- Since when it waits for its decision: a rejected account may apply again (docs/adr/0020-organisation-facts.md).
  applied_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create index account_by_kind on account (tenant_id, kind, status, name);
create index account_by_name on account using gin (name gin_trgm_ops);

-- What an account was called before, and until when. A certificate says the names of the day of its claim, whenever and in
-- whatever language it is made.
create table former_name (
  tenant_id text not null,
  account_id text not null,
  until timestamptz not null,
  name text not null,
  primary key (tenant_id, account_id, until),
  foreign key (tenant_id, account_id) references account (tenant_id, id)
);

-- The registry's own record of a person; the identity provider keeps the password and issues the token.
create table app_user (
  tenant_id text not null references tenant,
  username text not null,
  account_id text,
  email text not null,
  first_name text not null default '',
  last_name text not null default '',
  language text not null default 'en' check (language in ('en', 'fr', 'sw')),
  groups text[] not null default '{}',
  status text not null default 'SETUP IN PROGRESS' check (status in ('SETUP IN PROGRESS', 'ACTIVE', 'SUSPENDED', 'DELETED')),
  created_at timestamptz not null default now(),
  tell_by_mail boolean not null default true,
  -- Whoever was invited or registered here has at most the groups of this record. A record made at a first call with a token
  -- follows the groups of the token, which the identity provider gives and takes, until an admin changes the role here.
  follows_token boolean not null default false,
  primary key (tenant_id, username),
  foreign key (tenant_id, account_id) references account (tenant_id, id)
);
-- One address is one person. Somebody whose provider keeps no directory here may found an account without a known address:
-- the empty one, which is no address that two could share.
create unique index app_user_by_email on app_user (tenant_id, lower(email)) where status <> 'DELETED' and email <> '';
create index app_user_by_account on app_user (tenant_id, account_id, created_at desc);

-- Who did what, to what, before, after, when, from where. Append-only: current/triggers.sql.
create table audit_event (
  sequence bigint generated always as identity,
  tenant_id text not null references tenant,
  at timestamptz not null default now(),
  actor text not null,
  act text not null,
  subject text not null,
  before jsonb,
  after jsonb,
  address text,
  request_id text,
  primary key (tenant_id, sequence)
);
