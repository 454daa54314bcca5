-- The movements that the hash chain has yet to take in, oldest first. In any snapshot what a movement follows from is visible and
-- has a smaller sequence, so taking what is visible in this order never puts an effect before its cause. Goes along the index
-- whatever the planner knows of `linked_until`.
create or replace function unlinked(p_limit integer default null)
returns table (tenant_id text, transaction_id text, sequence bigint) language sql stable
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
  select t.tenant_id, t.id, t.sequence from transaction t
  where t.sequence > coalesce((select u.sequence from linked_until u), 0)
    and not exists (select from ledger_link l where l.tenant_id = t.tenant_id and l.transaction_id = t.id)
  order by t.sequence limit p_limit
$$;
