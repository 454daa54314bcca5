-- A session ends when its refresh token is deleted: signing out, another password, a token used twice. Suspension ends no session:
-- calls of a suspended person are refused with that reason. Heard in server/infra/auth/ended-sessions.ts.
create or replace function tell_of_session_end() returns trigger language plpgsql as $$
begin
  if exists (select from identity.person where id = old.person_id and status = 'suspended') then
    return null;
  end if;
  insert into identity.ended_session (grant_id) values (old.grant_id)
  on conflict (grant_id) do update set ended_at = excluded.ended_at;
  perform pg_notify('session_end', old.grant_id);
  return null;
end $$;
create or replace trigger refresh_token_ends after delete on identity.artefact
  for each row when (old.model = 'RefreshToken' and old.grant_id is not null and old.expires_at > now())
  execute function tell_of_session_end();
