-- What measuring and verifying consists of: the parts of a quantity, the rules that it was measured by, site visits, findings.

alter table measurement
  -- The version by which the period is measured, whatever the project turns to later.
  add column methodology_id text,
  add column gross quantity,
  add column baseline quantity,
  add column leakage quantity,
  add column uncertainty integer check (uncertainty between 0 and 999),
  add foreign key (tenant_id, methodology_id) references methodology (tenant_id, id),
  -- Parts that are stated add up (shared/rules/outcome.ts); all of them are, or none.
  add constraint measurement_parts_add_up check (
    num_nonnulls(gross, baseline, leakage, uncertainty) = 0
    or num_nulls(gross, baseline, leakage, uncertainty, quantity) = 0
      and quantity = (gross::bigint - baseline - leakage) * (1000 - uncertainty) / 1000);
update measurement m set methodology_id = p.methodology_id
from project p where p.tenant_id = m.tenant_id and p.id = m.project_id and p.methodology_id is not null;
create index measurement_scheduled on measurement (lower(period)) where status = 'scheduled';

alter table verification
  -- In the verifier's own words: why nothing speaks against its judging this outcome.
  add column declaration text not null default '',
  add column started_by text,
  add column started_at timestamptz,
  -- The first and the last day of the visit to the site.
  add column visit daterange check (not isempty(visit)),
  -- Why less is verified than was measured.
  add column quantity_reason text;

create table finding (
  tenant_id text not null,
  id text not null,
  verification_id text not null,
  number integer not null check (number > 0),
  type text not null check (type in ('CAR', 'CL', 'FAR')),
  words text not null,
  -- Whose answer it waits for.
  owner_side text not null check (owner_side in ('proponent', 'measurer')),
  due_date date,
  status text not null default 'open' check (status in ('open', 'answered', 'closed')),
  opened_by text not null,
  created_at timestamptz not null default now(),
  closed_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, verification_id, number),
  foreign key (tenant_id, verification_id) references verification (tenant_id, id),
  check ((status = 'closed') = (closed_at is not null))
);

-- What the sides said about a finding, in order. Nothing of it changes.
create table finding_message (
  tenant_id text not null,
  id text not null,
  finding_id text not null,
  ordinal integer not null check (ordinal > 0),
  act text not null check (act in ('respond', 'ask', 'close')),
  account_id text not null,
  words text not null,
  written_by text not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, finding_id, ordinal),
  foreign key (tenant_id, finding_id) references finding (tenant_id, id),
  foreign key (tenant_id, account_id) references account (tenant_id, id)
);

-- It took one verification; current/ledger_mint.sql takes several.
drop function if exists ledger_mint(text, text, text, bytea, text, text, text, text, text, bigint);
