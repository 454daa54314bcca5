-- Writes the claim of a movement, with the letter to its beneficiary. p_claim: columns of the claim.
create or replace function record_claim(
  p_tenant text, p_transaction text, p_from text, p_caller text, p_items jsonb, p_claim jsonb, p_quantity bigint
) returns text language plpgsql as $$
declare
  wording constant claim := jsonb_populate_record(null::claim, p_claim);
begin
  insert into claim (tenant_id, id, transaction_id, account_id, quantity, beneficiary_kind, beneficiary_name, beneficiary_country,
    purpose, purpose_detail, period, country_of_consumption, note, note_is_public, notify_email, own_reference, private_salt,
    verify_code, claimed_at, created_by, vintages)
  values (p_tenant, wording.id, p_transaction, p_from, p_quantity, wording.beneficiary_kind, wording.beneficiary_name,
    wording.beneficiary_country, wording.purpose, wording.purpose_detail, wording.period, wording.country_of_consumption,
    wording.note, wording.note_is_public, wording.notify_email, wording.own_reference,
    decode(p_claim ->> 'private_salt', 'hex'), wording.verify_code, now(), p_caller,
    -- A look-up for each asset: with a join the planner reads all assets.
    array(
      select distinct (
        select extract(year from upper(a.vintage) - 1)::smallint from asset a
        where a.tenant_id = p_tenant and a.id = i ->> 'assetId')
      from jsonb_array_elements(p_items) i order by 1));
  if wording.notify_email is not null then
    insert into letter (tenant_id, kind, claim_id, account_id, language)
    values (p_tenant, 'claim', wording.id, p_from, coalesce(p_claim ->> 'notify_language', 'en'));
  end if;
  return wording.id;
end $$;

-- Retires units for a beneficiary, or locks them where the act has to wait. p_claim: columns of the claim; p_document_hash:
-- the hash of its public words.
-- Failures: not_found, invalid, conflict, insufficient_balance, account_not_active, idempotency_mismatch.
create or replace function ledger_claim(
  p_tenant text, p_caller text, p_key text, p_request_hash bytea, p_address text, p_request_id text,
  p_transaction text, p_from text, p_items jsonb, p_claim jsonb, p_document_hash bytea
) returns jsonb language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off as $$
declare
  claimant text;
  guarded boolean;
  known text;
  locked jsonb;
  total bigint;
  done text;
begin
  if p_tenant is distinct from current_setting('registry.tenant', true) then
    perform fail_outside_of_wall(p_tenant);
  end if;
  done := pg_advisory_xact_lock_shared(hashtext('account stop'), hashtext(p_from));
  select a.status, a.is_guarded,
    (select r.transaction_id from movement_request r where r.tenant_id = p_tenant and r.actor = p_caller and r.key = p_key)
  into claimant, guarded, known
  from (select) asked left join account a on a.tenant_id = p_tenant and a.id = p_from;
  if known is not null then
    return first_answer(p_tenant, p_caller, p_key, p_request_hash);
  elsif (claimant = 'active') is not true then
    perform fail_unless_active(claimant, 'claiming');
  end if;
  if guarded then
    locked := hold_back(p_tenant, p_caller, p_key, p_request_hash, p_address, p_request_id, p_transaction, 'claim', p_from, null,
      p_items, null, p_claim, p_document_hash);
    if locked is not null then
      return locked;
    end if;
  end if;
  total := move_items(p_tenant, p_transaction, 'claim', p_items, p_from, p_from, 'retired', p_caller, null, p_document_hash,
    p_key, p_request_hash, p_address, p_request_id);
  return jsonb_build_object('transactionId', p_transaction,
    'claimId', record_claim(p_tenant, p_transaction, p_from, p_caller, p_items, p_claim, total));
end $$;
select let_requests_call('ledger_claim(text, text, text, bytea, text, text, text, text, jsonb, jsonb, bytea)');
