-- What only lists, search and charts read, kept by triggers and movements.

-- PostgreSQL's sum() of bigint is numeric, and slow. Every sum of units fits into 64 bits or is refused.
create aggregate sum_of_units(bigint) (sfunc = int8pl, combinefunc = int8pl, stype = bigint, initcond = '0', parallel = safe);

-- Names of countries in the languages of the registry; filled by current/country_names.sql.
create table country_name (
  code text primary key,
  names text not null
);

-- The search words of each project, account and methodology: small letters without accents (docs/adr/0052-one-search.md).
-- Triggers of current/search_documents.sql write them.
create table search_document (
  tenant_id text not null references tenant,
  kind text not null check (kind in ('project', 'account', 'methodology')),
  id text not null,
  words text not null,
  primary key (tenant_id, kind, id)
);
create index search_document_by_words on search_document using gin (words gin_trgm_ops) with (gin_pending_list_limit = 256);

-- The words of all documents, which a misspelt one is compared with (docs/adr/0064-words-of-a-registry.md). Kept and filled by
-- current/search_words.sql. Not unique: two who write a new word at the same time do not wait for each other.
create table search_word (
  tenant_id text not null references tenant,
  word text not null
);
create index search_word_by_word on search_word (tenant_id, word);
create index search_word_by_letters on search_word using gin (word gin_trgm_ops) with (gin_pending_list_limit = 256);

-- Totals of whole lists (docs/adr/0040-search-and-totals.md), kept by current/sums.sql: projects by status and assets with units
-- in circulation with the act; movements by type, with their units, once they are in the hash chain.
create table tally (
  tenant_id text not null references tenant,
  name text not null check (name ~ '^(projects [a-z ]+|assets held|movements (mint|transfer|claim|burn))$'),
  rows bigint not null,
  units bigint not null default 0,
  primary key (tenant_id, name)
);

-- Units by what charts draw (docs/adr/0057-charts.md), kept by current/sums.sql. What is issued and not gone is held.
create table unit_sum (
  tenant_id text not null references tenant,
  dimension text not null check (dimension in ('month', 'vintage', 'type', 'country')),
  -- `2024-03`, `2023`, a type, the two letters of a country; empty where a project does not say.
  key text not null,
  issued bigint not null,
  retired bigint not null,
  cancelled bigint not null,
  primary key (tenant_id, dimension, key)
);

-- What the movements of a month (in UTC) issued, retired and cancelled of a project (docs/adr/0062-months-of-a-timeline.md).
-- Kept by current/sums.sql. A movement of several projects counts in each.
create table project_month (
  tenant_id text not null references tenant,
  project_id text not null,
  -- `2024-03`.
  month text not null,
  movements bigint not null,
  issued bigint not null,
  retired bigint not null,
  cancelled bigint not null,
  primary key (tenant_id, project_id, month),
  foreign key (tenant_id, project_id) references project (tenant_id, id)
);

-- What was retired for each organisation, by the beginning of its name as claims have it. Spellings with one `group_key` are one
-- beneficiary (docs/adr/0094-beneficiaries-under-one-name.md).
create table beneficiary_sum (
  tenant_id text not null references tenant,
  name text not null,
  -- The name without what spellings differ in, and that key, or `#` with an id where an admin has decided.
  -- Both are written by current/search_beneficiaries.sql.
  key text not null default '',
  group_key text not null default '',
  claims bigint not null,
  units bigint not null,
  primary key (tenant_id, name)
);
create index beneficiary_by_key on beneficiary_sum (tenant_id, key);
create index beneficiary_by_group on beneficiary_sum (tenant_id, group_key);
