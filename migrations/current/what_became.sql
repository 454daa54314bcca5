-- The result of a call with an idempotency key: the stored answer, the movement with its type, or the act that has waited
-- or waits; null if there is none.
create or replace function what_became(p_tenant text, p_caller text, p_key text) returns jsonb
language plpgsql stable as $$
declare
  found_call jsonb;
begin
  select jsonb_build_object('call', r.call, 'requestHash', encode(r.request_hash, 'base64'), 'answer', encode(r.answer, 'base64'))
  into found_call from answered_request r
  where r.tenant_id = p_tenant and r.caller = p_caller and r.key_hash = sha256(convert_to(p_key, 'UTF8'));
  if found_call is null then
    select case when t.id is null then jsonb_build_object('movement', p.type, 'pendingId', p.id)
      else jsonb_build_object('movement', t.type, 'transactionId', t.id, 'claimId', c.id, 'claimNumber', c.number) end into found_call
    from movement_request r
    left join transaction t on t.tenant_id = r.tenant_id and t.id = r.transaction_id
    left join pending_act p on p.tenant_id = r.tenant_id and p.id = r.transaction_id
    left join claim c on c.tenant_id = t.tenant_id and c.transaction_id = t.id
    where r.tenant_id = p_tenant and r.actor = p_caller and r.key = p_key;
  end if;
  return found_call;
end $$;
