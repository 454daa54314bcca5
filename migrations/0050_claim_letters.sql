-- The letter about a claim to the address that its maker gave. `tried_at` is the time of the last try, `next_at` of the next one; null
-- where the letter was sent or given up. Claims made before this migration have no letter.
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
