-- The latest issuances of a registry stand on its front page: movements are read by time, and most are no issuances.
create index transaction_mints on transaction (tenant_id, occurred_at desc, id desc) where type = 'mint';
