-- Makes the tables of commit d967f1b8 equal to those of the numbered files. That commit was not released.

-- Constraints of document had the name of project_document.
do $$
declare
  former record;
begin
  for former in select conname as name from pg_constraint where conrelid = 'document'::regclass and conname like 'project\_document\_%' loop
    execute format('alter table document rename constraint %I to %I', former.name, substr(former.name, length('project_') + 1));
  end loop;
end $$;

-- Not where an early movement has another hash: settlement parks such a movement.
do $$
begin
  if not exists (select from transaction where length(document_hash) <> 32) then
    alter table transaction validate constraint document_hash_is_sha256;
  end if;
end $$;
