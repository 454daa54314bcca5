-- Settlement: how movements of the ledger get onto the chain, and what the chain said.
-- The chain's own tables have no tenant: one operator, one contract and one sequence of nonces serve every tenant.

-- One nonce of the operator and its use. Written, signed bytes included, before the chain hears of the transaction.
create table chain_transaction (
  -- The operation id of a batch, by which the contract refuses to carry the batch out twice.
  id text primary key check (id ~ '^0x[0-9a-f]{64}$'),
  chain_id bigint not null,
  signer text not null,
  nonce bigint not null check (nonce >= 0),
  purpose text not null check (purpose in ('deployment', 'batch')),
  -- The contract that the batch is for, or that the deployment makes.
  contract text not null,
  -- signed: in no known block. mined: in a block. final: under enough blocks. displaced: another transaction has the nonce.
  state text not null default 'signed' check (state in ('signed', 'mined', 'final', 'displaced')),
  succeeded boolean,
  hash text,
  block_number bigint,
  block_hash text,
  gas_used bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Of two settlers with the same nonce the second one fails here, before it broadcasts.
  unique (chain_id, signer, nonce),
  -- The five facts of a block are there in a block, and nowhere else.
  check ((state in ('mined', 'final')) =
    (num_nonnulls(succeeded, hash, block_number, block_hash, gas_used) = 5)),
  check (state in ('mined', 'final') or num_nonnulls(succeeded, hash, block_number, block_hash, gas_used) = 0)
);
-- A chain has one contract of ours.
create unique index chain_transaction_deployment on chain_transaction (chain_id)
  where purpose = 'deployment' and state <> 'displaced' and succeeded is distinct from false;
create index chain_transaction_open on chain_transaction (chain_id, nonce) where state in ('signed', 'mined');
create index chain_transaction_by_block on chain_transaction (chain_id, block_number);

-- Every form in which a nonce was signed: a higher fee adds a form, and any form may be mined. Append-only.
create table chain_signature (
  hash text primary key,
  chain_transaction_id text not null references chain_transaction,
  ordinal integer not null,
  raw bytea not null,
  max_fee_per_gas numeric(78) not null,
  -- The head at that time: what waits for long is signed again with a higher fee.
  signed_at_block bigint not null,
  -- Uses the nonce up for nothing, in the place of a failed batch that the chain has forgotten and whose items went elsewhere.
  is_void boolean not null,
  created_at timestamptz not null default now(),
  unique (chain_transaction_id, ordinal)
);

-- The settlement of one movement, written in the transaction that moves the units.
create table settlement (
  tenant_id text not null,
  transaction_id text not null,
  -- The movement's own.
  sequence bigint not null,
  -- recorded: in the ledger. submitted: in a signed batch. confirmed: final on chain. parked: the contract refuses it alone.
  state text not null default 'recorded' check (state in ('recorded', 'submitted', 'confirmed', 'parked')),
  -- The batch, and the places of the movement's items in it.
  chain_transaction_id text references chain_transaction,
  first_item integer,
  items integer,
  -- How many batches with this movement the contract has refused: the contract is asked before the movement is sent again.
  refusals integer not null default 0,
  -- Why a parked movement was refused, as the contract says.
  reason text,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, transaction_id),
  check (state <> 'submitted' or chain_transaction_id is not null),
  check (state not in ('recorded', 'parked') or chain_transaction_id is null),
  check ((state = 'parked') = (reason is not null)),
  check (num_nulls(chain_transaction_id, first_item, items) in (0, 3))
) with (autovacuum_analyze_scale_factor = 0.01, autovacuum_analyze_threshold = 250);
-- Tenants take turns: the index says which of them wait, and gives the oldest movement of each first.
create index settlement_due on settlement (tenant_id, sequence) where state = 'recorded' and refusals = 0;
create index settlement_refused on settlement (sequence) where state = 'recorded' and refusals > 0;
create index settlement_unsettled on settlement (tenant_id, state) where state <> 'confirmed';
create index settlement_by_batch on settlement (chain_transaction_id);

-- Blocks that the indexer has seen: every one with a transaction of ours, and the newest. A block whose hash the chain no longer
-- has at that number was reorganised away, with all that was in the block.
create table chain_block (
  chain_id bigint not null,
  number bigint not null,
  hash text not null,
  parent_hash text not null,
  at timestamptz not null,
  primary key (chain_id, number)
);

-- What the contract said, item by item.
create table chain_event (
  chain_id bigint not null,
  contract text not null,
  block_number bigint not null,
  log_index integer not null,
  item integer not null,
  block_hash text not null,
  transaction_hash text not null,
  kind text not null
    check (kind in ('open', 'mint', 'transfer', 'retire', 'cancel', 'withdraw', 'wallet transfer', 'wallet retire')),
  operation_id text,
  token_id text not null,
  from_holder text,
  to_holder text,
  amount numeric(78) not null,
  document text,
  -- Of a batch that this database does not know: the database was restored to an earlier moment, or somebody else has the
  -- operator's key. Nothing is sent to the chain meanwhile.
  is_unknown boolean not null default false,
  primary key (chain_id, block_number, log_index, item)
);
create index chain_event_by_operation on chain_event (operation_id, item);
create index chain_event_of_wallets_from on chain_event (from_holder) where operation_id is null;
create index chain_event_of_wallets_to on chain_event (to_holder) where operation_id is null;
create index chain_event_unknown on chain_event (chain_id) where is_unknown;

-- What a comparison of ledger and chain found. Public.
create table reconciliation (
  tenant_id text not null references tenant,
  -- The order of comparisons: a clock that was ahead once hides none.
  number bigint generated always as identity,
  at timestamptz not null default now(),
  -- The newest ledger transaction that was compared; null where there was none.
  sequence bigint,
  chain_id bigint not null,
  block_number bigint not null,
  assets integer not null,
  balances integer not null,
  agreed boolean not null,
  -- The first mismatches: [{ assetId, message }].
  details jsonb not null default '[]',
  primary key (tenant_id, at)
);
create index reconciliation_newest on reconciliation (tenant_id, number);
-- Old comparisons are deleted.
create index reconciliation_by_age on reconciliation (at);
