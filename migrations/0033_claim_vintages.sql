-- The years of the vintages that each claim retired, by which its list is narrowed and counted (docs/adr/0060-vintages-of-claims.md).
alter table claim add column vintages smallint[] not null default '{}';
update claim set vintages = retired.years
from (
  select e.tenant_id, e.transaction_id, array_agg(distinct extract(year from upper(s.vintage) - 1)::smallint) as years
  from claim c
  join entry e on e.tenant_id = c.tenant_id and e.transaction_id = c.transaction_id
  join asset s on s.tenant_id = e.tenant_id and s.id = e.asset_id
  group by 1, 2
) retired
where retired.tenant_id = claim.tenant_id and retired.transaction_id = claim.transaction_id;
