-- The ledger: assets, blocks of serial numbers, balances, transactions, entries, claims and their papers; offers of units.
-- In each asset issued = held + locked + retired + cancelled, always; no serial number is in two blocks.
-- Only the movements of current/ledger_*.sql and the import write the ledger; current/triggers.sql keeps transactions, entries,
-- links and imported rows append-only.

-- A domain's check is parsed once a connection, a table's by every statement that writes a row: a quarter of a transfer's cost.
create domain country_code as text check (value ~ '^[A-Z]{2}$');
create domain positive_quantity as bigint check (value between 1 and 9007199254740991);
create domain serial_range as int8range check (not isempty(value));
create domain unit_state as text check (value in ('held', 'locked', 'retired', 'cancelled'));
create domain state_in_circulation as text check (value in ('held', 'locked'));
create domain transaction_type as text check (value in ('mint', 'transfer', 'claim', 'burn'));
create domain idempotency_key as text check (length(value) between 1 and 255);
create domain beneficiary_kind as text check (value in ('organisation', 'person', 'anonymous'));
create domain claim_origin as text check (value in ('registry', 'import'));

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
  country country_code not null,
  verified_quantity quantity not null,
  issued quantity not null default 0,
  -- Of the movements that are in the hash chain.
  retired quantity not null default 0,
  cancelled quantity not null default 0,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, verification_id, vintage),
  unique (tenant_id, project_id, batch),
  foreign key (tenant_id, project_id) references project (tenant_id, id),
  foreign key (tenant_id, verification_id) references verification (tenant_id, id),
  check (issued <= verified_quantity),
  constraint asset_has_issued_what_left check (retired + cancelled <= issued)
) with (autovacuum_analyze_scale_factor = 0.01, autovacuum_analyze_threshold = 250);

-- Here and below some references have no foreign key: the movement's function has written, read or locked the other row, and
-- nothing is deleted there. Each check would lock a row that many movements share. ledger_strays() looks for what they refused.
create table transaction (
  tenant_id text not null,
  id text not null,
  -- Movements and other acts are one order in the audit log.
  sequence bigint not null default nextval('audit_event_sequence_seq') unique,
  type transaction_type not null,
  project_id text,
  from_account text,
  to_account text,
  quantity positive_quantity not null,
  actor text not null,
  reason text,
  -- SHA-256 of the claim or document that the movement stands for; carried in the chain's event.
  document_hash bytea constraint document_hash_is_sha256 check (length(document_hash) = 32),
  occurred_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
) with (autovacuum_analyze_scale_factor = 0.01, autovacuum_analyze_threshold = 250);
create index transaction_from on transaction (tenant_id, from_account, occurred_at desc, id desc) where from_account is not null;
create index transaction_to on transaction (tenant_id, to_account, occurred_at desc, id desc) where to_account is not null;
create index transaction_mints on transaction (tenant_id, occurred_at desc, id desc) where type = 'mint';

-- Who asked for a movement by which request, apart from the movement because that is public. The sequence is the movement's.
-- Append-only: current/triggers.sql.
create table movement_request (
  tenant_id text not null,
  sequence bigint not null,
  transaction_id text not null,
  actor text not null,
  -- The Idempotency-Key, and the hash of the request that came with it.
  key idempotency_key,
  request_hash bytea,
  address text,
  request_id text,
  primary key (tenant_id, sequence)
);
-- A key moves units once.
create unique index movement_request_by_key on movement_request (tenant_id, actor, key) where key is not null;

-- One range that moved, from one hand and state to another. Append-only: current/triggers.sql.
create table entry (
  tenant_id text not null,
  transaction_id text not null,
  ordinal integer not null,
  asset_id text not null,
  serials serial_range not null,
  from_account text,
  from_state state_in_circulation,
  to_account text not null,
  to_state unit_state not null,
  primary key (tenant_id, transaction_id, ordinal)
) with (autovacuum_analyze_scale_factor = 0.01, autovacuum_analyze_threshold = 250);
-- The movements of a serial number are among those whose ranges begin at or below it.
create index entry_by_serial on entry (tenant_id, asset_id, lower(serials));
-- What was ever issued of an asset is read from the index alone.
create index entry_of_issue on entry (tenant_id, asset_id) include (serials) where from_account is null;
create index entry_of_burn on entry (tenant_id, asset_id) where to_state = 'cancelled';

-- A contiguous range of serial numbers in one hand, in one state.
create table block (
  tenant_id text not null,
  asset_id text not null,
  series bigint not null,
  serials int8range not null check (not isempty(serials)),
  account_id text not null,
  state unit_state not null,
  transaction_id text not null,
  -- No unit can be in two hands.
  constraint block_serials_are_in_one_hand exclude using gist (series with =, serials with &&)
) with (autovacuum_analyze_scale_factor = 0.01, autovacuum_analyze_threshold = 250);
-- By the last number: a movement takes the lower part of its giver's lowest block, whose end stays
-- (docs/adr/0070-a-hot-account.md).
create index block_by_holder on block (tenant_id, asset_id, account_id, state, upper(serials));

-- Sums of blocks, written in the same transaction and compared with them by ledger_faults().
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
-- The room on each page lets a changed balance stay there, without a new entry in each index.
) with (fillfactor = 70, autovacuum_analyze_scale_factor = 0.01, autovacuum_analyze_threshold = 250);
create index balance_by_asset on balance (tenant_id, asset_id, account_id);

