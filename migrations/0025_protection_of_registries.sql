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

-- Recipients that wait for a second person of the account, before they are on its list.
create table recipient_request (
  tenant_id text not null,
  id text not null,
  account_id text not null,
  recipient_id text not null,
  asked_by text not null,
  asked_at timestamptz not null default now(),
  ends_at timestamptz not null,
  -- Stopped: the account was.
  outcome text check (outcome in ('confirmed', 'refused', 'withdrawn', 'expired', 'stopped')),
  ended_at timestamptz check ((ended_at is null) = (outcome is null)),
  primary key (tenant_id, id),
  foreign key (tenant_id, account_id) references account (tenant_id, id),
  foreign key (tenant_id, recipient_id) references account (tenant_id, id),
  foreign key (tenant_id, asked_by) references app_user (tenant_id, username),
  check (recipient_id <> account_id)
);
create unique index recipient_request_waiting on recipient_request (tenant_id, account_id, recipient_id) where outcome is null;
create index recipient_request_due on recipient_request (ends_at) where outcome is null;

-- What one person may move out of any account in 24 hours; null: anything. An account's own cap counts where it is lower.
alter table tenant add column daily_cap bigint check (daily_cap between 1 and 9007199254740991);

-- Acts on which admins of the registry decide.
create index pending_act_of_registry on pending_act (tenant_id, prepared_at desc, id desc) where type in ('mint', 'burn');

-- Why the server ended an act: {"reason": text, "facts": {}} as of refusals, said in the reader's language.
alter table pending_act
  add column ended_because jsonb check (ended_because is null or ended_by is null and outcome = 'failed');
-- Has another parameter now.
drop function if exists pending_end(text, text, text, text, text, text);
