-- Which e-mail address a person wants to sign in with, until the link that went to it is used: the latest wish of each person.
create table identity.address_change (
  person_id text primary key references identity.person on delete cascade,
  email text not null,
  -- Hashes of the tokens in the two links: the new address confirms, the present address stops the change.
  confirm_hash bytea not null unique check (octet_length(confirm_hash) = 32),
  stop_hash bytea not null unique check (octet_length(stop_hash) = 32),
  expires_at timestamptz not null
);
