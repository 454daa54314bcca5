-- Answers that are given again to whoever repeats a call under its Idempotency-Key (docs/adr/0074-one-intention-one-effect.md).

-- A call that was made, written in the transaction of its effect. Movements of units are not here: movement_request has their keys.
create table answered_request (
  tenant_id text not null references tenant,
  caller text not null,
  -- SHA-256 of the Idempotency-Key. The key itself opens the answer, which nobody reads without it.
  key_hash bytea not null,
  -- The name of the call in the contract, and SHA-256 of what was asked.
  call text not null,
  request_hash bytea not null,
  answer bytea not null,
  made_at timestamptz not null default now(),
  -- Nobody's key does anything twice.
  constraint answered_request_once primary key (tenant_id, caller, key_hash)
);
create index answered_request_by_age on answered_request (made_at);
