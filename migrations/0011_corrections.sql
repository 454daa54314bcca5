-- Corrections of the wording of claims (docs/adr/0110-corrections-of-claims.md). Append-only: current/triggers.sql.
create table claim_correction (
  tenant_id text not null,
  claim_id text not null,
  -- Of the wording; version 1 is that of the claim's movement.
  version integer not null check (version > 1),
  -- The words of the version before, as current/claim_words.sql writes them; the claim itself has the newest.
  superseded jsonb not null,
  corrected_by text not null,
  by_registry boolean not null,
  reason text,
  corrected_at timestamptz not null,
  -- SHA-256 of the correction's canonical text.
  hash bytea not null check (length(hash) = 32),
  primary key (tenant_id, claim_id, version),
  foreign key (tenant_id, claim_id) references claim (tenant_id, id),
  -- The registry says why.
  check (reason is not null or not by_registry)
);

-- The version of the claim's wording that the file states.
alter table certificate add column claim_version integer not null default 1 check (claim_version > 0);
