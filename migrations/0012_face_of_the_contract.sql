-- What outsiders find of the contract.

-- The movement that issued a token's units names its registry and asset.
create index chain_event_of_mints on chain_event (token_id) where kind = 'mint';

alter table chain_transaction drop constraint chain_transaction_purpose_check,
  add constraint chain_transaction_purpose_check check (purpose in ('deployment', 'batch', 'anchor'));

-- Heads of logs that were sent to the chain, each by a transaction of its own.
create table log_anchor (
  tenant_id text not null,
  chain_transaction_id text not null unique references chain_transaction,
  size bigint not null,
  signed_at timestamptz not null default now(),
  primary key (tenant_id, chain_transaction_id),
  foreign key (tenant_id, size) references log_head (tenant_id, size)
);
create index log_anchor_newest on log_anchor (tenant_id, signed_at);
