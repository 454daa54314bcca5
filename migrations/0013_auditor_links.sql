-- Links by which auditors read the claims of an account, with its private words (docs/adr/0114-auditors-link.md).
create table auditor_link (
  tenant_id text not null,
  id text not null,
  account_id text not null,
  -- For whom, in the account's words.
  label text not null check (label <> ''),
  first_year smallint not null,
  last_year smallint not null check (last_year >= first_year),
  -- SHA-256; the token itself is stored nowhere.
  token_hash bytea not null check (length(token_hash) = 32),
  created_at timestamptz not null,
  created_by text not null,
  -- At most 90 whole days.
  ends_at timestamptz not null check (ends_at > created_at and ends_at <= created_at + interval '91 days'),
  revoked_at timestamptz,
  revoked_by text,
  -- Visits and saved files, each a line of the audit log.
  uses integer not null default 0 check (uses >= 0),
  last_used_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, token_hash),
  foreign key (tenant_id, account_id) references account (tenant_id, id),
  foreign key (tenant_id, created_by) references app_user (tenant_id, username),
  foreign key (tenant_id, revoked_by) references app_user (tenant_id, username),
  check ((revoked_at is null) = (revoked_by is null)),
  check ((uses = 0) = (last_used_at is null))
);
create index auditor_link_of_account on auditor_link (tenant_id, account_id, created_at desc, id desc);
