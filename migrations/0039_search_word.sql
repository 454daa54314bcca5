-- The words that anything is spelt with, so that a misspelt one is compared with each word, and not with each text that has it
-- (docs/adr/0064-words-of-a-registry.md). Filled by current/search_words.sql, and by its triggers afterwards. Not unique: two who
-- write a new word at the same time do not wait for each other.
create table search_word (
  tenant_id text not null references tenant,
  word text not null
);
create index search_word_by_word on search_word (tenant_id, word);
create index search_word_by_letters on search_word using gin (word gin_trgm_ops) with (gin_pending_list_limit = 256);
