-- Bytes in the file store that no row names: not yet, or no more. The line is written before the bytes are, and goes in the
-- transaction whose row names them; whoever removes bytes holds the line meanwhile. So a line that nobody holds is of bytes that may
-- go, and bytes without a line may not, whatever became of an answer (docs/adr/0075-bytes-and-their-rows.md).
create table unnamed_file (
  tenant_id text not null references tenant,
  file_key text not null,
  since timestamptz not null default now(),
  primary key (tenant_id, file_key)
);
create index unnamed_file_by_time on unnamed_file (since);
