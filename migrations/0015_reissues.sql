-- Acts that issue certificates of corrected wordings anew.

-- `wordings`, by language, are those of the act's day: certificates of earlier ones are issued anew.
create table reissue (
  tenant_id text not null references tenant,
  id text not null,
  reason text not null,
  wordings jsonb not null,
  made_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (tenant_id, id)
);
-- One act at a time.
create unique index reissue_under_way on reissue (tenant_id) where finished_at is null;

-- The accounts of the certificates, each told once when all of its certificates are issued.
create table reissue_account (
  tenant_id text not null,
  reissue_id text not null,
  account_id text not null,
  certificates integer not null check (certificates > 0),
  told_at timestamptz,
  primary key (tenant_id, reissue_id, account_id),
  foreign key (tenant_id, reissue_id) references reissue (tenant_id, id),
  foreign key (tenant_id, account_id) references account (tenant_id, id)
);

alter table certificate add column reissue_id text,
  add foreign key (tenant_id, reissue_id) references reissue (tenant_id, id);
create index certificate_of_reissue on certificate (tenant_id, reissue_id) where reissue_id is not null;
