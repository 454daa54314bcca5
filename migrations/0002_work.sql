-- The work that units are issued for: methodologies, projects, measurements, verifications, their documents, and tasks.

create table methodology (
  tenant_id text not null references tenant,
  id text not null,
  account_id text,
  name text not null,
  version text not null default '1.0',
  description text not null default '',
  document_file_name text,
  -- Titles of the documents that come with a measurement, and with its verifier's opinion.
  measurement_evidence text[] not null default '{}',
  verification_evidence text[] not null default '{}',
  status text not null default 'draft' check (status in ('draft', 'pending', 'approved', 'rejected', 'deprecated')),
  status_reason text,
  -- Here and below kept by current/triggers.sql.
  status_since timestamptz not null default now(),
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, account_id) references account (tenant_id, id)
) with (autovacuum_analyze_scale_factor = 0.01, autovacuum_analyze_threshold = 250);
create unique index methodology_by_name on methodology (tenant_id, lower(name), version);
create index methodology_waiting on methodology (tenant_id, account_id, status_since, id) where status in ('draft', 'rejected');
create index methodology_to_decide on methodology (tenant_id, status_since, id) where status = 'pending';

-- Who may measure and verify under a methodology. Where no provider of a kind is named, every active one may.
create table methodology_provider (
  tenant_id text not null,
  methodology_id text not null,
  account_id text not null,
  primary key (tenant_id, methodology_id, account_id),
  foreign key (tenant_id, methodology_id) references methodology (tenant_id, id),
  foreign key (tenant_id, account_id) references account (tenant_id, id)
);

create table project (
  tenant_id text not null,
  id text not null check (id ~ '^[A-Za-z0-9_-]{1,64}$'),
  account_id text not null,
  number integer not null,
  name text not null,
  -- The name in small letters without accents, behind a space. A trigger writes it (current/search.sql).
  words text not null default '',
  description text not null default '',
  sustainability_statement text not null default '',
  kind text not null default '',
  sector text not null default '',
  mitigation text check (mitigation in ('reduction', 'removal', 'both')),
  methodology_id text,
  measurement_provider_id text,
  verification_provider_id text,
  start_date date,
  end_date date,
  country text check (country ~ '^[A-Z]{2}$'),
  -- The part of the country or of the world.
  region text not null default '',
  location text not null default '',
  longitude double precision check (longitude between -180 and 180),
  latitude double precision check (latitude between -90 and 90),
  -- A polygon or several of GeoJSON (RFC 7946, 3.1.6 and 3.1.7).
  area jsonb,
  -- The box around the place, and a box for each of several polygons. A trigger writes them; overlaps are searched by boxes.
  extent box,
  parts box[],
  -- Units expected of a year.
  annual_estimate quantity,
  -- Sustainable development goals of the United Nations, by number.
  sdgs smallint[] not null default '{}'
    check (sdgs <@ array[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17]::smallint[]),
  standard text not null default '',
  source_url text,
  -- Where the project is or was registered before, and under which id.
  origin_registry text not null default '',
  origin_id text not null default '',
  image_file_name text,
  status text not null default 'draft'
    check (status in ('draft', 'pending', 'approved', 'rejected', 'active', 'suspended', 'withdrawn')),
  status_reason text,
  -- Where a suspension returns to.
  status_before text check (status_before in ('approved', 'active')),
  -- The year 1 where an import does not say (unknownTime in server/infra/db/times.ts).
  status_since timestamptz not null default now(),
  -- Kept sums of its units: minted with the act; retired and cancelled of the movements in the hash chain.
  minted quantity not null default 0,
  retired quantity not null default 0,
  cancelled quantity not null default 0,
  origin text not null default 'registry' check (origin in ('registry', 'import')),
  changed_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  created_by text,
  primary key (tenant_id, id),
  unique (tenant_id, number),
  foreign key (tenant_id, account_id) references account (tenant_id, id),
  foreign key (tenant_id, methodology_id) references methodology (tenant_id, id),
  foreign key (tenant_id, measurement_provider_id) references account (tenant_id, id),
  foreign key (tenant_id, verification_provider_id) references account (tenant_id, id),
  -- A place is a point or an area.
  check (area is null or longitude is null and latitude is null)
) with (autovacuum_analyze_scale_factor = 0.01, autovacuum_analyze_threshold = 250);
create index project_by_time on project (tenant_id, created_at desc, id desc);
-- What a visitor may see.
create index project_published on project (tenant_id, created_at desc, id desc)
  where status in ('approved', 'active', 'suspended', 'withdrawn');
