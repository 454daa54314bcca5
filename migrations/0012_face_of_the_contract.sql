-- What outsiders find of the contract.

-- The movement that issued a token's units names its registry and asset.
create index chain_event_of_mints on chain_event (token_id) where kind = 'mint';
