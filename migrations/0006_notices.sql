-- Notices, written in the transaction of their act (docs/adr/0016-notices.md), and letters, sent after that transaction
-- (docs/adr/0085-gathered-letters.md).

-- To a person, all notices of one kind that are in the letter; to the address that a claim gives, the claim's certificate.
create table letter (
  tenant_id text not null references tenant,
  id bigint generated always as identity,
  -- A kind of notice, or 'claim'.
  kind text not null,
  username text,
  -- Of a letter of a claim; the language is that of whoever made the claim.
  claim_id text,
  account_id text,
  language text check (language in ('en', 'fr', 'sw')),
  -- The person gets one letter of the kind a day, after many within one.
  is_daily boolean not null default false,
  attempts smallint not null default 0,
  -- The next try; null once the letter is sent or given up.
  next_at timestamptz default now(),
  -- The last try.
  tried_at timestamptz,
  sent_at timestamptz,
  failure text,
  -- The mail server refused the letter for good: the address does not exist or takes no letters of ours.
  is_refused boolean not null default false,
  primary key (tenant_id, id),
  foreign key (tenant_id, username) references app_user (tenant_id, username),
  foreign key (tenant_id, claim_id) references claim (tenant_id, id),
  check ((username is null) <> (claim_id is null)),
  check ((claim_id is null) = (account_id is null) and (claim_id is null) = (language is null)),
  -- What was sent is not sent again.
  check (sent_at is null or next_at is null)
);
create index letter_due on letter (next_at) where next_at is not null;
-- New notices go into the letter of their kind that nobody has tried to send; there is one at most.
create unique index letter_open on letter (tenant_id, username, kind)
  where username is not null and attempts = 0 and next_at is not null;
create index letter_of_kind on letter (tenant_id, username, kind, tried_at) where username is not null and tried_at is not null;
create index letter_tried on letter (tenant_id, username, id) where username is not null and attempts > 0;
create unique index letter_of_claim on letter (tenant_id, claim_id) where claim_id is not null;
create index letter_of_account on letter (tenant_id, account_id, tried_at) where account_id is not null;

create table notice (
  tenant_id text not null,
  username text not null,
  sequence bigint generated always as identity,
  -- Which sentence, and what the sentence names (shared/rules/notices.ts).
  kind text not null,
  facts jsonb not null,
  -- The words are of an account that is not approved: letters leave them out.
  is_of_stranger boolean not null default false,
  created_at timestamptz not null default now(),
  read_at timestamptz,
  is_sorted boolean not null default false,
  -- Null before the notice is sorted, and where its receiver wants no letter.
  letter_id bigint,
  primary key (tenant_id, username, sequence),
  foreign key (tenant_id, username) references app_user (tenant_id, username),
  foreign key (tenant_id, letter_id) references letter (tenant_id, id)
);
create index notice_unread on notice (tenant_id, username) where read_at is null;
create index notice_unsorted on notice (tenant_id, username, kind, sequence) where not is_sorted;
create index notice_of_letter on notice (tenant_id, letter_id) where letter_id is not null;
