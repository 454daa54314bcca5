-- Approved projects, which wait for their first measurement, are read in the order of their lists (docs/adr/0047-lists-that-wait.md).
create index project_to_measure on project (tenant_id, account_id, status_since, id) where status = 'approved';
create index project_to_measure_as_provider on project (tenant_id, measurement_provider_id, status_since, id) where status = 'approved';
