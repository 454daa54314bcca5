-- What the contract was told in a batch that this database does not know: it was restored to an earlier moment than the chain, or
-- somebody else has the operator's key. Nothing is sent to the chain meanwhile, since it might have been sent before.
alter table chain_event add column is_unknown boolean not null default false;
create index chain_event_unknown on chain_event (chain_id) where is_unknown;
