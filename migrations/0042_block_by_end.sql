-- A movement takes the lower part of its giver's lowest block. By its first number that block was another one after each
-- movement, and the next one read past all it had been; its end stays.
drop index block_by_holder;
create index block_by_holder on block (tenant_id, asset_id, account_id, state, upper(serials));
