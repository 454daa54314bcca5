-- The letter about a claim to the address that its maker gave (server/units/claims/claim-letters.ts): `next_at` is when it is tried next, null
-- once it was sent or given up; `tried_at` when it was tried last. Only claims made from here on have one.
create table claim_letter (
  tenant_id text not null,
  claim_id text not null,
  account_id text not null,
  language text not null check (language in ('en', 'fr', 'sw')),
  attempts smallint not null default 0,
  next_at timestamptz default now(),
  tried_at timestamptz,
  sent_at timestamptz,
  failure text,
  primary key (tenant_id, claim_id),
  foreign key (tenant_id, claim_id) references claim (tenant_id, id)
);
create index claim_letter_due on claim_letter (tenant_id, account_id, next_at) where next_at is not null;
create index claim_letter_tried on claim_letter (tenant_id, account_id, tried_at);
