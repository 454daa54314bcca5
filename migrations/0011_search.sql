-- What lists are searched, sorted and counted by (docs/adr/0040-search-and-totals.md).

-- What people look for a row by: a space, then its name as plain() of current/search.sql makes it, kept by triggers there.
alter table project add column words text not null default '', add column minted quantity not null default 0;
alter table account add column words text not null default '';
alter table claim add column words text not null default '',
  -- The project of its units; null where they are of several. Of its transaction, kept here in the order of lists.
  add column project_id text;
update project set words = ' ' || lower(unaccent(name)),
  minted = (select coalesce(sum(issued), 0) from asset s where s.tenant_id = project.tenant_id and s.project_id = project.id);
update account set words = ' ' || lower(unaccent(name));
update claim set project_id = t.project_id,
  words = case beneficiary_name when '' then '' else ' ' || lower(unaccent(beneficiary_name)) end
from transaction t where t.tenant_id = claim.tenant_id and t.id = claim.transaction_id;

drop index project_by_name, account_by_name, claim_by_beneficiary;
-- A search reads through what has not been sorted in yet: so much at most, in kB.
create index project_by_words on project using gin (words gin_trgm_ops) with (gin_pending_list_limit = 256);
create index account_by_words on account using gin (words gin_trgm_ops) with (gin_pending_list_limit = 256);
create index claim_by_words on claim using gin (words gin_trgm_ops) with (gin_pending_list_limit = 256);
create index project_by_name on project (tenant_id, left(words, 200), id);
create index project_by_minted on project (tenant_id, minted, id);
create index claim_by_project on claim (tenant_id, project_id, claimed_at desc, id desc);

-- What has left circulation, of the movements that are in the hash chain: kept behind the writes with their links.
alter table asset add column retired quantity not null default 0, add column cancelled quantity not null default 0,
  add constraint asset_has_issued_what_left check (retired + cancelled <= issued);
update asset set retired = gone.retired, cancelled = gone.cancelled
from (
  select e.tenant_id, e.asset_id, coalesce(sum(upper(e.serials) - lower(e.serials)) filter (where e.to_state = 'retired'), 0) as retired,
    coalesce(sum(upper(e.serials) - lower(e.serials)) filter (where e.to_state = 'cancelled'), 0) as cancelled
  from entry e join ledger_link l on l.tenant_id = e.tenant_id and l.transaction_id = e.transaction_id
  where e.to_state in ('retired', 'cancelled') group by 1, 2
) gone
where gone.tenant_id = asset.tenant_id and gone.asset_id = asset.id;
-- Sums of a tenant that nobody counts anew: its projects by status and its assets with units in circulation, with the act;
-- its movements by type with their units, behind the writes like the sums of an asset.
create table tally (
  tenant_id text not null references tenant,
  name text not null check (name ~ '^(projects [a-z ]+|assets held|movements (mint|transfer|claim|burn))$'),
  rows bigint not null,
  units bigint not null default 0,
  primary key (tenant_id, name)
);
insert into tally (tenant_id, name, rows) select tenant_id, 'projects ' || status, count(*) from project group by 1, 2;
insert into tally (tenant_id, name, rows)
select tenant_id, 'assets held', count(*) from asset where issued > retired + cancelled group by 1;
insert into tally (tenant_id, name, rows, units)
select t.tenant_id, 'movements ' || t.type, count(*), sum(t.quantity)
from transaction t join ledger_link l on l.tenant_id = t.tenant_id and l.transaction_id = t.id group by 1, 2;
