-- Every row that was imported, as the file had it: where a project, a mint or a block came from, what the file said beyond
-- what the registry keeps in its columns, and by which a second load knows what it has and what has changed since.
create table imported_row (
  tenant_id text not null references tenant,
  kind text not null check (kind in ('project', 'mint', 'block')),
  -- The id of the project or asset; of a block its series and first serial number.
  key text not null,
  -- Fields by column, byte for byte; empty ones are left out.
  source jsonb not null,
  imported_at timestamptz not null default now(),
  primary key (tenant_id, kind, key)
);
create trigger imported_row_is_append_only before update or delete or truncate on imported_row
  for each statement execute function refuse_change();
