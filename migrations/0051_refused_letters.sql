-- Whether the mail server refused the letter for good: its address does not exist or takes no letters of ours.
alter table notice add column is_refused boolean not null default false;

-- When a person last got a letter of a kind: transfers and claims are told by one letter in a quarter of an hour.
create index notice_mailed on notice (tenant_id, username, kind, created_at)
  where mailed_at is not null or next_at is not null;
-- The last letter that was tried, whose refusal the list of users shows.
create index notice_tried on notice (tenant_id, username, sequence) where attempts > 0;

-- Sentences about units name the project and the serial numbers: notices that have neither get them from their movement.
update notice n set facts = n.facts || jsonb_build_object('project', moved.projects, 'serials', moved.serials)
from (
  select tenant_id, transaction_id, string_agg(distinct name, ', ') as projects,
    string_agg(label, ', ' order by place) filter (where place <= 3) || case when count(*) > 3 then ', …' else '' end as serials
  from (
    select e.tenant_id, e.transaction_id, p.name,
      row_number() over (partition by e.tenant_id, e.transaction_id order by e.ordinal) as place,
      concat_ws('-', t.serial_prefix, s.country, p.number, extract(year from upper(s.vintage) - 1), s.batch,
        lower(e.serials), upper(e.serials) - 1) as label
    from entry e
    join asset s on s.tenant_id = e.tenant_id and s.id = e.asset_id
    join project p on p.tenant_id = s.tenant_id and p.id = s.project_id
    join tenant t on t.id = e.tenant_id
    where (e.tenant_id, e.transaction_id) in (
      select tenant_id, facts ->> 'transactionId' from notice where kind in ('units.mint', 'units.transfer', 'units.burn'))
  ) part
  group by tenant_id, transaction_id
) moved
where n.kind in ('units.mint', 'units.transfer', 'units.burn')
  and moved.tenant_id = n.tenant_id and moved.transaction_id = n.facts ->> 'transactionId';
