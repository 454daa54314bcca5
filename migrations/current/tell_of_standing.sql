-- Makes all processes check the rights of a changed user again and close the user's event streams (`standingChannel` in
-- server/people/users/actors.ts). Movements write none of these columns.
create or replace function tell_of_standing() returns trigger language plpgsql as $$
begin
  perform pg_notify('standing', new.tenant_id || ' ' || new.username);
  return null;
end $$;
create or replace trigger app_user_stands after update of status, groups, account_id on app_user
  for each row when ((old.status, old.groups, old.account_id) is distinct from (new.status, new.groups, new.account_id))
  execute function tell_of_standing();

create or replace function tell_of_role() returns trigger language plpgsql as $$
begin
  perform pg_notify('standing', coalesce(new.tenant_id, old.tenant_id) || ' ' || coalesce(new.username, old.username));
  return null;
end $$;
create or replace trigger account_role_stands after insert or update of role, ends_at or delete on account_role
  for each row execute function tell_of_role();

create or replace function tell_of_tenant_standing() returns trigger language plpgsql as $$
begin
  perform pg_notify('standing', new.id);
  return null;
end $$;
create or replace trigger tenant_stands after update of status on tenant
  for each row when (old.status is distinct from new.status)
  execute function tell_of_tenant_standing();
