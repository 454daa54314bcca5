-- Tenants, accounts, people, methodologies, projects, measurements, verifications and the audit log.
-- Tenant first in every key; foreign keys are composite, so that no row can point across tenants.

create extension if not exists btree_gist;
create extension if not exists pg_trgm;

-- Quantities are whole units that a JSON number carries exactly.
create domain quantity as bigint check (value between 0 and 9007199254740991);

-- What is written once stays: refuses every change of a row in an append-only table.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'integrity_constraint_violation';
end $$;

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
  created_at timestamptz not null default now()
);

-- A deployment answers for many tenants; the host name says which one a visitor means.
create table tenant_host (
  host text primary key check (host = lower(host)),
  tenant_id text not null references tenant
);

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
  primary key (tenant_id, id)
);
create index account_by_kind on account (tenant_id, kind, status, name);
create index account_by_name on account using gin (name gin_trgm_ops);

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
  primary key (tenant_id, username),
  foreign key (tenant_id, account_id) references account (tenant_id, id)
);
create unique index app_user_by_email on app_user (tenant_id, lower(email)) where status <> 'DELETED';
create index app_user_by_account on app_user (tenant_id, account_id, created_at desc);

create table methodology (
  tenant_id text not null references tenant,
  id text not null,
  account_id text,
  name text not null,
  version text not null default '1.0',
  description text not null default '',
  document_file_name text,
  status text not null default 'draft' check (status in ('draft', 'pending', 'approved', 'rejected', 'deprecated')),
  status_reason text,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, account_id) references account (tenant_id, id)
);
-- One methodology version is one row: two with the same name and version would be two truths.
create unique index methodology_by_name on methodology (tenant_id, lower(name), version);

create table project (
  tenant_id text not null,
  id text not null check (id ~ '^[A-Za-z0-9_-]{1,64}$'),
  account_id text not null,
  number integer not null,
  name text not null,
  description text not null default '',
  sustainability_statement text not null default '',
  kind text not null default '',
  methodology_id text,
  measurement_provider_id text,
  verification_provider_id text,
  start_date date,
  end_date date,
  country text check (country ~ '^[A-Z]{2}$'),
  location text not null default '',
  longitude double precision check (longitude between -180 and 180),
  latitude double precision check (latitude between -90 and 90),
  standard text not null default '',
  source_url text,
  status text not null default 'draft'
    check (status in ('draft', 'pending', 'approved', 'rejected', 'active', 'suspended', 'withdrawn')),
  status_reason text,
  -- Where suspension returns to.
  status_before text check (status_before in ('approved', 'active')),
  image_file_name text,
  changed_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  created_by text,
  origin text not null default 'registry' check (origin in ('registry', 'import')),
  primary key (tenant_id, id),
  unique (tenant_id, number),
  foreign key (tenant_id, account_id) references account (tenant_id, id),
  foreign key (tenant_id, methodology_id) references methodology (tenant_id, id),
  foreign key (tenant_id, measurement_provider_id) references account (tenant_id, id),
  foreign key (tenant_id, verification_provider_id) references account (tenant_id, id)
);
create index project_by_time on project (tenant_id, created_at desc, id desc);
-- What a visitor may see: published projects, newest first.
create index project_published on project (tenant_id, created_at desc, id desc)
  where status in ('approved', 'active', 'suspended', 'withdrawn');
create index project_by_account on project (tenant_id, account_id, created_at desc);
create index project_by_name on project using gin (name gin_trgm_ops);

create table project_document (
  tenant_id text not null,
  id text not null,
  project_id text not null,
  document_type text not null check (document_type in ('PDS', 'Measurement', 'Verification', 'Other')),
  file_name text not null,
  original_name text not null,
  media_type text not null,
  size_bytes bigint not null check (size_bytes > 0),
  sha256 bytea not null,
  version integer not null,
  created_at timestamptz not null default now(),
  created_by text,
  primary key (tenant_id, id),
  unique (tenant_id, project_id, document_type, version),
  unique (tenant_id, file_name),
  foreign key (tenant_id, project_id) references project (tenant_id, id)
);

create table measurement (
  tenant_id text not null,
  id text not null,
  project_id text not null,
  account_id text not null,
  period daterange not null check (not isempty(period)),
  due_date date,
  quantity quantity,
  note text not null default '',
  status text not null default 'scheduled'
    check (status in ('scheduled', 'in progress', 'submitted', 'accepted', 'changes requested', 'rejected')),
  status_reason text,
  submitted_by text,
  submitted_at timestamptz,
  created_at timestamptz not null default now(),
  created_by text,
  primary key (tenant_id, id),
  foreign key (tenant_id, project_id) references project (tenant_id, id),
  foreign key (tenant_id, account_id) references account (tenant_id, id),
  -- An outcome is measured once: the periods of one project do not overlap.
  exclude using gist (tenant_id with =, project_id with =, period with &&) where (status <> 'rejected')
);
create index measurement_by_time on measurement (tenant_id, created_at desc, id desc);

create table verification (
  tenant_id text not null,
  id text not null,
  measurement_id text not null,
  project_id text not null,
  account_id text not null,
  due_date date,
  quantity quantity,
  statement text not null default '',
  status text not null default 'requested'
    check (status in ('requested', 'in progress', 'findings open', 'verified', 'not verified')),
  decided_by text,
  decided_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, measurement_id),
  foreign key (tenant_id, measurement_id) references measurement (tenant_id, id),
  foreign key (tenant_id, project_id) references project (tenant_id, id),
  foreign key (tenant_id, account_id) references account (tenant_id, id),
  -- A positive opinion states how much it covers.
  check (status <> 'verified' or quantity > 0)
);
create index verification_by_time on verification (tenant_id, created_at desc, id desc);

-- Who did what, to what, before, after, when, from where.
create table audit_event (
  sequence bigint generated always as identity primary key,
  tenant_id text not null references tenant,
  at timestamptz not null default now(),
  actor text not null,
  act text not null,
  subject text not null,
  before jsonb,
  after jsonb,
  address text,
  request_id text
);
create index audit_event_by_tenant on audit_event (tenant_id, sequence desc);
create trigger audit_event_is_append_only before update or delete or truncate on audit_event
  for each statement execute function refuse_change();
