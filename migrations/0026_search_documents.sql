-- What everything that has a name is found by in one search (docs/adr/0052-one-search.md).

-- What a country is called in the languages of the registry; filled by current/country_names.sql.
create table country_name (
  code text primary key,
  names text not null
);

-- The words of a project, an account or a methodology: its own and those of what it names, plain as current/search.sql
-- makes them. Kept and filled by current/search_documents.sql.
create table search_document (
  tenant_id text not null references tenant,
  kind text not null check (kind in ('project', 'account', 'methodology')),
  id text not null,
  words text not null,
  primary key (tenant_id, kind, id)
);
create index search_document_by_words on search_document using gin (words gin_trgm_ops) with (gin_pending_list_limit = 256);

-- The serial number that a block had in the export it came with, whatever stands between its parts.
create index imported_row_by_serial on imported_row
  (tenant_id, (regexp_replace(upper(source ->> 'serial_number'), '[^A-Z0-9]+', '-', 'g')) text_pattern_ops)
  where kind = 'block' and source ? 'serial_number';
create index document_by_hash on document (tenant_id, sha256);
