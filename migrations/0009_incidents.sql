-- What failed in the service, in a registry's own words, for its status page.

create table incident (
  tenant_id text not null references tenant,
  id text not null,
  title text not null,
  affected text[] not null
    check (cardinality(affected) > 0
      and affected <@ array['web', 'database', 'ledger', 'settlement', 'mail', 'files', 'signIn']::text[]),
  state text not null check (state in ('investigating', 'identified', 'monitoring', 'resolved')),
  opened_at timestamptz not null default now(),
  resolved_at timestamptz,
  primary key (tenant_id, id),
  check ((state = 'resolved') = (resolved_at is not null))
);
create index incident_by_time on incident (tenant_id, opened_at desc, id desc);

create table incident_update (
  tenant_id text not null,
  incident_id text not null,
  number integer not null check (number > 0),
  state text not null check (state in ('investigating', 'identified', 'monitoring', 'resolved')),
  words text not null,
  at timestamptz not null default now(),
  primary key (tenant_id, incident_id, number),
  foreign key (tenant_id, incident_id) references incident (tenant_id, id)
);

-- Words that a correction of an update replaced, and the incident's title where it was replaced too.
create table incident_wording (
  tenant_id text not null,
  incident_id text not null,
  number integer not null,
  title text,
  words text not null,
  replaced_at timestamptz not null default now(),
  foreign key (tenant_id, incident_id, number) references incident_update (tenant_id, incident_id, number)
);
create index incident_wording_of_update on incident_wording (tenant_id, incident_id, number);
