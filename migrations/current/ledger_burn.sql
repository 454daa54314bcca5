-- Burns units, or locks them where the act has to wait. Failures: not_found, invalid, conflict, insufficient_balance,
-- account_not_active, idempotency_mismatch.
create or replace function ledger_burn(
  p_tenant text, p_caller text, p_key text, p_request_hash bytea, p_address text, p_request_id text,
  p_transaction text, p_from text, p_items jsonb, p_reason text
) returns jsonb language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off as $$
declare
  answer jsonb;
  done text;
begin
  if p_tenant is distinct from current_setting('registry.tenant', true) then
    perform fail_outside_of_wall(p_tenant);
  end if;
  answer := first_answer(p_tenant, p_caller, p_key, p_request_hash);
  if answer is not null then
    return answer;
  end if;
  done := pg_advisory_xact_lock_shared(hashtext('account stop'), hashtext(p_from));
  if (select a.is_guarded from account a where a.tenant_id = p_tenant and a.id = p_from) then
    answer := hold_back(p_tenant, p_caller, p_key, p_request_hash, p_address, p_request_id, p_transaction, 'burn', p_from, null,
      p_items, p_reason, null, null);
    if answer is not null then
      return answer;
    end if;
  end if;
  perform move_items(p_tenant, p_transaction, 'burn', p_items, p_from, p_from, 'cancelled', p_caller, p_reason, null,
    p_key, p_request_hash, p_address, p_request_id);
  return jsonb_build_object('transactionId', p_transaction);
end $$;
select let_requests_call('ledger_burn(text, text, text, bytea, text, text, text, text, jsonb, text)');
