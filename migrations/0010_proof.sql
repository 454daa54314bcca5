-- What lets outsiders check the ledger.

-- Makes the hash of a claim's private words impossible to guess. Null without such words, and for earlier claims.
alter table claim add column private_salt bytea check (length(private_salt) = 16);

-- How far each registry's ledger was recomputed and held.
create table ledger_verification (
  tenant_id text primary key references tenant,
  -- When the last recomputation from the first movement began, and when the newest movement was recomputed.
  whole_at timestamptz not null,
  at timestamptz not null,
  movements bigint not null check (movements >= 0),
  last_hash bytea not null check (length(last_hash) = 32),
  -- The first place that differs.
  fault_sequence bigint,
  fault_transaction text,
  fault_of text check (fault_of in ('order', 'movement', 'link', 'document')),
  check (num_nulls(fault_sequence, fault_transaction, fault_of) in (0, 3))
);

-- Signs the heads of all logs. Requests cannot read it: current/access.sql grants nothing.
create table log_key (seed bytea not null check (length(seed) = 32));
create unique index log_key_is_one_row on log_key ((true));

-- The log of a registry: a Merkle tree over the hashes of its links. Its name stays when the registry's address changes.
create table ledger_log (
  tenant_id text primary key references tenant,
  origin text not null unique,
  public_key bytea not null check (length(public_key) = 32)
);

-- The hash of a complete subtree over 256^level links, from level 1 on.
create table log_node (
  tenant_id text not null references ledger_log,
  level smallint not null check (level > 0),
  index bigint not null check (index >= 0),
  hash bytea not null check (length(hash) = 32),
  primary key (tenant_id, level, index)
);

-- Signed heads. A size has one root for ever. Append-only: current/triggers.sql.
create table log_head (
  tenant_id text not null references ledger_log,
  size bigint not null check (size > 0),
  root bytea not null check (length(root) = 32),
  signature bytea not null check (length(signature) = 64),
  signed_at timestamptz not null default now(),
  primary key (tenant_id, size)
);
