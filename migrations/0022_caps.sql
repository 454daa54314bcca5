-- How much may leave an account in a day, and to whom (docs/adr/0125-caps.md).
alter table account
  -- What one person may move out in 24 hours; null: anything.
  add column daily_cap bigint check (daily_cap between 1 and 9007199254740991),
  -- What a new recipient may get in 24 hours; null: anything.
  add column new_recipient_cap bigint check (new_recipient_cap between 1 and 9007199254740991),
  -- Transfers go to recipients of the list alone.
  add column only_listed boolean not null default false;

create table recipient (
  tenant_id text not null,
  account_id text not null,
  recipient_id text not null,
  -- A recipient is new for 24 hours after it was listed.
  added_at timestamptz not null default now(),
  added_by text not null,
  primary key (tenant_id, account_id, recipient_id),
  foreign key (tenant_id, account_id) references account (tenant_id, id),
  foreign key (tenant_id, recipient_id) references account (tenant_id, id),
  foreign key (tenant_id, added_by) references app_user (tenant_id, username),
  check (recipient_id <> account_id)
);

-- Changes that weaken the protection of an account: each waits a day.
create table protection_to_come (
  tenant_id text not null,
  account_id text not null,
  -- As shared/rules/protection.ts names it.
  name text not null check (name in ('approvalFrom', 'acceptsTransfers', 'dailyCap', 'newRecipientCap', 'onlyListed')),
  value jsonb not null,
  starts_at timestamptz not null,
  asked_by text not null,
  primary key (tenant_id, account_id, name),
  foreign key (tenant_id, account_id) references account (tenant_id, id),
  foreign key (tenant_id, asked_by) references app_user (tenant_id, username)
);
create index protection_to_come_due on protection_to_come (starts_at);