create index project_by_account on project (tenant_id, account_id, created_at desc);
create index project_by_methodology on project (tenant_id, methodology_id);
create index project_by_country on project (tenant_id, country, created_at desc, id desc);
create index project_by_status on project (tenant_id, status, created_at desc, id desc);
create index project_by_words on project using gin (words gin_trgm_ops) with (gin_pending_list_limit = 256);
create index project_by_name on project (tenant_id, left(words, 200), id);
create index project_by_minted on project (tenant_id, minted, id);
create index project_in_market on project (tenant_id, left(words, 200), id) where minted > 0;
-- The map counts all published projects without reading the projects themselves.
create index project_on_map on project (tenant_id, country) include (extent, id)
  where status in ('approved', 'active', 'suspended', 'withdrawn');
-- Lists of what waits, in their order (docs/adr/0047-lists-that-wait.md).
create index project_waiting on project (tenant_id, account_id, status_since, id) where status in ('draft', 'rejected');
create index project_to_decide on project (tenant_id, status_since, id) where status = 'pending';
create index project_to_measure on project (tenant_id, account_id, status_since, id) where status = 'approved';
create index project_to_measure_as_provider on project (tenant_id, measurement_provider_id, status_since, id)
  where status = 'approved';
-- Projects that may count the same outcome twice.
create index project_by_extent on project using gist (extent);
create index project_by_origin on project (lower(origin_id), lower(origin_registry)) where origin_id <> '';

-- What a registry's admins decided about two projects that may overlap.
create table overlap_decision (
  tenant_id text not null,
  project_id text not null,
  -- No foreign key: the other project may be of another tenant.
  other_tenant_id text not null,
  other_project_id text not null,
  verdict text not null check (verdict in ('none', 'accepted', 'refused')),
  reason text not null,
  decided_by text not null,
  decided_at timestamptz not null default now(),
  primary key (tenant_id, project_id, other_tenant_id, other_project_id),
  foreign key (tenant_id, project_id) references project (tenant_id, id),
  -- Two projects of one tenant have one decision: the smaller id comes first.
  constraint overlap_decision_is_one_of_a_pair
    check (other_tenant_id <> tenant_id or project_id collate "C" < other_project_id collate "C")
);

create table measurement (
  tenant_id text not null,
  id text not null,
  project_id text not null,
  account_id text not null,
  -- The version that the period is measured by, whatever the project turns to later.
  methodology_id text,
  period daterange not null check (not isempty(period)),
  due_date date,
  quantity quantity,
  -- The parts of the quantity; uncertainty in thousandths.
  gross quantity,
  baseline quantity,
  leakage quantity,
  uncertainty integer check (uncertainty between 0 and 999),
  -- Of each calendar year of the period; null within one year, and where nobody stated the years
  -- (docs/adr/0084-vintages-of-a-period.md).
  by_year bigint[],
  note text not null default '',
  status text not null default 'scheduled'
    check (status in ('scheduled', 'in progress', 'submitted', 'accepted', 'changes requested', 'rejected')),
  status_reason text,
  status_since timestamptz not null default now(),
  submitted_by text,
  -- Another account decides about the measurement.
  submitted_account_id text,
  submitted_at timestamptz,
  created_at timestamptz not null default now(),
  created_by text,
  primary key (tenant_id, id),
  foreign key (tenant_id, project_id) references project (tenant_id, id),
  foreign key (tenant_id, account_id) references account (tenant_id, id),
  foreign key (tenant_id, submitted_account_id) references account (tenant_id, id),
  foreign key (tenant_id, methodology_id) references methodology (tenant_id, id),
  check (status not in ('submitted', 'accepted') or submitted_account_id is not null),
  -- All parts are stated, or none (shared/rules/outcome.ts).
  constraint measurement_parts_add_up check (
    num_nonnulls(gross, baseline, leakage, uncertainty) = 0
    or num_nulls(gross, baseline, leakage, uncertainty, quantity) = 0
      and quantity = (gross::bigint - baseline - leakage) * (1000 - uncertainty) / 1000),
  -- An outcome is measured once: the periods of one project do not overlap.
  exclude using gist (tenant_id with =, project_id with =, period with &&) where (status <> 'rejected')
);
create index measurement_by_time on measurement (tenant_id, created_at desc, id desc);
create index measurement_by_project on measurement (tenant_id, project_id);
create index measurement_by_account on measurement (tenant_id, account_id, created_at desc);
create index measurement_scheduled on measurement (lower(period)) where status = 'scheduled';
create index measurement_waiting on measurement
  (tenant_id, account_id, greatest(status_since, upper(period)::timestamp at time zone 'UTC'), id)
  where status in ('in progress', 'changes requested');
create index measurement_to_decide on measurement (tenant_id, status_since, id) where status = 'submitted';
create index measurement_due on measurement (due_date)
  where status in ('in progress', 'changes requested') and due_date is not null;

