-- Retires units for a beneficiary, for good. p_claim holds the claim's columns; its hash goes with the movement.
-- Failures: not_found, invalid, insufficient_balance, account_not_active, idempotency_mismatch.
create or replace function ledger_claim(
  p_tenant text, p_caller text, p_key text, p_request_hash bytea, p_context jsonb,
  p_transaction text, p_from text, p_items jsonb, p_claim jsonb, p_document_hash bytea
) returns jsonb language plpgsql as $$
declare
  answer jsonb := first_answer(p_tenant, p_caller, p_key, p_request_hash);
  wording claim;
  total bigint;
begin
  if answer is not null then
    return answer;
  end if;
  perform require_active(p_tenant, p_from, 'claiming');
  total := move_items(p_tenant, p_transaction, 'claim', p_items, p_from, p_from, 'retired', p_caller, null, p_document_hash);
  perform audit_movement(p_tenant, p_caller, p_transaction, p_context);
  wording := jsonb_populate_record(null::claim, p_claim);
  insert into claim (tenant_id, id, transaction_id, account_id, quantity, beneficiary_kind, beneficiary_name, beneficiary_country,
    purpose, purpose_detail, period, country_of_consumption, note, note_is_public, notify_email, own_reference, verify_code,
    claimed_at, created_by)
  values (p_tenant, wording.id, p_transaction, p_from, total, wording.beneficiary_kind, wording.beneficiary_name,
    wording.beneficiary_country, wording.purpose, wording.purpose_detail, wording.period, wording.country_of_consumption,
    wording.note, wording.note_is_public, wording.notify_email, wording.own_reference, wording.verify_code, now(), p_caller);
  return keep_answer(p_tenant, p_caller, p_key,
    jsonb_build_object('transactionId', p_transaction, 'claimId', wording.id));
end $$;
