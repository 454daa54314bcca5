-- A deleted grant or refresh token ends its session for good (listener: server/infra/auth/ended-sessions.ts). While its
-- person is suspended, refusals name the suspension; other processes learn of the end when the suspension ends.
create or replace function tell_of_session_end() returns trigger language plpgsql as $$
declare
  ended text := coalesce(old.grant_id, old.id);
  suspended text := (select id from identity.person where id = old.person_id and status = 'suspended');
begin
  insert into identity.ended_session (grant_id, suspended_person) values (ended, suspended)
  on conflict (grant_id) do nothing;
  if suspended is null then
    perform pg_notify('session_end', ended);
  end if;
  return null;
end $$;
create or replace trigger session_ends after delete on identity.artefact
  for each row when (old.expires_at > now() and (old.model = 'Grant' or (old.model = 'RefreshToken' and old.grant_id is not null)))
  execute function tell_of_session_end();

create or replace function tell_of_held_back_ends() returns trigger language plpgsql as $$
declare
  ended text;
begin
  for ended in
    update identity.ended_session set suspended_person = null, ended_at = now()
    where suspended_person = new.id returning grant_id
  loop
    perform pg_notify('session_end', ended);
  end loop;
  return null;
end $$;
create or replace trigger suspension_ends after update of status on identity.person
  for each row when (old.status = 'suspended' and new.status <> 'suspended')
  execute function tell_of_held_back_ends();
