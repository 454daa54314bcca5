-- The newest comparison is the one that was made last: a clock that was ahead once must not hide those made since.
alter table reconciliation add column number bigint generated always as identity;
create index reconciliation_newest on reconciliation (tenant_id, number);
