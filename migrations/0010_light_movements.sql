-- Movements write what protects units, and what can be written behind them is (docs/adr/0037-what-a-law-costs.md).

-- Whoever still writes as before is waited for first: a key that comes after its copy would be lost.
lock table transaction, idempotency_key, audit_event in access exclusive mode;

-- Who asked for a movement by which request: its audit line, and the key under which it is never made twice. Apart from the
-- movement because that is public. Its sequence is the movement's. Append-only: current/triggers.sql.
create table movement_request (
  tenant_id text not null,
  sequence bigint not null,
  transaction_id text not null,
  actor text not null,
  -- The Idempotency-Key, and the hash of the request that came with it.
  key text check (length(key) between 1 and 255),
  request_hash bytea,
  address text,
  request_id text,
  primary key (tenant_id, sequence)
);
-- Nobody's key moves units twice.
create unique index movement_request_by_key on movement_request (tenant_id, actor, key) where key is not null;

-- The keys of the last 30 days go on answering. The older lines of movements stay in the audit log, so these have none here.
insert into movement_request (tenant_id, sequence, transaction_id, actor, key, request_hash)
select k.tenant_id, t.sequence, t.id, k.caller, k.key, k.request_hash
from idempotency_key k
join transaction t on t.tenant_id = k.tenant_id and t.id = k.answer ->> 'transactionId'
where k.created_at > now() - interval '30 days';
drop table idempotency_key;

-- Movements and the other acts are one order in the audit log, so they count on one sequence.
select setval('audit_event_sequence_seq', greatest(
  (select coalesce(max(sequence), 0) from audit_event), (select coalesce(max(sequence), 0) from transaction)) + 1);
alter table transaction alter column sequence drop identity;
alter table transaction alter column sequence set default nextval('audit_event_sequence_seq'), alter column sequence set not null;

-- Every movement up to this sequence is in the hash chain and known to settlement; later ones may be. No row is 0.
create table linked_until (sequence bigint not null);
create unique index linked_until_is_one_row on linked_until ((true));
insert into linked_until
select coalesce((select min(sequence) - 1 from ledger_pending), max(sequence)) from transaction having count(*) > 0;
drop trigger if exists transaction_awaits_link on transaction;
drop table ledger_pending;
-- Of databases that were made before functions had files of their own.
drop function if exists audit_movement, await_link, keep_answer, lock_balances, request_settlement, require_active;

-- References that are true already: to a row that the same function has written, read or locked, in tables from which nothing
-- is deleted. Each check locked its row, which the movements of everybody share. ledger_strays() looks for what they refused.
alter table transaction
  drop constraint transaction_tenant_id_fkey,
  drop constraint transaction_tenant_id_project_id_fkey,
  drop constraint transaction_tenant_id_from_account_fkey,
  drop constraint transaction_tenant_id_to_account_fkey;
alter table entry
  drop constraint entry_tenant_id_transaction_id_fkey,
  drop constraint entry_tenant_id_asset_id_fkey;
alter table block
  drop constraint block_tenant_id_asset_id_fkey,
  drop constraint block_tenant_id_account_id_fkey,
  drop constraint block_tenant_id_transaction_id_fkey;
alter table claim
  drop constraint claim_tenant_id_transaction_id_fkey,
  drop constraint claim_tenant_id_account_id_fkey;
alter table ledger_link drop constraint ledger_link_tenant_id_transaction_id_fkey;
alter table settlement drop constraint settlement_tenant_id_transaction_id_fkey;

-- Nobody reads by these, or by half of them.
drop index transaction_by_time, transaction_to, transaction_from, block_by_transaction, entry_by_asset;
create index transaction_from on transaction (tenant_id, from_account, occurred_at desc, id desc) where from_account is not null;
create index transaction_to on transaction (tenant_id, to_account, occurred_at desc, id desc) where to_account is not null;
-- The movements of a serial number are among those whose ranges begin at or below it.
create index entry_by_serial on entry (tenant_id, asset_id, lower(serials));

-- Room on each page for the next balance, so that it need not go to another one with an entry in each index.
alter table balance set (fillfactor = 70);
