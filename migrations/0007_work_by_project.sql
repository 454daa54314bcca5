-- Ways to the work of one project and of one provider, and who submitted a measurement.

create index project_by_methodology on project (tenant_id, methodology_id);
create index measurement_by_project on measurement (tenant_id, project_id);
create index measurement_by_account on measurement (tenant_id, account_id, created_at desc);
create index verification_by_project on verification (tenant_id, project_id);
create index verification_by_account on verification (tenant_id, account_id, created_at desc);

-- The account that submitted the measurement: another one decides it.
alter table measurement
  add column submitted_account_id text,
  add foreign key (tenant_id, submitted_account_id) references account (tenant_id, id),
  add check (status not in ('submitted', 'accepted') or submitted_account_id is not null);
