-- The words that projects, accounts, methodologies and claims are spelt with. A word stays when the last text that had it is
-- renamed: whoever takes one for a misspelling looks whether something has it (docs/adr/0064-words-of-a-registry.md).

-- Adds the words of plain texts. What has digits or less than three letters means itself and is nobody's misspelling; what has more
-- than sixty is no word, and an index takes none of thousands.
create or replace function add_search_words(p_tenant text, p_texts text[]) returns void language sql as $$
  insert into search_word (tenant_id, word)
  select p_tenant, spelt.word
  from (select distinct found[1] as word from unnest(p_texts) as text, regexp_matches(text, '[[:alnum:]]+', 'g') found) spelt
  where spelt.word ~ '^[[:alpha:]]{3,60}$'
    -- Behind offset 0 each word is looked up: all known ones would be read for the few words of one text.
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

-- A change of what a word is brings those of what is there.
select add_search_words(tenant_id, array_agg(words)) from search_document group by tenant_id;
select add_search_words(tenant_id, array_agg(distinct words)) from claim where words <> '' group by tenant_id;
