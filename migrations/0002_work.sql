-- The work that units are issued for: methodologies, projects, their documents, measurements and verifications.

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
create index project_by_methodology on project (tenant_id, methodology_id);
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
  -- The account that submitted the measurement: another one decides it.
  submitted_account_id text,
  primary key (tenant_id, id),
  foreign key (tenant_id, project_id) references project (tenant_id, id),
  foreign key (tenant_id, account_id) references account (tenant_id, id),
  foreign key (tenant_id, submitted_account_id) references account (tenant_id, id),
  -- Whatever was submitted says by whom.
  check (status not in ('submitted', 'accepted') or submitted_account_id is not null),
  -- An outcome is measured once: the periods of one project do not overlap.
  exclude using gist (tenant_id with =, project_id with =, period with &&) where (status <> 'rejected')
);
create index measurement_by_time on measurement (tenant_id, created_at desc, id desc);
create index measurement_by_project on measurement (tenant_id, project_id);
create index measurement_by_account on measurement (tenant_id, account_id, created_at desc);

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
create index verification_by_project on verification (tenant_id, project_id);
create index verification_by_account on verification (tenant_id, account_id, created_at desc);
