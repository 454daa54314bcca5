-- What people are told (docs/adr/0016-notices.md): a transition and the notices of it are one transaction. The notice is also
-- the letter that waits for the postman.

create table notice (
  tenant_id text not null,
  username text not null,
  sequence bigint generated always as identity,
  -- Which sentence it is and what the sentence names, as shared/rules/notices.ts says.
  kind text not null,
  facts jsonb not null,
  created_at timestamptz not null default now(),
  read_at timestamptz,
  -- When the postman takes it; null once the letter is sent, given up or not wanted.
  next_at timestamptz default now(),
  attempts smallint not null default 0,
  mailed_at timestamptz,
  failure text,
  primary key (tenant_id, username, sequence),
  foreign key (tenant_id, username) references app_user (tenant_id, username),
  -- What was sent is not sent again.
  check (mailed_at is null or next_at is null)
);
create index notice_unread on notice (tenant_id, username) where read_at is null;
create index notice_due on notice (next_at) where next_at is not null;
