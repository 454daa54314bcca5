-- What holders offer in the market preview. Nothing is paid or moved here: an offer says at what price, and whom to write to.
create table offer (
  tenant_id text not null references tenant,
  id text not null,
  account_id text not null,
  project_id text not null,
  -- Units that are issued, units that are verified and not yet issued, or an outcome that nobody has verified yet.
  kind text not null check (kind in ('issued', 'verified', 'expected')),
  asset_id text,
  verification_id text,
  quantity quantity not null check (quantity > 0),
  -- Of one unit, in hundredths of the currency.
  price integer not null check (price > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  note text not null,
  contact text not null,
  ends_on date not null,
  -- Not for every reader, as the holder says.
  is_flagged boolean not null,
  created_by text not null,
  created_at timestamptz not null,
  withdrawn_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, account_id) references account (tenant_id, id),
  foreign key (tenant_id, project_id) references project (tenant_id, id),
  foreign key (tenant_id, asset_id) references asset (tenant_id, id),
  foreign key (tenant_id, verification_id) references verification (tenant_id, id),
  check ((kind = 'issued') = (asset_id is not null)),
  check ((kind = 'verified') = (verification_id is not null))
);
create index offer_open on offer (tenant_id, created_at desc, id desc) where withdrawn_at is null;
