-- Lower case without accents.
create or replace function plain(words text) returns text language sql stable parallel safe
  return lower(unaccent(words));

-- The leading space lets the index find beginnings of words.
create or replace function search_words(name text) returns text language sql stable parallel safe
  return case name when '' then '' else ' ' || plain(name) end;

create or replace function keep_words() returns trigger language plpgsql as $$
begin
  new.words = search_words(new.name);
  return new;
end $$;
create or replace trigger project_keeps_words before insert or update of name on project
  for each row execute function keep_words();
create or replace trigger account_keeps_words before insert or update of name on account
  for each row execute function keep_words();

create or replace function keep_claim_words() returns trigger language plpgsql as $$
begin
  new.words = search_words(new.beneficiary_name);
  new.project_id = (select t.project_id from transaction t where t.tenant_id = new.tenant_id and t.id = new.transaction_id);
  return new;
end $$;
create or replace trigger claim_keeps_words before insert or update of beneficiary_name on claim
  for each row execute function keep_claim_words();

-- Stores a claim's quantity by project, from its entries, which are written first.
create or replace function keep_claim_projects() returns trigger language plpgsql as $$
begin
  insert into claim_project (tenant_id, claim_id, project_id, quantity, vintages)
  select new.tenant_id, new.id, a.project_id, sum(e.units), array_agg(distinct extract(year from upper(a.vintage) - 1)::smallint)
  from (
    select e.asset_id, upper(e.serials) - lower(e.serials) as units from entry e
    where e.tenant_id = new.tenant_id and e.transaction_id = new.transaction_id offset 0
  ) e,
  lateral (select a.project_id, a.vintage from asset a where a.tenant_id = new.tenant_id and a.id = e.asset_id offset 0) a
  group by a.project_id;
  return null;
end $$;
create or replace trigger claim_keeps_projects after insert on claim
  for each row when (new.project_id is null) execute function keep_claim_projects();
