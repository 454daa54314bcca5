-- Lists of projects by country or status, newest first, which read every project of the tenant without these.
create index project_by_country on project (tenant_id, country, created_at desc, id desc);
create index project_by_status on project (tenant_id, status, created_at desc, id desc);
