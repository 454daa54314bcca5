-- Notifies open pages of changed tasks in a tenant (server/mrv/tasks/watched-tasks.ts). Movements, whose commits would
-- queue here, write none of these rows; the linker notifies of mints.
create or replace function tell_of_waiting() returns trigger language plpgsql as $$
begin
  perform pg_notify('waiting', new.tenant_id);
  return null;
end $$;
create or replace trigger project_waits after insert or update of status on project
  for each row execute function tell_of_waiting();
create or replace trigger account_waits after insert or update of status on account
  for each row execute function tell_of_waiting();
create or replace trigger methodology_waits after insert or update of status on methodology
  for each row execute function tell_of_waiting();
create or replace trigger measurement_waits after insert or update of status, account_id, period, due_date on measurement
  for each row execute function tell_of_waiting();
create or replace trigger verification_waits after insert or update of status, due_date, by_year on verification
  for each row execute function tell_of_waiting();
create or replace trigger finding_waits after insert or update of status on finding
  for each row execute function tell_of_waiting();
create or replace trigger task_assignment_waits after insert or update on task_assignment
  for each row execute function tell_of_waiting();
create or replace trigger pending_mint_waits after insert or update of outcome on pending_act
  for each row when (new.type = 'mint') execute function tell_of_waiting();
