-- Quantities by calendar year, by which a period that crosses years is issued in one vintage each (docs/adr/0084-vintages-of-a-period.md).

-- Of each calendar year of the period, in order. Null where the period is within one year, as the quantity is then all of that year's,
-- and where the years were never stated.
alter table measurement add column by_year bigint[];
alter table verification add column by_year bigint[];

-- A verification has one asset a vintage.
alter table asset
  drop constraint asset_tenant_id_verification_id_key,
  add unique (tenant_id, verification_id, vintage);

-- Who states the years of an opinion has a part in it.
drop index audit_event_of_steps;
create index audit_event_of_steps on audit_event (tenant_id, actor, act, at) include (subject) where act in (
  'account.create', 'account.edit', 'account.reapply', 'project.create', 'project.submit', 'project.reopen',
  'methodology.create', 'methodology.edit', 'methodology.propose', 'methodology.submit', 'methodology.reopen',
  'measurement.open', 'measurement.submit', 'measurement.accept', 'verification.respond', 'verification.start',
  'verification.verify', 'verification.stateYears');

-- The longest monitoring period of a registry; null is the product's own.
alter table tenant add column max_period_months integer check (max_period_months between 1 and 3000);
