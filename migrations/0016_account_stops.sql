-- The brake that an account's own people pull, apart from its status (docs/adr/0119-account-stops.md): while stopped_at
-- is set, no unit leaves the account. The audit log has the history.
alter table account
  add column stopped_at timestamptz,
  -- Without a foreign key: users refer to accounts.
  add column stopped_by text,
  -- By the link of a letter to stopped_by.
  add column is_stopped_by_link boolean not null default false,
  add column stop_reason text,
  add check ((stopped_at is null) = (stopped_by is null)),
  add check (stopped_at is not null or (stop_reason is null and not is_stopped_by_link));

-- Links in letters of movements, each to one person and for that person's account.
create table stop_link (
  tenant_id text not null,
  -- SHA-256; the token itself is stored nowhere.
  token_hash bytea not null check (length(token_hash) = 32),
  username text not null,
  account_id text not null,
  ends_at timestamptz not null,
  -- A link stops once.
  used_at timestamptz,
  primary key (tenant_id, token_hash),
  foreign key (tenant_id, username) references app_user (tenant_id, username),
  foreign key (tenant_id, account_id) references account (tenant_id, id)
);
-- Old links are deleted when the person gets a new one.
create index stop_link_of_person on stop_link (tenant_id, username, ends_at);
