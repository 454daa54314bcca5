-- A deleted refresh token ends its session (listener: server/infra/auth/ended-sessions.ts). Suspension does not:
-- refusals then name the suspension.
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
