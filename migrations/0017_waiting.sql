-- What waits on somebody, and since when (docs/adr/0046-waiting.md).

-- Since when a thing is in its state: kept by current/triggers.sql, for what exists read from the audit log.
alter table project add column status_since timestamptz not null default now();
alter table methodology add column status_since timestamptz not null default now();
alter table measurement add column status_since timestamptz not null default now();
alter table verification add column status_since timestamptz not null default now();

-- The acts on one thing, in their order.
create index audit_event_by_subject on audit_event (tenant_id, subject, sequence);

update project p set status_since = coalesce(
  (select max(e.at) from audit_event e
   where e.tenant_id = p.tenant_id and e.subject = 'project:' || p.id and e.after ? 'status'), p.changed_at);
update methodology m set status_since = coalesce(
  (select max(e.at) from audit_event e
   where e.tenant_id = m.tenant_id and e.subject = 'methodology:' || m.id and e.after ? 'status'), m.created_at);
update measurement m set status_since = coalesce(
  (select max(e.at) from audit_event e
   where e.tenant_id = m.tenant_id and e.subject = 'measurement:' || m.id and e.after ? 'status'),
  m.submitted_at, m.created_at);
update verification v set status_since = coalesce(
  (select max(e.at) from audit_event e
   where e.tenant_id = v.tenant_id and e.subject = 'verification:' || v.id and e.after ? 'status'),
  v.decided_at, v.created_at);

-- Of the many things of a registry only few wait; these indexes hold those alone.
create index project_waiting on project (tenant_id, account_id) where status in ('draft', 'pending', 'rejected');
create index account_waiting on account (tenant_id) where status = 'pending';
create index methodology_waiting on methodology (tenant_id, account_id) where status in ('draft', 'pending', 'rejected');
create index measurement_waiting on measurement (tenant_id, account_id)
  where status in ('scheduled', 'in progress', 'submitted', 'changes requested');
create index verification_waiting on verification (tenant_id, account_id) where status in ('requested', 'in progress');

-- Which colleague takes a task. A task is the account's on which it waits; without one it is the registry's. Null after a
-- withdrawn assignment.
create table task_assignment (
  tenant_id text not null references tenant,
  kind text not null,
  subject_id text not null,
  account_id text,
  username text,
  assigned_at timestamptz not null default now(),
  primary key (tenant_id, kind, subject_id),
  foreign key (tenant_id, account_id) references account (tenant_id, id),
  foreign key (tenant_id, username) references app_user (tenant_id, username)
);
