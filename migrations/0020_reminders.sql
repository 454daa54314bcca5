-- What was reminded of, once for each day counted from the due date: 7 days and 1 day before it, 1 day after it, then weekly.
create table task_reminder (
  tenant_id text not null references tenant,
  kind text not null,
  subject_id text not null,
  due_date date not null,
  days_after integer not null,
  reminded_at timestamptz not null default now(),
  primary key (tenant_id, kind, subject_id, due_date, days_after)
);

-- How long stages of review take is read from the acts that begin and end them.
create index audit_event_of_review on audit_event (tenant_id, subject, sequence) include (act, at) where act in (
  'project.submit', 'project.approve', 'project.reject', 'project.return',
  'methodology.propose', 'methodology.submit', 'methodology.approve', 'methodology.reject', 'methodology.return',
  'measurement.submit', 'measurement.accept', 'measurement.reject', 'measurement.requestChanges',
  'verification.request', 'verification.verify', 'verification.refuse',
  'account.create', 'account.reapply', 'account.approve', 'account.reject');
