-- What a claim of several projects took of each (docs/adr/0076-what-an-answer-says.md). A claim of one project names it itself.
create table claim_project (
  tenant_id text not null,
  claim_id text not null,
  project_id text not null,
  quantity quantity not null check (quantity > 0),
  -- The years of the vintages of these units.
  vintages smallint[] not null,
  primary key (tenant_id, claim_id, project_id),
  foreign key (tenant_id, claim_id) references claim (tenant_id, id),
  foreign key (tenant_id, project_id) references project (tenant_id, id)
);
create index claim_project_by_project on claim_project (tenant_id, project_id, claim_id);
insert into claim_project (tenant_id, claim_id, project_id, quantity, vintages)
select c.tenant_id, c.id, a.project_id, sum(upper(e.serials) - lower(e.serials)),
  array_agg(distinct extract(year from upper(a.vintage) - 1)::smallint)
from claim c
join entry e on e.tenant_id = c.tenant_id and e.transaction_id = c.transaction_id
join asset a on a.tenant_id = e.tenant_id and a.id = e.asset_id
where c.project_id is null
group by 1, 2, 3;
