-- What becomes weaker a day later may be a rule of the registry, too (docs/adr/0128-protection-of-registries.md).
alter table protection_to_come
  drop constraint protection_to_come_pkey,
  -- Null: a rule of the registry.
  alter account_id drop not null,
  drop constraint protection_to_come_name_check,
  -- As shared/rules/protection.ts names it.
  add constraint protection_to_come_name_check check (name in ('approvalFrom', 'acceptsTransfers', 'dailyCap')
    or account_id is not null and name in ('newRecipientCap', 'onlyListed')
    or account_id is null and name in ('undoClaimsMinutes', 'undoTransfersMinutes', 'claimsOfStoppedProjects',
      'transfersOfStoppedProjects', 'secondFactorFor', 'stepUp', 'stepUpFactorFrom')),
  add constraint protection_to_come_once unique nulls not distinct (tenant_id, account_id, name);
