-- Movements outside the hash chain. A movement's causes are visible with it and have smaller sequences, so no effect
-- precedes its cause. The settings enforce the index, whatever the statistics of `linked_until`.
create or replace function unlinked(p_limit integer default null)
returns table (tenant_id text, transaction_id text, sequence bigint) language sql stable
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
  select t.tenant_id, t.id, t.sequence from transaction t
  where t.sequence > coalesce((select u.sequence from linked_until u), 0)
    and not exists (select from ledger_link l where l.tenant_id = t.tenant_id and l.transaction_id = t.id)
  order by t.sequence limit p_limit
$$;
