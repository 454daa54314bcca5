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
