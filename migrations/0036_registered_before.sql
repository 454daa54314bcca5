-- A project that is registered and waits for something further seemed to wait since its registration. Since when it does no export
-- says: the year 1 stands for that (unknownTime in server/infra/db/times.ts). What changed here since then stays.
update project p set status_since = '0001-01-01T00:00:00Z'
from imported_row r
where p.origin = 'import' and p.status in ('draft', 'pending')
  and r.tenant_id = p.tenant_id and r.kind = 'project' and r.key = p.id and r.source ? 'registered_date'
  and not exists (
    select from audit_event e where e.tenant_id = p.tenant_id and e.subject = 'project:' || p.id and e.after ? 'status');
