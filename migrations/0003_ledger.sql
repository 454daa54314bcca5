-- The ledger: assets, serial blocks, balances, transactions, entries, claims.
-- In each asset: issued = held + locked + retired + cancelled, always; no serial number is in two blocks.
-- Only the functions of current/ledger_*.sql write here, and the import; current/triggers.sql keeps transactions, entries,
-- links and imported rows append-only.

create sequence series_number;

create table asset (
  tenant_id text not null,
  id text not null,
  project_id text not null,
  -- Null for what was issued elsewhere and imported.
  verification_id text,
  -- Serial numbers are unique within a series: an own asset is its own series, imported ones share their registry's.
  series bigint not null default nextval('series_number'),
  series_name text,
  vintage daterange not null,
  batch integer not null,
  country text not null check (country ~ '^[A-Z]{2}$'),
  verified_quantity quantity not null,
  issued quantity not null default 0,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, verification_id),
  unique (tenant_id, project_id, batch),
  foreign key (tenant_id, project_id) references project (tenant_id, id),
  foreign key (tenant_id, verification_id) references verification (tenant_id, id),
  -- Nothing is issued that was not verified.
  check (issued <= verified_quantity)
);

create table transaction (
  tenant_id text not null references tenant,
  id text not null,
  sequence bigint generated always as identity unique,
  type text not null check (type in ('mint', 'transfer', 'claim', 'burn')),
  project_id text,
  from_account text,
  to_account text,
  quantity quantity not null check (quantity > 0),
  actor text not null,
  reason text,
  -- Hash of the claim or document that the movement stands for; carried in the chain's event.
  document_hash bytea,
  occurred_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, project_id) references project (tenant_id, id),
  foreign key (tenant_id, from_account) references account (tenant_id, id),
  foreign key (tenant_id, to_account) references account (tenant_id, id)
);
create index transaction_by_time on transaction (tenant_id, occurred_at desc, id desc);
create index transaction_from on transaction (tenant_id, from_account, occurred_at desc, id desc);
create index transaction_to on transaction (tenant_id, to_account, occurred_at desc, id desc);

-- One range that moved, from one hand and state to another. Never updated, never deleted.
create table entry (
  tenant_id text not null,
  transaction_id text not null,
  ordinal integer not null,
  asset_id text not null,
  serials int8range not null check (not isempty(serials)),
  from_account text,
  from_state text check (from_state in ('held', 'locked')),
  to_account text not null,
  to_state text not null check (to_state in ('held', 'locked', 'retired', 'cancelled')),
  primary key (tenant_id, transaction_id, ordinal),
  foreign key (tenant_id, transaction_id) references transaction (tenant_id, id),
  foreign key (tenant_id, asset_id) references asset (tenant_id, id)
);
create index entry_by_asset on entry (tenant_id, asset_id);

-- A contiguous range of serial numbers in one hand, in one state.
create table block (
  tenant_id text not null,
  asset_id text not null,
  series bigint not null,
  serials int8range not null check (not isempty(serials)),
  account_id text not null,
  state text not null check (state in ('held', 'locked', 'retired', 'cancelled')),
  transaction_id text not null,
  foreign key (tenant_id, asset_id) references asset (tenant_id, id),
  foreign key (tenant_id, account_id) references account (tenant_id, id),
  foreign key (tenant_id, transaction_id) references transaction (tenant_id, id),
  -- No unit can be in two hands.
  constraint block_serials_are_in_one_hand exclude using gist (series with =, serials with &&)
);
create index block_by_holder on block (tenant_id, asset_id, account_id, state, lower(serials));
create index block_by_transaction on block (tenant_id, transaction_id);

-- Sums of blocks, written in the same transaction and checked against them by ledger_faults().
create table balance (
  tenant_id text not null,
  account_id text not null,
  asset_id text not null,
  held quantity not null default 0,
  locked quantity not null default 0,
  retired quantity not null default 0,
  cancelled quantity not null default 0,
  primary key (tenant_id, account_id, asset_id),
  foreign key (tenant_id, account_id) references account (tenant_id, id),
  foreign key (tenant_id, asset_id) references asset (tenant_id, id)
);
create index balance_by_asset on balance (tenant_id, asset_id);

