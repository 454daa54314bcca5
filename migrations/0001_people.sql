-- Tenants, organisations (accounts), people, the audit log, and what calls leave behind.
-- Every key begins with the tenant, and so does every foreign key: no row can point across tenants.

create extension if not exists btree_gist;
create extension if not exists pg_trgm;
create extension if not exists unaccent;

-- Whole units that a JSON number carries exactly.
create domain quantity as bigint check (value between 0 and 9007199254740991);

create table tenant (
  id text primary key check (id ~ '^[A-Za-z0-9_-]{1,64}$'),
  name text not null,
  tagline text not null default '',
  -- A few sentences on the front page; empty is the product's own text.
  about text not null default '',
  owner text not null default '',
  asset_name text not null,
  asset_name_plural text not null,
  contact_email text not null default '',
  contact_address text not null default '',
  serial_prefix text not null check (serial_prefix ~ '^[A-Z0-9]{2,12}$'),
  accent text not null default '#2f9e6e' check (accent ~ '^#[0-9a-f]{6}$'),
  enable_marketplace boolean not null default false,
  status text not null default 'active' check (status in ('active', 'suspended')),
  -- Set by reconciliation when ledger and chain disagree: minting is refused with this reason until an admin clears it.
  minting_paused_reason text,
  -- Strangers may register at the tenant's site, and then their organisation, which an admin approves.
  open_registration boolean not null default true,
  -- Readers choose their language on the screen.
  language_selection boolean not null default true,
  -- Units of suspended and withdrawn projects may be claimed.
  claims_of_stopped_projects boolean not null default true,
  -- Null is the product's own limit (shared/rules/limits.ts), which no tenant's passes.
  max_image_bytes integer check (max_image_bytes between 1048576 and 5242880),
  max_document_bytes integer check (max_document_bytes between 1048576 and 20971520),
  max_project_documents integer check (max_project_documents between 1 and 500),
  max_account_users integer check (max_account_users between 1 and 1000),
  max_period_months integer check (max_period_months between 1 and 3000),
  -- The types that a project may have; null is the product's own list.
  project_types text[] check (cardinality(project_types) between 1 and 100),
  -- Whoever changes a tenant states the version that was read, so that nobody overwrites another's change unseen.
  version integer not null default 1,
  created_at timestamptz not null default now()
);

-- A tenant's words in other languages than English; an empty one falls back to the tenant's own.
create table tenant_text (
  tenant_id text not null references tenant,
  language text not null check (language in ('fr', 'sw')),
  name text not null default '',
  tagline text not null default '',
  about text not null default '',
  asset_name text not null default '',
  asset_name_plural text not null default '',
  contact_address text not null default '',
  -- By the type as the tenant's list has it.
  project_types jsonb not null default '{}',
  primary key (tenant_id, language)
);

-- The host name says which tenant a visitor means. A tenant's first one stands in letters and on certificates.
create table tenant_host (
  host text primary key check (host = lower(host)),
  tenant_id text not null references tenant,
  created_at timestamptz not null default clock_timestamp()
);
create index tenant_host_by_tenant on tenant_host (tenant_id, created_at);

-- Statistics are of all tenants together. By PostgreSQL's default a new tenant is unknown to the planner until a tenth of the
-- table is new, and its rows are then read by scans; so the large tables are analysed sooner.
create table account (
  tenant_id text not null references tenant,
  id text not null check (id ~ '^[A-Za-z0-9_-]{1,64}$'),
  name text not null,
  -- The name in small letters without accents, behind a space. A trigger writes it (current/search.sql).
  words text not null default '',
  kind text not null check (kind in ('proponent', 'measurement provider', 'verification provider', 'buyer')),
  country text check (country ~ '^[A-Z]{2}$'),
  registration_number text,
  website text,
  status text not null default 'pending' check (status in ('pending', 'active', 'rejected', 'suspended')),
  status_reason text,
  origin text not null default 'registry' check (origin in ('registry', 'import')),
  -- An account without people, such as an imported one, receives units only where an admin lets it.
  receives_without_people boolean not null default false,
  created_at timestamptz not null default now(),
  -- When the account began to wait for its decision: a rejected one may apply again.
  applied_at timestamptz not null default now(),
  primary key (tenant_id, id)
) with (autovacuum_analyze_scale_factor = 0.01, autovacuum_analyze_threshold = 250);
create index account_by_kind on account (tenant_id, kind, status, name);
create index account_waiting on account (tenant_id, applied_at, id) where status = 'pending';
-- A search reads through what has not been sorted in yet: 256 kB at most.
create index account_by_words on account using gin (words gin_trgm_ops) with (gin_pending_list_limit = 256);

