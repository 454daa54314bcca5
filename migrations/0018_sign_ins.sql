-- Where people signed in, links of "this was not me", and how sessions end (docs/adr/0121-this-was-not-me.md).

-- The latest sign-ins, for a person's list of sessions and to notice new devices.
create table identity.sign_in (
  id text primary key,
  person_id text not null references identity.person on delete cascade,
  -- SHA-256 of the token in the device's cookie.
  device_hash bytea not null check (octet_length(device_hash) = 32),
  -- As the device says; empty if unknown.
  browser text not null,
  system text not null,
  -- The network address.
  address text not null,
  at timestamptz not null default now(),
  -- The `uid` of the provider's session; null for a device on which the person only chose a password.
  session_uid text
);
create index sign_in_by_device on identity.sign_in (person_id, device_hash, at);
create index sign_in_by_session on identity.sign_in (session_uid);
create index sign_in_by_age on identity.sign_in (at);

-- Links in e-mails about a person's sign-in, by the hash of their token; a used link is deleted.
create table identity.not_me_link (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  person_id text not null references identity.person on delete cascade,
  -- Where the e-mail went: after a change of address, the former one.
  email text not null,
  expires_at timestamptz not null
);
create index not_me_link_by_person on identity.not_me_link (person_id);
create index not_me_link_by_end on identity.not_me_link (expires_at);

-- `blocked`: until a link sets a new password.
alter table identity.person drop constraint person_status_check;
alter table identity.person add constraint person_status_check
  check (status in ('invited', 'active', 'suspended', 'blocked'));

-- Held back while this person is suspended, because refusals then name the suspension.
alter table identity.ended_session add column suspended_person text;
create index ended_session_held_back on identity.ended_session (suspended_person) where suspended_person is not null;
