-- The public words of a claim that can be corrected, under their names in the canonical texts (docs/proof.md).
create or replace function claim_words(c claim) returns jsonb language sql stable as $$
  select jsonb_build_object('beneficiaryKind', c.beneficiary_kind, 'beneficiary', c.beneficiary_name,
    'beneficiaryCountry', c.beneficiary_country, 'purpose', c.purpose, 'purposeDetail', c.purpose_detail,
    'period', '[' || lower(c.period) || ',' || (upper(c.period) - 1) || ']',
    'countryOfConsumption', c.country_of_consumption)
$$;

-- Moves a claim from one beneficiary's sum to another's. A spelling that no claim has is gone.
create or replace function move_beneficiary_sum(p_tenant text, p_was claim, p_is claim) returns void language plpgsql as $$
begin
  perform 1 from beneficiary_sum
  where tenant_id = p_tenant and name in (left(p_was.beneficiary_name, 300), left(p_is.beneficiary_name, 300))
  order by name for update;
  if p_was.beneficiary_kind = 'organisation' and p_was.beneficiary_name <> '' then
    update beneficiary_sum set claims = claims - 1, units = units - p_was.quantity
    where tenant_id = p_tenant and name = left(p_was.beneficiary_name, 300);
    delete from beneficiary_sum
    where tenant_id = p_tenant and name = left(p_was.beneficiary_name, 300) and claims = 0
      and not (p_is.beneficiary_kind = 'organisation' and name = left(p_is.beneficiary_name, 300));
  end if;
  if p_is.beneficiary_kind = 'organisation' and p_is.beneficiary_name <> '' then
    insert into beneficiary_sum (tenant_id, name, claims, units)
    values (p_tenant, left(p_is.beneficiary_name, 300), 1, p_is.quantity)
    on conflict (tenant_id, name) do update
    set claims = beneficiary_sum.claims + 1, units = beneficiary_sum.units + excluded.units;
  end if;
  if p_is.words <> '' then
    perform add_search_words(p_tenant, array[p_is.words]);
  end if;
end $$;

-- Gives a claim its next wording. p_version: the version that the words of p_words begin; p_hash: of the correction's text.
-- Failures: conflict if another correction was faster.
create or replace function correct_claim(
  p_tenant text, p_claim text, p_version integer, p_words jsonb, p_caller text, p_by_registry boolean, p_reason text,
  p_at timestamptz, p_hash bytea
) returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  was claim;
  corrected claim;
begin
  if p_tenant is distinct from current_setting('registry.tenant', true) then
    perform fail_outside_of_wall(p_tenant);
  end if;
  -- The lock of the linker, which counts the claim with its movement: the claim is counted before or after, never meanwhile.
  perform pg_advisory_xact_lock(hashtextextended('ledger_link', 0));
  select * into was from claim where tenant_id = p_tenant and id = p_claim for update;
  if p_version is distinct from (
    select coalesce(max(version), 1) + 1 from claim_correction where tenant_id = p_tenant and claim_id = p_claim
  ) then
    perform fail('conflict', 'Somebody has corrected this claim meanwhile.', 'claim.correctedMeanwhile');
  end if;
  insert into claim_correction (tenant_id, claim_id, version, superseded, corrected_by, by_registry, reason, corrected_at, hash)
  values (p_tenant, p_claim, p_version, claim_words(was), p_caller, p_by_registry, p_reason, p_at, p_hash);
  update claim
  set beneficiary_kind = p_words ->> 'beneficiaryKind', beneficiary_name = p_words ->> 'beneficiary',
    beneficiary_country = p_words ->> 'beneficiaryCountry', purpose = p_words ->> 'purpose',
    purpose_detail = p_words ->> 'purposeDetail', period = (p_words ->> 'period')::daterange,
    country_of_consumption = p_words ->> 'countryOfConsumption'
  where tenant_id = p_tenant and id = p_claim
  returning * into corrected;
  if exists (select from ledger_link where tenant_id = p_tenant and transaction_id = was.transaction_id) then
    perform move_beneficiary_sum(p_tenant, was, corrected);
  end if;
end $$;
select let_requests_call('correct_claim(text, text, integer, jsonb, text, boolean, text, timestamptz, bytea)');
