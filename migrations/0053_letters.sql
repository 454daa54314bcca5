-- What is sent by mail behind the writes (docs/adr/0085-gathered-letters.md): to a person, the notices of one kind that are in it; to
-- the address that a claim gives, its certificate.
create table letter (
  tenant_id text not null references tenant,
  id bigint generated always as identity,
  -- A kind of notice, or 'claim'.
  kind text not null,
  username text,
  -- Of the letter of a claim: the claim, its account, and the language of whoever made the claim.
  claim_id text,
  account_id text,
  language text check (language in ('en', 'fr', 'sw')),
  -- Whether the person gets one letter of the kind a day, after many within one.
  is_daily boolean not null default false,
  attempts smallint not null default 0,
  -- When the letter is tried next; null once the letter is sent or given up.
  next_at timestamptz default now(),
  -- The last try.
  tried_at timestamptz,
  sent_at timestamptz,
  failure text,
  -- Whether the mail server refused the letter for good, as the address does not exist or takes no letters of ours.
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
create unique index letter_open on letter (tenant_id, username, kind) where username is not null and attempts = 0 and next_at is not null;
create index letter_of_kind on letter (tenant_id, username, kind, tried_at) where username is not null and tried_at is not null;
create index letter_tried on letter (tenant_id, username, id) where username is not null and attempts > 0;
create unique index letter_of_claim on letter (tenant_id, claim_id) where claim_id is not null;
create index letter_of_account on letter (tenant_id, account_id, tried_at) where account_id is not null;

insert into letter (tenant_id, kind, claim_id, account_id, language, attempts, next_at, tried_at, sent_at, failure)
select tenant_id, 'claim', claim_id, account_id, language, attempts, next_at, tried_at, sent_at, failure from claim_letter;
drop table claim_letter;

insert into letter (tenant_id, kind, username, attempts, next_at, tried_at, sent_at, failure, is_refused)
select tenant_id, kind, username, attempts, null, coalesce(mailed_at, created_at), mailed_at, failure, is_refused
from notice where attempts > 0 order by sequence;

alter table notice
  -- The letter that words the notice; null before the notice is sorted, and where its receiver wants no letter.
  add column letter_id bigint,
  add column is_sorted boolean not null default true,
  -- Whether its words are of an account that is not approved; letters leave such words out.
  add column is_of_stranger boolean not null default false,
  add foreign key (tenant_id, letter_id) references letter (tenant_id, id);
alter table notice alter column is_sorted set default false;
update notice set is_sorted = false where next_at is not null;
alter table notice
  drop column next_at, drop column attempts, drop column mailed_at, drop column failure, drop column is_refused;
create index notice_unsorted on notice (tenant_id, username, kind, sequence) where not is_sorted;
create index notice_of_letter on notice (tenant_id, letter_id) where letter_id is not null;

-- Whether the row is an invitation to the address of another user. Nobody can take the invitation up, and the other user got a letter.
alter table app_user add column is_only_asked boolean not null default false;
drop index app_user_by_email;
create unique index app_user_by_email on app_user (tenant_id, lower(email))
  where status <> 'DELETED' and email <> '' and not is_only_asked;
create unique index app_user_asked on app_user (tenant_id, account_id, lower(email)) where status <> 'DELETED' and is_only_asked;
