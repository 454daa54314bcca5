-- What waits is read in the order of its lists, whatever is not waiting any more, and what is due by its day
-- (docs/adr/0047-lists-that-wait.md).

-- Whether everything that was verified is issued: kept with each mint by current/sums.sql.
alter table verification add column is_issued boolean not null default false;
update verification v set is_issued = true
from asset a where a.tenant_id = v.tenant_id and a.verification_id = v.id and a.issued >= a.verified_quantity;

drop index project_waiting, account_waiting, methodology_waiting, measurement_waiting, verification_waiting;
create index project_waiting on project (tenant_id, account_id, status_since, id) where status in ('draft', 'rejected');
create index project_to_decide on project (tenant_id, status_since, id) where status = 'pending';
create index account_waiting on account (tenant_id, applied_at, id) where status = 'pending';
create index methodology_waiting on methodology (tenant_id, account_id, status_since, id) where status in ('draft', 'rejected');
create index methodology_to_decide on methodology (tenant_id, status_since, id) where status = 'pending';
create index measurement_waiting on measurement
  (tenant_id, account_id, greatest(status_since, upper(period)::timestamp at time zone 'UTC'), id)
  where status in ('in progress', 'changes requested');
create index measurement_to_decide on measurement (tenant_id, status_since, id) where status = 'submitted';
create index verification_waiting on verification (tenant_id, account_id, status_since, id)
  where status in ('requested', 'in progress');
create index verification_with_findings on verification (tenant_id, account_id) where status = 'findings open';
create index verification_to_issue on verification (tenant_id, project_id, status_since, id) where status = 'verified' and not is_issued;

create index measurement_due on measurement (due_date) where status in ('in progress', 'changes requested') and due_date is not null;
create index verification_due on verification (due_date) where status in ('requested', 'in progress') and due_date is not null;
create index finding_due on finding (due_date) where status <> 'closed' and due_date is not null;

-- Retirements on the timeline of each of their projects.
create index claim_of_several on claim (tenant_id, claimed_at desc, id desc) where project_id is null;
