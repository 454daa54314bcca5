-- An organisation's facts can be corrected, and a rejected one applies again (docs/adr/0020-organisation-facts.md).

-- Since when an account waits for its decision.
alter table account add column applied_at timestamptz not null default now();
update account set applied_at = created_at;

-- What an account was called before, and until when. A certificate says the names of the day of its claim, whenever and in
-- whatever language it is made.
create table former_name (
  tenant_id text not null,
  account_id text not null,
  until timestamptz not null,
  name text not null,
  primary key (tenant_id, account_id, until),
  foreign key (tenant_id, account_id) references account (tenant_id, id)
);
call keep_tenants_apart('former_name', false);

alter procedure grant_to_application() rename to grant_before_former_names;
create procedure grant_to_application() language plpgsql as $$
begin
  call grant_before_former_names();
  if exists (select from pg_roles where rolname = 'registry_app') then
    grant select, insert on former_name to registry_app;
  end if;
end $$;
call grant_to_application();

-- No name is lost, whoever changes it.
create function keep_former_name() returns trigger language plpgsql as $$
begin
  insert into former_name (tenant_id, account_id, until, name) values (old.tenant_id, old.id, clock_timestamp(), old.name);
  return null;
end $$;
create trigger account_keeps_former_name after update of name on account
  for each row when (old.name is distinct from new.name) execute function keep_former_name();
