-- With which wording of its language a certificate was written: where issued ones said something wrong in words, the number of the
-- wording is raised and each of them gets a further version (server/units/claims/certificate-wording.ts).
alter table certificate add column wording smallint not null default 1 check (wording > 0);

-- A lifetime statement as it was issued, kept as certificates are. Of one account, language and `about`, which is the hash of all that
-- a statement says but its time, there is one.
create table statement (
  tenant_id text not null,
  id text not null,
  account_id text not null,
  language text not null check (language in ('en', 'fr', 'sw')),
  about bytea not null check (length(about) = 32),
  as_of timestamptz not null,
  verify_code text not null,
  file_key text not null,
  sha256 bytea not null check (length(sha256) = 32),
  primary key (tenant_id, id),
  unique (tenant_id, account_id, language, about),
  unique (tenant_id, verify_code),
  foreign key (tenant_id, account_id) references account (tenant_id, id)
);
create index statement_by_hash on statement (sha256);