create table claim (
  tenant_id text not null,
  id text not null,
  number bigint generated always as identity unique,
  transaction_id text not null,
  account_id text not null,
  quantity quantity not null check (quantity > 0),
  state text not null default 'retired' check (state in ('pending', 'retired', 'cancelled')),
  beneficiary_kind text not null check (beneficiary_kind in ('organisation', 'person', 'anonymous')),
  beneficiary_name text not null default '',
  beneficiary_country text check (beneficiary_country ~ '^[A-Z]{2}$'),
  purpose text not null,
  purpose_detail text not null default '',
  period daterange,
  country_of_consumption text check (country_of_consumption ~ '^[A-Z]{2}$'),
  note text not null default '',
  note_is_public boolean not null default true,
  notify_email text,
  own_reference text,
  verify_code text not null,
  claimed_at timestamptz not null,
  created_at timestamptz not null default now(),
  created_by text not null,
  origin text not null default 'registry' check (origin in ('registry', 'import')),
  primary key (tenant_id, id),
  unique (tenant_id, transaction_id),
  unique (tenant_id, verify_code),
  foreign key (tenant_id, transaction_id) references transaction (tenant_id, id),
  foreign key (tenant_id, account_id) references account (tenant_id, id)
);
create index claim_by_time on claim (tenant_id, claimed_at desc, id desc);
create index claim_by_account on claim (tenant_id, account_id, claimed_at desc, id desc);
create index claim_by_beneficiary on claim using gin (beneficiary_name gin_trgm_ops);

-- The first answer to each key that a caller sent, so that a repeated request moves nothing twice.
create table idempotency_key (
  tenant_id text not null references tenant,
  caller text not null,
  key text not null check (length(key) between 1 and 255),
  request_hash bytea not null,
  answer jsonb,
  created_at timestamptz not null default now(),
  primary key (tenant_id, caller, key)
);
create index idempotency_key_by_age on idempotency_key (created_at);

-- The tenant's hash chain, built behind the writes in batches: hash = sha256(previous hash ‖ canonical transaction).
create table ledger_link (
  tenant_id text not null,
  sequence bigint not null,
  transaction_id text not null,
  previous_hash bytea not null check (length(previous_hash) = 32),
  hash bytea not null check (length(hash) = 32),
  primary key (tenant_id, sequence),
  unique (tenant_id, transaction_id),
  foreign key (tenant_id, transaction_id) references transaction (tenant_id, id)
);

-- What the hash chain has yet to take in. In any snapshot a movement's causes are visible and have smaller sequences, so
-- taking what is visible in the order of sequences never puts an effect before its cause.
create table ledger_pending (
  tenant_id text not null,
  sequence bigint not null,
  transaction_id text not null,
  primary key (tenant_id, sequence),
  foreign key (tenant_id, transaction_id) references transaction (tenant_id, id)
);

-- The certificate of a confirmed claim: one row for each version and language, the same bytes for ever.
create table certificate (
  tenant_id text not null,
  claim_id text not null,
  version integer not null check (version > 0),
  language text not null check (language in ('en', 'fr', 'sw')),
  file_key text not null,
  sha256 bytea not null check (length(sha256) = 32),
  issued_at timestamptz not null default now(),
  primary key (tenant_id, claim_id, version, language),
  foreign key (tenant_id, claim_id) references claim (tenant_id, id)
);
create index certificate_by_hash on certificate (sha256);

-- Every row that was imported, as the file had it: where a project, a mint or a block came from, what the file said beyond
-- what the registry keeps in its columns, and by which a second load knows what it has and what has changed since.
create table imported_row (
  tenant_id text not null references tenant,
  kind text not null check (kind in ('project', 'mint', 'block')),
  -- The id of the project or asset; of a block its series and first serial number.
  key text not null,
  -- Fields by column, byte for byte; empty ones are left out.
  source jsonb not null,
  imported_at timestamptz not null default now(),
  primary key (tenant_id, kind, key)
);
