-- Since when an imported project is in its state was the day of the import. Its own row knows when it came, and of what was decided
-- elsewhere no day is known: the year 1 stands for that (unknownTime in server/infra/db/times.ts). What changed here since then stays.
update project p set status_since = case
  when p.status in ('draft', 'pending') and r.source ?| array['listed_date', 'registered_date', 'added_to_database'] then p.created_at
  else '0001-01-01T00:00:00Z' end
from imported_row r
where p.origin = 'import' and r.tenant_id = p.tenant_id and r.kind = 'project' and r.key = p.id
  and not exists (
    select from audit_event e where e.tenant_id = p.tenant_id and e.subject = 'project:' || p.id and e.after ? 'status');
