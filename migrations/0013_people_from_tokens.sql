-- Everybody who calls with a token has a record here, so that admins can find and suspend them.

-- Whoever was invited or registered here has at most the groups of the record. A record that was made at a first call follows
-- the groups of the token, which the identity provider gives and takes, until an admin changes the role here.
alter table app_user add column follows_token boolean not null default false;

-- The audit log is one of its tenant, like every table, and what a request writes is of the time when it was written.
alter table audit_event drop constraint audit_event_pkey;
drop index audit_event_by_tenant;
alter table audit_event add primary key (tenant_id, sequence);

create function at_its_time() returns trigger language plpgsql as $$
begin
  if current_setting('registry.scope', true) is distinct from 'deployment' then
    new.at = now();
  end if;
  return new;
end $$;
create trigger audit_event_is_at_its_time before insert on audit_event for each row execute function at_its_time();

-- How people type what they look for: small letters without accents.
create extension if not exists unaccent;
create function plain(words text) returns text language sql stable parallel safe
  return lower(unaccent(words));
