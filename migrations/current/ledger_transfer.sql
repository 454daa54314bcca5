-- Moves units between active accounts, or locks them where the act has to wait. Failures: not_found, invalid, conflict,
-- insufficient_balance, account_not_active, nobody_receives, idempotency_mismatch.
create or replace function ledger_transfer(
  p_tenant text, p_caller text, p_key text, p_request_hash bytea, p_address text, p_request_id text,
  p_transaction text, p_from text, p_to text, p_items jsonb, p_reason text
) returns jsonb language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off as $$
declare
  sender text;
  receiver text;
  is_attended boolean;
  guarded boolean;
  known text;
  locked jsonb;
  moved bigint;
  done text;
begin
  if p_tenant is distinct from current_setting('registry.tenant', true) then
    perform fail_outside_of_wall(p_tenant);
  end if;
  done := pg_advisory_xact_lock_shared(hashtext('account stop'), hashtext(p_from));
  select a.status, r.status, r.may_receive, a.is_guarded or r.is_guarded,
    (select m.transaction_id from movement_request m where m.tenant_id = p_tenant and m.actor = p_caller and m.key = p_key)
  into sender, receiver, is_attended, guarded, known
  from (select) asked
  left join account a on a.tenant_id = p_tenant and a.id = p_from
  left join receiver(p_tenant, p_to) r on true;
  if known is not null then
    return first_answer(p_tenant, p_caller, p_key, p_request_hash);
  elsif p_from = p_to then
    perform fail('invalid', 'The recipient is the sender.', 'units.sameAccount');
  elsif (sender = 'active' and receiver = 'active') is not true then
    perform fail_unless_active(sender, 'sending');
    perform fail_unless_active(receiver, 'receiving');
  elsif not is_attended then
    perform fail_nobody_receives();
  end if;
  if guarded then
    locked := hold_back(p_tenant, p_caller, p_key, p_request_hash, p_address, p_request_id, p_transaction, 'transfer', p_from,
      p_to, p_items, p_reason, null, null);
    if locked is not null then
      return locked;
    end if;
  end if;
  moved := move_items(p_tenant, p_transaction, 'transfer', p_items, p_from, p_to, 'held', p_caller, p_reason, null,
    p_key, p_request_hash, p_address, p_request_id);
  return jsonb_build_object('transactionId', p_transaction);
end $$;
select let_requests_call('ledger_transfer(text, text, text, bytea, text, text, text, text, text, jsonb, text)');