create table claim (
  tenant_id text not null,
  id text not null,
  number bigint generated always as identity unique,
  transaction_id text not null,
  account_id text not null,
  -- Null where the units are of several projects (claim_project).
  project_id text,
  quantity positive_quantity not null,
  -- The years of the vintages of the units.
  vintages smallint[] not null default '{}',
  beneficiary_kind beneficiary_kind not null,
  beneficiary_name text not null default '',
  -- A space and the beneficiary's name as plain() of current/search.sql makes it.
  words text not null default '',
  beneficiary_country country_code,
  purpose text not null,
  purpose_detail text not null default '',
  period daterange,
  country_of_consumption country_code,
  note text not null default '',
  note_is_public boolean not null default true,
  notify_email text,
  own_reference text,
  verify_code text not null,
  claimed_at timestamptz not null,
  created_at timestamptz not null default now(),
  created_by text not null,
  origin claim_origin not null default 'registry',
  primary key (tenant_id, id),
  unique (tenant_id, transaction_id),
  unique (tenant_id, verify_code)
) with (autovacuum_analyze_scale_factor = 0.01, autovacuum_analyze_threshold = 250);
create index claim_by_time on claim (tenant_id, claimed_at desc, id desc);
create index claim_by_account on claim (tenant_id, account_id, claimed_at desc, id desc);
create index claim_by_project on claim (tenant_id, project_id, claimed_at desc, id desc);
create index claim_of_several on claim (tenant_id, claimed_at desc, id desc) where project_id is null;
create index claim_by_vintage on claim using gin (vintages);
create index claim_by_words on claim using gin (words gin_trgm_ops) with (gin_pending_list_limit = 256);
-- By the beginning of the name, as beneficiary_sum has it.
create index claim_by_beneficiary on claim (tenant_id, left(beneficiary_name, 300), claimed_at desc, id desc)
  where beneficiary_kind = 'organisation' and beneficiary_name <> '';

-- What a claim of several projects took of each.
create table claim_project (
  tenant_id text not null,
  claim_id text not null,
  project_id text not null,
  quantity quantity not null check (quantity > 0),
  vintages smallint[] not null,
  primary key (tenant_id, claim_id, project_id),
  foreign key (tenant_id, claim_id) references claim (tenant_id, id),
  foreign key (tenant_id, project_id) references project (tenant_id, id)
);
create index claim_project_by_project on claim_project (tenant_id, project_id, claim_id);

-- The certificate of a confirmed claim: one row for each version and language, the same bytes for ever.
create table certificate (
  tenant_id text not null,
  claim_id text not null,
  version integer not null check (version > 0),
  language text not null check (language in ('en', 'fr', 'sw')),
  -- The language's wording (server/units/claims/certificate-wording.ts): a corrected one gives each certificate a new version.
  wording smallint not null default 1 check (wording > 0),
  file_key text not null,
  sha256 bytea not null check (length(sha256) = 32),
  issued_at timestamptz not null default now(),
  primary key (tenant_id, claim_id, version, language),
  foreign key (tenant_id, claim_id) references claim (tenant_id, id)
);
create index certificate_by_hash on certificate (sha256);

-- A lifetime statement as it was issued. `about` is the hash of all that the statement says but its time.
create table statement (
  tenant_id text not null,
  id text not null,
  account_id text not null,
  language text not null check (language in ('en', 'fr', 'sw')),
  about bytea not null check (length(about) = 32),
  as_of timestamptz not null,
  verify_code text not null,
  file_key text not null,
  sha256 bytea not null check (length(sha256) = 32),
  primary key (tenant_id, id),
  unique (tenant_id, account_id, language, about),
  unique (tenant_id, verify_code),
  foreign key (tenant_id, account_id) references account (tenant_id, id)
);
create index statement_by_hash on statement (sha256);

-- The tenant's hash chain, built behind the writes in batches: hash = sha256(previous hash ‖ canonical transaction).
create table ledger_link (
  tenant_id text not null,
  sequence bigint not null,
  transaction_id text not null,
  previous_hash bytea not null check (length(previous_hash) = 32),
  hash bytea not null check (length(hash) = 32),
  primary key (tenant_id, sequence),
  unique (tenant_id, transaction_id)
);

-- Every movement up to this sequence is in the hash chain and known to settlement; later ones may be. No row is 0.
create table linked_until (sequence bigint not null);
create unique index linked_until_is_one_row on linked_until ((true));

-- Every imported row as the file had it: where a project, a mint or a block came from, what the file said beyond the registry's
-- columns, and what a second load knows of the first.
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
-- The serial number that a block had in its export, whatever stands between the parts.
create index imported_row_by_serial on imported_row
  (tenant_id, (regexp_replace(upper(source ->> 'serial_number'), '[^A-Z0-9]+', '-', 'g')) text_pattern_ops)
  where kind = 'block' and source ? 'serial_number';

-- What holders offer in the market preview: a price and whom to write to. Nothing is paid or moved.
create table offer (
  tenant_id text not null references tenant,
  id text not null,
  account_id text not null,
  project_id text not null,
  -- Issued units, verified ones, or an outcome that nobody has verified yet.
  kind text not null check (kind in ('issued', 'verified', 'expected')),
  asset_id text,
  verification_id text,
  quantity quantity not null check (quantity > 0),
  -- Of one unit, in hundredths of the currency.
  price integer not null check (price > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  note text not null,
  contact text not null,
  ends_on date not null,
  -- Not for every reader, as the holder says.
  is_flagged boolean not null,
  created_by text not null,
  created_at timestamptz not null,
  withdrawn_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, account_id) references account (tenant_id, id),
  foreign key (tenant_id, project_id) references project (tenant_id, id),
  foreign key (tenant_id, asset_id) references asset (tenant_id, id),
  foreign key (tenant_id, verification_id) references verification (tenant_id, id),
  check ((kind = 'issued') = (asset_id is not null)),
  check ((kind = 'verified') = (verification_id is not null))
);
create index offer_open on offer (tenant_id, created_at desc, id desc) where withdrawn_at is null;
