-- Documents hang on what they are evidence of, not on projects alone (docs/adr/0043-documents.md).
alter table project_document rename to document;
alter table document
  add column subject_kind text not null default 'project'
    check (subject_kind in ('project', 'measurement', 'verification', 'finding', 'methodology')),
  add column subject_id text,
  -- What it is called among the documents of its subject: what comes later under the same title is its next version.
  add column title text,
  -- Whether anybody may read it once its subject is published.
  add column is_public boolean not null default true,
  -- The account whose folder it lies in.
  add column account_id text;

update document d
set subject_id = d.project_id, account_id = p.account_id,
  title = case d.document_type when 'Other' then d.original_name else d.document_type end
from project p where p.tenant_id = d.tenant_id and p.id = d.project_id;
-- The versions of a type went with it.
alter table document drop column document_type;
update document d set version = counted.version
from (
  select tenant_id, id, row_number() over (partition by tenant_id, subject_id, title order by version, created_at, id) as version
  from document
) counted
where counted.tenant_id = d.tenant_id and counted.id = d.id and counted.version <> d.version;

alter table document
  alter column subject_kind drop default,
  alter column subject_id set not null,
  alter column title set not null,
  alter column account_id set not null,
  alter column project_id drop not null,
  add unique (tenant_id, subject_kind, subject_id, title, version),
  add foreign key (tenant_id, account_id) references account (tenant_id, id),
  add check (subject_kind <> 'project' or subject_id = project_id);
create index document_by_project on document (tenant_id, project_id, created_at);

-- What short-lived links to private documents are sealed with: known to every process of the deployment, and to nobody else.
alter table tenant add column link_key bytea not null
  default decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex');
