-- Second factors of people who sign in at the embedded provider (docs/adr/0120-second-factors.md).

-- An app with one-time codes (RFC 6238). The secret stands apart from the person and the password's hash.
create table identity.authenticator (
  person_id text primary key references identity.person on delete cascade,
  secret bytea not null check (octet_length(secret) >= 20),
  -- The last accepted step of 30 seconds: a code counts once.
  last_step bigint not null,
  created_at timestamptz not null default now()
);

create table identity.recovery_code (
  person_id text not null references identity.person on delete cascade,
  code_hash bytea not null check (octet_length(code_hash) = 32),
  primary key (person_id, code_hash)
);

create table identity.passkey (
  -- The credential's id, in base64url.
  id text primary key,
  person_id text not null references identity.person on delete cascade,
  name text not null check (name <> ''),
  -- COSE.
  public_key bytea not null,
  counter bigint not null check (counter >= 0),
  transports text[] not null,
  -- Whether the key may leave its device, and has.
  may_be_backed_up boolean not null,
  is_backed_up boolean not null check (may_be_backed_up or not is_backed_up),
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkey_by_person on identity.passkey (person_id);

-- Challenges for passkeys, each for one purpose of one visitor.
create table identity.challenge (
  challenge text primary key,
  purpose text not null,
  expires_at timestamptz not null
);
create index challenge_by_end on identity.challenge (expires_at);

-- Sign-ins under way whose first factor was right.
create table identity.first_factor (
  sign_in text primary key,
  person_id text not null references identity.person on delete cascade,
  expires_at timestamptz not null
);
create index first_factor_by_end on identity.first_factor (expires_at);

alter table tenant add column second_factor_for text not null default 'nobody'
  check (second_factor_for in ('nobody', 'admins', 'everybody'));
