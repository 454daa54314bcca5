-- Words for the search over projects, accounts and methodologies (docs/adr/0052-one-search.md).

-- Codes in a text, such as VM0015, without separator and leading zeros. The marks prevent matches of longer codes.
create or replace function search_codes(name text) returns text language sql stable parallel safe as $$
  select coalesce(string_agg(' #' || code[1] || code[2] || '#', ''), '')
  from regexp_matches(plain(name), '([a-z]+)[-_ ]?0*([1-9][0-9]*)', 'g') code
$$;

-- Ordered by id: renames of an account and a methodology may write the same rows at the same time.
create or replace function write_project_documents(of_tenant text, ids text[]) returns void language sql as $$
  insert into search_document
  select p.tenant_id, 'project', p.id,
    search_words(concat_ws(' ', p.name, p.id, nullif(p.origin_id, p.id), p.standard, p.kind, p.sector, p.region, p.location,
      a.name, c.names, m.name))
      || search_codes(concat_ws(' ', p.id, nullif(p.origin_id, p.id), m.name))
  from project p
  left join account a on a.tenant_id = p.tenant_id and a.id = p.account_id
  left join country_name c on c.code = p.country
  left join methodology m on m.tenant_id = p.tenant_id and m.id = p.methodology_id
  where p.tenant_id = of_tenant and p.id = any (ids)
  order by p.id
  on conflict (tenant_id, kind, id) do update set words = excluded.words where search_document.words <> excluded.words
$$;

create or replace function account_words(a account) returns text language sql stable as $$
  select search_words(concat_ws(' ', a.name, (select c.names from country_name c where c.code = a.country)))
$$;

create or replace function methodology_words(m methodology) returns text language sql stable as $$
  select search_words(m.name) || search_codes(m.name)
$$;

create or replace function add_project_documents() returns trigger language plpgsql as $$
begin
  perform write_project_documents(tenant_id, array_agg(id)) from written group by tenant_id;
  return null;
end $$;
create or replace trigger projects_add_documents after insert on project
  referencing new table as written for each statement execute function add_project_documents();

create or replace function keep_project_document() returns trigger language plpgsql as $$
begin
  perform write_project_documents(new.tenant_id, array[new.id]);
  return null;
end $$;
create or replace trigger project_keeps_document
  after update of name, account_id, methodology_id, country, standard, kind, sector, region, location, origin_id on project
  for each row execute function keep_project_document();

-- A project's document contains the names of its proponent and methodology.
create or replace function keep_account_document() returns trigger language plpgsql as $$
begin
  insert into search_document values (new.tenant_id, 'account', new.id, account_words(new))
  on conflict (tenant_id, kind, id) do update set words = excluded.words;
  if tg_op = 'UPDATE' then
    perform write_project_documents(new.tenant_id, array(
      select p.id from project p where p.tenant_id = new.tenant_id and p.account_id = new.id));
  end if;
  return null;
end $$;
create or replace trigger account_keeps_document after insert or update of name, country on account
  for each row execute function keep_account_document();

create or replace function keep_methodology_document() returns trigger language plpgsql as $$
begin
  insert into search_document values (new.tenant_id, 'methodology', new.id, methodology_words(new))
  on conflict (tenant_id, kind, id) do update set words = excluded.words;
  if tg_op = 'UPDATE' then
    perform write_project_documents(new.tenant_id, array(
      select p.id from project p where p.tenant_id = new.tenant_id and p.methodology_id = new.id));
  end if;
  return null;
end $$;
create or replace trigger methodology_keeps_document after insert or update of name on methodology
  for each row execute function keep_methodology_document();

-- Applies changes of this file to stored rows.
insert into search_document
select a.tenant_id, 'account', a.id, account_words(a) from account a
union all select m.tenant_id, 'methodology', m.id, methodology_words(m) from methodology m
on conflict (tenant_id, kind, id) do update set words = excluded.words where search_document.words <> excluded.words;
select write_project_documents(t.id, array(select p.id from project p where p.tenant_id = t.id)) from tenant t;
