-- The map of published projects, which counts all of them by country and by the cells of a grid, without reading the projects themselves.
create index project_on_map on project (tenant_id, country) include (extent, id)
  where status in ('approved', 'active', 'suspended', 'withdrawn');
