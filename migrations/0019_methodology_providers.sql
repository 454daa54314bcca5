-- Who may measure and verify under a methodology version. Where nobody of a kind is named, every active provider of it may.
create table methodology_provider (
  tenant_id text not null,
  methodology_id text not null,
  account_id text not null,
  primary key (tenant_id, methodology_id, account_id),
  foreign key (tenant_id, methodology_id) references methodology (tenant_id, id),
  foreign key (tenant_id, account_id) references account (tenant_id, id)
);