-- Earlier names of accounts: a certificate says the names of the day of its claim, whenever it is made.
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
  tell_by_mail boolean not null default true,
  -- The record was made at a first call with a token: the person has the token's groups, until an admin changes the role here.
  -- Everybody else has at most the groups of this record.
  follows_token boolean not null default false,
  -- An invitation to the address of another user, who got a letter. Nobody can accept the invitation.
  is_only_asked boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (tenant_id, username),
  foreign key (tenant_id, account_id) references account (tenant_id, id)
);
-- One address is one person. Many may have none, where the identity provider keeps no directory here.
create unique index app_user_by_email on app_user (tenant_id, lower(email))
  where status <> 'DELETED' and email <> '' and not is_only_asked;
create unique index app_user_asked on app_user (tenant_id, account_id, lower(email)) where status <> 'DELETED' and is_only_asked;
create index app_user_by_account on app_user (tenant_id, account_id, created_at desc);

-- The accounts of each person, and when, written by a trigger. Nobody judges work of an account that they belonged to
-- (docs/adr/0081-separation-of-duties.md).
create table membership (
  tenant_id text not null,
  username text not null,
  account_id text not null,
  since timestamptz not null,
  until timestamptz not null default 'infinity',
  primary key (tenant_id, username, account_id, since),
  foreign key (tenant_id, username) references app_user (tenant_id, username)
);
create index membership_by_account on membership (tenant_id, account_id);

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
create index audit_event_by_subject on audit_event (tenant_id, subject, sequence);
-- How long the stages of review take.
create index audit_event_of_review on audit_event (tenant_id, subject, sequence) include (act, at) where act in (
  'project.submit', 'project.approve', 'project.reject', 'project.return',
  'methodology.propose', 'methodology.submit', 'methodology.approve', 'methodology.reject', 'methodology.return',
  'measurement.submit', 'measurement.accept', 'measurement.reject', 'measurement.requestChanges',
  'verification.request', 'verification.verify', 'verification.refuse',
  'account.create', 'account.reapply', 'account.approve', 'account.reject');
-- What people did who judge or are judged.
create index audit_event_of_steps on audit_event (tenant_id, actor, act, at) include (subject) where act in (
  'account.create', 'account.edit', 'account.reapply', 'project.create', 'project.submit', 'project.reopen',
  'methodology.create', 'methodology.edit', 'methodology.propose', 'methodology.submit', 'methodology.reopen',
  'measurement.open', 'measurement.submit', 'measurement.accept', 'verification.respond', 'verification.start',
  'verification.verify', 'verification.stateYears');

-- Answers that are given again to whoever repeats a call under its Idempotency-Key (docs/adr/0074-one-intention-one-effect.md),
-- written in the transaction of the call's effect. Keys of movements are in movement_request.
create table answered_request (
  tenant_id text not null references tenant,
  caller text not null,
  -- SHA-256 of the key: the answer is encrypted with the key itself.
  key_hash bytea not null,
  -- The call's name in the contract, and SHA-256 of what was asked.
  call text not null,
  request_hash bytea not null,
  answer bytea not null,
  made_at timestamptz not null default now(),
  constraint answered_request_once primary key (tenant_id, caller, key_hash)
);
create index answered_request_by_age on answered_request (made_at);

-- How much each caller calls (docs/adr/0028-overload.md), shared by several processes. Unlogged: a crash may forget it.
create unlogged table call_count (
  -- Since 1970.
  minute bigint not null,
  -- Says nothing of a person or an address.
  caller text not null,
  calls integer not null,
  primary key (minute, caller)
);

-- Bytes in the file store that no row names yet or any more (docs/adr/0075-bytes-and-their-rows.md). The line is written before
-- the bytes and deleted in the transaction whose row names them. Bytes may be removed while their line is here and unlocked.
create table unnamed_file (
  tenant_id text not null references tenant,
  file_key text not null,
  since timestamptz not null default now(),
  primary key (tenant_id, file_key)
);
create index unnamed_file_by_time on unnamed_file (since);
