-- Acts that wait with their units locked: for a second person, for the recipient, or until they can be undone no more.

alter table tenant
  -- From this quantity on a transfer, claim or burn waits for a second person; null: none does.
  add column approval_from bigint check (approval_from between 1 and 9007199254740991),
  -- Transfers wait until the recipient accepts.
  add column accepts_transfers boolean not null default false,
  add column undo_claims_minutes smallint not null default 0 check (undo_claims_minutes between 0 and 60),
  add column undo_transfers_minutes smallint not null default 0 check (undo_transfers_minutes between 0 and 60);

-- An account may ask for more than its registry does, never for less.
alter table account
  add column approval_from bigint check (approval_from between 1 and 9007199254740991),
  add column accepts_transfers boolean not null default false;

create table pending_act (
  tenant_id text not null,
  -- The id of the movement to come.
  id text not null,
  type transaction_type not null check (type <> 'mint'),
  waits_for text not null check (waits_for in ('approval', 'acceptance', 'undo')),
  ends_at timestamptz not null,
  from_account text not null,
  to_account text check ((to_account is not null) = (type = 'transfer')),
  -- [{"assetId": text, "quantity": integer}]
  items jsonb not null,
  quantity positive_quantity not null,
  reason text,
  -- The columns of the claim to come.
  claim jsonb check ((claim is not null) = (type = 'claim')),
  document_hash bytea,
  prepared_by text not null,
  prepared_at timestamptz not null default now(),
  request_id text,
  approved_by text,
  approved_at timestamptz,
  outcome text check (outcome in ('done', 'refused', 'withdrawn', 'expired', 'failed')),
  ended_at timestamptz check ((ended_at is null) = (outcome is null)),
  -- Null: the server ended the act.
  ended_by text,
  ended_reason text,
  -- The newest stage or outcome of which the people concerned have a notice.
  told text,
  primary key (tenant_id, id),
  foreign key (tenant_id, from_account) references account (tenant_id, id),
  foreign key (tenant_id, to_account) references account (tenant_id, id)
);
create index pending_act_due on pending_act (ends_at) where outcome is null;
create index pending_act_untold on pending_act (prepared_at) where told is distinct from coalesce(outcome, waits_for);
create index pending_act_of_sender on pending_act (tenant_id, from_account, prepared_at desc, id desc);
create index pending_act_of_receiver on pending_act (tenant_id, to_account, prepared_at desc, id desc) where to_account is not null;

-- The act for which a locked block waits.
alter table block add column pending_id text;
