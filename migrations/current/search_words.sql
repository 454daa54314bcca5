-- Words for correcting misspellings. Words of renamed texts stay; the correction checks matches
-- (docs/adr/0064-words-of-a-registry.md).

-- Words with digits are never misspellings; indexes refuse words of thousands of letters.
create or replace function add_search_words(p_tenant text, p_texts text[]) returns void language sql as $$
  insert into search_word (tenant_id, word)
  select p_tenant, spelt.word
  from (select distinct found[1] as word from unnest(p_texts) as text, regexp_matches(text, '[[:alnum:]]+', 'g') found) spelt
  where spelt.word ~ '^[[:alpha:]]{3,60}$'
    -- `offset 0` enforces a look-up for each word.
    and not exists (select from search_word known where known.tenant_id = p_tenant and known.word = spelt.word offset 0)
$$;

create or replace function keep_document_words() returns trigger language plpgsql as $$
begin
  perform add_search_words(tenant_id, array_agg(words)) from written group by tenant_id;
  return null;
end $$;
create or replace trigger documents_add_words after insert on search_document
  referencing new table as written for each statement execute function keep_document_words();
create or replace trigger documents_add_words_anew after update on search_document
  referencing new table as written for each statement execute function keep_document_words();

-- Applies changes of the rule to stored texts.
select add_search_words(tenant_id, array_agg(words)) from search_document group by tenant_id;
select add_search_words(tenant_id, array_agg(distinct words)) from claim where words <> '' group by tenant_id;
