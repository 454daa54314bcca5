-- Projects that may count the same outcome twice: how neighbours are found, and what a registry's admins decide about them.

create index project_by_extent on project using gist (extent);
create index project_by_origin on project (lower(origin_id), lower(origin_registry)) where origin_id <> '';

create table overlap_decision (
  tenant_id text not null,
  project_id text not null,
  -- The other project may be of another registry of the deployment: no row points into another tenant, so these are words.
  other_tenant_id text not null,
  other_project_id text not null,
  verdict text not null check (verdict in ('none', 'accepted', 'refused')),
  reason text not null,
  decided_by text not null,
  decided_at timestamptz not null default now(),
  primary key (tenant_id, project_id, other_tenant_id, other_project_id),
  foreign key (tenant_id, project_id) references project (tenant_id, id)
);
