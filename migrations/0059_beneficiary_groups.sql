-- Beneficiaries whose spellings are one name (docs/adr/0094-beneficiaries-under-one-name.md). `key` is the spelling without what
-- spellings differ in; spellings with one `group_key` are one beneficiary: the key, or `#` with an id where an admin has decided.
-- Both are written by current/search_beneficiaries.sql.
alter table beneficiary_sum add column key text not null default '', add column group_key text not null default '';
create index beneficiary_by_key on beneficiary_sum (tenant_id, key);
create index beneficiary_by_group on beneficiary_sum (tenant_id, group_key);
drop index beneficiary_by_units;
-- The claims for an organisation, by the beginning of its name as `beneficiary_sum` has it.
create index claim_by_beneficiary on claim (tenant_id, left(beneficiary_name, 300), claimed_at desc, id desc)
  where beneficiary_kind = 'organisation' and beneficiary_name <> '';
