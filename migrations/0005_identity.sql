-- The embedded identity provider, in a schema of its own: the registry never reads it, and a deployment with another provider
-- leaves it empty.

create schema identity;

create table identity.person (
  id text primary key,
  tenant_id text not null references tenant,
  email text not null,
  first_name text not null default '',
  last_name text not null default '',
  language text not null default 'en' check (language in ('en', 'fr', 'sw')),
  groups text[] not null default '{}',
  status text not null check (status in ('invited', 'active', 'suspended')),
  -- argon2id in PHC form.
  password_hash text check (password_hash like '$argon2id$%'),
  created_at timestamptz not null default now(),
  check (status <> 'active' or password_hash is not null)
);
-- One address is one person of a tenant; two tenants may know the same address, with two passwords.
create unique index person_by_email on identity.person (tenant_id, lower(email));

-- Who asked to register and has not yet shown to receive mail at that address. Others may use the address meanwhile.
create table identity.registration (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  tenant_id text not null references tenant,
  email text not null,
  first_name text not null,
  last_name text not null,
  language text not null check (language in ('en', 'fr', 'sw')),
  expires_at timestamptz not null
);
create index registration_by_end on identity.registration (expires_at);

-- Invitation and reset links by the hash of their token; a used link is deleted.
create table identity.link (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  person_id text not null references identity.person on delete cascade,
  purpose text not null check (purpose in ('invitation', 'reset')),
  expires_at timestamptz not null
);
create index link_by_person on identity.link (person_id);

-- The address that a person wants to sign in with: the latest wish of each person, until a link is used.
create table identity.address_change (
  person_id text primary key references identity.person on delete cascade,
  email text not null,
  -- Hashes of the tokens in the two links: the new address confirms, the present one stops the change.
  confirm_hash bytea not null unique check (octet_length(confirm_hash) = 32),
  stop_hash bytea not null unique check (octet_length(stop_hash) = 32),
  expires_at timestamptz not null
);

-- Failed attempts against a person's name or from a caller's address.
create table identity.attempt (
  key text primary key,
  failures integer not null check (failures > 0),
  blocked_until timestamptz,
  last_at timestamptz not null default now()
);

-- Private keys as JWK. A retired key is published until the last token that it signed has expired.
create table identity.signing_key (
  kid text primary key,
  private_key jsonb not null,
  created_at timestamptz not null default now(),
  retired_at timestamptz
);
-- One key signs.
create unique index signing_key_in_use on identity.signing_key ((true)) where retired_at is null;

create table identity.secret (
  name text primary key,
  value text not null
);

-- What the OpenID provider keeps: sessions, grants, codes, refresh tokens and sign-ins under way.
create table identity.artefact (
  model text not null,
  id text not null,
  payload jsonb not null,
  person_id text generated always as (payload ->> 'accountId') stored,
  grant_id text generated always as (payload ->> 'grantId') stored,
  uid text generated always as (payload ->> 'uid') stored,
  consumed_at timestamptz,
  expires_at timestamptz not null,
  primary key (model, id)
);
create index artefact_by_person on identity.artefact (person_id);
create index artefact_by_grant on identity.artefact (grant_id);
create index artefact_by_uid on identity.artefact (uid) where model = 'Session';
create index artefact_by_end on identity.artefact (expires_at);

-- Sessions that have ended: their access tokens, which nobody stores, are refused until they expire. The tokens have the grant's
-- id as `sid`.
create table identity.ended_session (
  grant_id text primary key,
  ended_at timestamptz not null default now()
);
create index ended_session_by_end on identity.ended_session (ended_at);
