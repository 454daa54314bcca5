-- When another tenant decided about an overlap with a project of the current tenant. The decision itself stays private.
create or replace function overlap_decided_at(by_tenant text, by_project text, about_project text) returns timestamptz
language sql stable security definer set search_path = public, pg_temp as $$
  select decided_at from overlap_decision
  where tenant_id = by_tenant and project_id = by_project
    and other_tenant_id = current_setting('registry.tenant', true) and other_project_id = about_project
$$;
select let_requests_call('overlap_decided_at(text, text, text)');
