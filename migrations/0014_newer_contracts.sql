-- Holdings move to a newer contract.

-- Moves that operators asked for. A move concerns all tenants.
create table contract_move (
  id bigint generated always as identity primary key,
  chain_id bigint not null,
  from_contract text not null,
  -- moving: settlement waits. done: the newer contract is the registry's. returning: the move is given up, and the earlier contract
  -- is about to be resumed. returned: it is.
  state text not null default 'moving' check (state in ('moving', 'done', 'returning', 'returned')),
  requested_by text not null,
  requested_at timestamptz not null default now(),
  -- When its holdings were listed: by then the earlier contract was paused, and everything sent to it was final.
  listed_at timestamptz,
  ended_at timestamptz,
  check ((state in ('done', 'returned')) = (ended_at is not null)),
  check (state <> 'done' or listed_at is not null)
);
create unique index contract_move_under_way on contract_move (chain_id) where ended_at is null;

alter table chain_transaction drop constraint chain_transaction_purpose_check,
  -- move: a batch of holdings. pause, resume: of a whole contract.
  add constraint chain_transaction_purpose_check
    check (purpose in ('deployment', 'batch', 'anchor', 'move', 'pause', 'resume')),
  add column move_id bigint references contract_move,
  add constraint chain_transaction_of_move check (purpose not in ('move', 'pause', 'resume') or move_id is not null);
create index chain_transaction_by_move on chain_transaction (move_id) where move_id is not null;

-- A chain has one first contract of ours, and each move makes one.
drop index chain_transaction_deployment;
create unique index chain_transaction_deployment on chain_transaction (chain_id, coalesce(move_id, 0))
  where purpose = 'deployment' and state <> 'displaced' and succeeded is distinct from false;

-- Settled units of an account and asset on the earlier contract, and the batch that moves the units to the newer contract.
create table contract_holding (
  tenant_id text not null,
  move_id bigint not null references contract_move,
  asset_id text not null,
  account_id text not null,
  -- The order of the batches.
  ordinal bigint not null,
  -- The chain knows no locks: locked units are held.
  held quantity not null,
  retired quantity not null,
  cancelled quantity not null,
  chain_transaction_id text references chain_transaction,
  primary key (tenant_id, move_id, asset_id, account_id),
  foreign key (tenant_id, account_id, asset_id) references balance (tenant_id, account_id, asset_id),
  check (held + retired + cancelled > 0)
);
create index contract_holding_unsent on contract_holding (move_id, ordinal) where chain_transaction_id is null;
create index contract_holding_by_batch on contract_holding (chain_transaction_id);