create table verification (
  tenant_id text not null,
  id text not null,
  measurement_id text not null,
  project_id text not null,
  account_id text not null,
  -- Why nothing speaks against this verifier, in the verifier's own words.
  declaration text not null default '',
  due_date date,
  started_by text,
  started_at timestamptz,
  -- From the first to the last day at the site.
  visit daterange check (not isempty(visit)),
  quantity quantity,
  by_year bigint[],
  -- Why less is verified than was measured.
  quantity_reason text,
  statement text not null default '',
  status text not null default 'requested'
    check (status in ('requested', 'in progress', 'findings open', 'verified', 'not verified')),
  status_since timestamptz not null default now(),
  decided_by text,
  decided_at timestamptz,
  -- All that was verified is issued; kept with each mint by current/sums.sql.
  is_issued boolean not null default false,
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
create index verification_waiting on verification (tenant_id, account_id, status_since, id)
  where status in ('requested', 'in progress');
create index verification_with_findings on verification (tenant_id, account_id) where status = 'findings open';
create index verification_to_issue on verification (tenant_id, project_id, status_since, id)
  where status = 'verified' and not is_issued;
create index verification_due on verification (due_date)
  where status in ('requested', 'in progress') and due_date is not null;

create table finding (
  tenant_id text not null,
  id text not null,
  verification_id text not null,
  number integer not null check (number > 0),
  type text not null check (type in ('CAR', 'CL', 'FAR')),
  words text not null,
  -- Whose answer the finding waits for.
  owner_side text not null check (owner_side in ('proponent', 'measurer')),
  due_date date,
  status text not null default 'open' check (status in ('open', 'answered', 'closed')),
  opened_by text not null,
  created_at timestamptz not null default now(),
  closed_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, verification_id, number),
  foreign key (tenant_id, verification_id) references verification (tenant_id, id),
  check ((status = 'closed') = (closed_at is not null))
);
create index finding_due on finding (due_date) where status <> 'closed' and due_date is not null;

-- What the sides said about a finding, in order. Append-only: current/triggers.sql.
create table finding_message (
  tenant_id text not null,
  id text not null,
  finding_id text not null,
  ordinal integer not null check (ordinal > 0),
  act text not null check (act in ('respond', 'ask', 'close')),
  account_id text not null,
  words text not null,
  written_by text not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, finding_id, ordinal),
  foreign key (tenant_id, finding_id) references finding (tenant_id, id),
  foreign key (tenant_id, account_id) references account (tenant_id, id)
);

-- Documents belong to what they are evidence of (docs/adr/0043-documents.md).
create table document (
  tenant_id text not null,
  id text not null,
  subject_kind text not null check (subject_kind in ('project', 'measurement', 'verification', 'finding', 'methodology')),
  subject_id text not null,
  project_id text,
  -- The account whose folder the document lies in.
  account_id text not null,
  -- PDS, Statement, Site plan …: a subject may have many of one type.
  type text not null,
  -- A later document of the same subject and title is its next version.
  title text not null,
  version integer not null,
  -- Anybody may read the document once its subject is published.
  is_public boolean not null default true,
  file_name text not null,
  original_name text not null,
  media_type text not null,
  size_bytes bigint not null check (size_bytes > 0),
  sha256 bytea not null,
  created_at timestamptz not null default now(),
  created_by text,
  primary key (tenant_id, id),
  unique (tenant_id, subject_kind, subject_id, title, version),
  unique (tenant_id, file_name),
  foreign key (tenant_id, project_id) references project (tenant_id, id),
  foreign key (tenant_id, account_id) references account (tenant_id, id),
  check (subject_kind <> 'project' or subject_id = project_id)
);
create index document_by_project on document (tenant_id, project_id, created_at);
create index document_by_hash on document (tenant_id, sha256);

-- Which colleague takes a task. A task without an account is the registry's; without a username its assignment was withdrawn.
create table task_assignment (
  tenant_id text not null references tenant,
  kind text not null,
  subject_id text not null,
  account_id text,
  username text,
  assigned_at timestamptz not null default now(),
  primary key (tenant_id, kind, subject_id),
  foreign key (tenant_id, account_id) references account (tenant_id, id),
  foreign key (tenant_id, username) references app_user (tenant_id, username)
);

-- Reminders that were sent: 7 days and 1 day before a due date, 1 day after it, then weekly.
create table task_reminder (
  tenant_id text not null references tenant,
  kind text not null,
  subject_id text not null,
  due_date date not null,
  days_after integer not null,
  reminded_at timestamptz not null default now(),
  primary key (tenant_id, kind, subject_id, due_date, days_after)
);
