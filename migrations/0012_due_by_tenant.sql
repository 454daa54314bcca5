-- The settler takes what is due from every tenant in turn, in the order of the ledger: an index says which tenants wait, and
-- gives the oldest of each first. The sequence is that of the movement, which never changes.
alter table settlement add column sequence bigint;
drop index settlement_due;
update settlement s set sequence = t.sequence from transaction t where t.tenant_id = s.tenant_id and t.id = s.transaction_id;
alter table settlement alter column sequence set not null;
create index settlement_due on settlement (tenant_id, sequence) where state = 'recorded' and refusals = 0;
create index settlement_refused on settlement (sequence) where state = 'recorded' and refusals > 0;

-- A comparison with the chain goes through the balances of an asset part by part.
drop index balance_by_asset;
create index balance_by_asset on balance (tenant_id, asset_id, account_id);

-- What was issued of an asset, without reading everything that happened to it since.
create index entry_of_issue on entry (tenant_id, asset_id) where from_account is null;
-- Results of comparisons are deleted by age.
create index reconciliation_by_age on reconciliation (at);
