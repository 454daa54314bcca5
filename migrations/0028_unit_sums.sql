-- What charts draw, kept with the movements (docs/adr/0057-charts.md).

-- Units issued, retired and cancelled, by the month of the movement, by vintage, and by type and country of the project. What is
-- issued and not gone is held. Kept by current/sums.sql, which says by whom.
create table unit_sum (
  tenant_id text not null references tenant,
  dimension text not null check (dimension in ('month', 'vintage', 'type', 'country')),
  -- `2024-03`, `2023`, a type, the two letters of a country; empty where a project does not say.
  key text not null,
  issued bigint not null,
  retired bigint not null,
  cancelled bigint not null,
  primary key (tenant_id, dimension, key)
);
-- What was retired for each organisation, by the beginning of its name as claims have it.
create table beneficiary_sum (
  tenant_id text not null references tenant,
  name text not null,
  claims bigint not null,
  units bigint not null,
  primary key (tenant_id, name)
);
create index beneficiary_by_units on beneficiary_sum (tenant_id, units desc, name);

-- Of the movements that are in the hash chain, as of assets.
alter table project add column retired quantity not null default 0, add column cancelled quantity not null default 0;
update project set retired = gone.retired, cancelled = gone.cancelled
from (
  select tenant_id, project_id, sum(retired) as retired, sum(cancelled) as cancelled from asset
  group by 1, 2 having sum(retired + cancelled) > 0
) gone
where gone.tenant_id = project.tenant_id and gone.project_id = project.id;

insert into unit_sum
select tenant_id, dimension, key, sum(minted), sum(retired), sum(cancelled)
from project, lateral (values ('type', kind), ('country', coalesce(country, ''))) d(dimension, key)
where minted > 0 group by 1, 2, 3;
insert into unit_sum
select tenant_id, 'vintage', extract(year from upper(vintage) - 1)::text, sum(issued), sum(retired), sum(cancelled)
from asset where issued > 0 group by 1, 2, 3;
insert into unit_sum
select t.tenant_id, 'month', to_char(t.occurred_at at time zone 'UTC', 'YYYY-MM'),
  coalesce(sum(t.quantity) filter (where t.type = 'mint'), 0), coalesce(sum(t.quantity) filter (where t.type = 'claim'), 0),
  coalesce(sum(t.quantity) filter (where t.type = 'burn'), 0)
from transaction t join ledger_link l on l.tenant_id = t.tenant_id and l.transaction_id = t.id
where t.type <> 'transfer' group by 1, 2, 3;
insert into beneficiary_sum
select c.tenant_id, left(c.beneficiary_name, 300), count(*), sum(c.quantity)
from claim c join ledger_link l on l.tenant_id = c.tenant_id and l.transaction_id = c.transaction_id
where c.beneficiary_kind = 'organisation' and c.beneficiary_name <> '' group by 1, 2;

drop function if exists add_to_minted(text, text, bigint);
