-- Findings at a place in a document, and the documents that a verifier's people have checked.

alter table finding
  add column document_id text,
  add column page integer check (page > 0),
  -- The sheet of a workbook, for its row.
  add column sheet integer check (sheet > 0),
  add column line integer check (line > 0),
  -- Left, top, width and height in thousandths of a picture.
  add column region integer[] check (cardinality(region) = 4 and 0 <= all (region) and 1000 >= all (region)),
  add foreign key (tenant_id, document_id) references document (tenant_id, id),
  -- A place is one page, row or region of a document, or the whole document.
  add check (num_nonnulls(page, line, region) <= num_nonnulls(document_id)),
  add check (sheet is null or line is not null);
create index finding_by_document on finding (tenant_id, document_id) where document_id is not null;

-- Private to the verification provider.
create table checked_document (
  tenant_id text not null,
  verification_id text not null,
  document_id text not null,
  username text not null,
  checked_at timestamptz not null default now(),
  primary key (tenant_id, verification_id, document_id, username),
  foreign key (tenant_id, verification_id) references verification (tenant_id, id),
  foreign key (tenant_id, document_id) references document (tenant_id, id) on delete cascade,
  foreign key (tenant_id, username) references app_user (tenant_id, username)
);
create index checked_document_by_document on checked_document (tenant_id, document_id);
