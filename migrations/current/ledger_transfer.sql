-- Moves units between two active accounts of the tenant.
-- Failures: not_found, invalid, insufficient_balance, account_not_active, idempotency_mismatch.
create or replace function ledger_transfer(
  p_tenant text, p_caller text, p_key text, p_request_hash bytea, p_context jsonb,
  p_transaction text, p_from text, p_to text, p_items jsonb, p_reason text
) returns jsonb language plpgsql as $$
declare
  answer jsonb := first_answer(p_tenant, p_caller, p_key, p_request_hash);
begin
  if answer is not null then
    return answer;
  end if;
  if p_from = p_to then
    perform fail('invalid', 'The recipient is the sender.');
  end if;
  perform require_active(p_tenant, p_from, 'sending');
  perform require_active(p_tenant, p_to, 'receiving');
  perform move_items(p_tenant, p_transaction, 'transfer', p_items, p_from, p_to, 'held', p_caller, p_reason, null);
  perform audit_movement(p_tenant, p_caller, p_transaction, p_context);
  return keep_answer(p_tenant, p_caller, p_key, jsonb_build_object('transactionId', p_transaction));
end $$;
