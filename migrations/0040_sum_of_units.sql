-- What adds units up in 64 bits, as every sum of units fits into them or is refused: PostgreSQL's own sum() of such numbers is
-- a decimal number, made for each group and made a number of 64 bits again.
create aggregate sum_of_units(bigint) (sfunc = int8pl, combinefunc = int8pl, stype = bigint, initcond = '0', parallel = safe);

-- What was ever issued of an asset is read from the index alone.
drop index entry_of_issue;
create index entry_of_issue on entry (tenant_id, asset_id) include (serials) where from_account is null;
