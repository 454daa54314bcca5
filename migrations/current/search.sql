-- How people type what they look for: small letters without accents.
create or replace function plain(words text) returns text language sql stable parallel safe
  return lower(unaccent(words));

-- What a name is found by. The space before it lets the index find the beginnings of words.
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
create or replace trigger claim_keeps_words before insert on claim
  for each row execute function keep_claim_words();
