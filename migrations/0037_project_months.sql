-- A project's timeline by months (docs/adr/0062-months-of-a-timeline.md).

-- What the movements of a month (in UTC) issued, retired and cancelled of a project, and how many they were. Kept by current/sums.sql
-- with what is linked; a movement of several projects counts in each.
create table project_month (
  tenant_id text not null references tenant,
  project_id text not null,
  -- `2024-03`.
  month text not null,
  movements bigint not null,
  issued bigint not null,
  retired bigint not null,
  cancelled bigint not null,
  primary key (tenant_id, project_id, month),
  foreign key (tenant_id, project_id) references project (tenant_id, id)
);

insert into project_month
select e.tenant_id, a.project_id, to_char(t.occurred_at at time zone 'UTC', 'YYYY-MM'), count(distinct t.id),
  coalesce(sum(upper(e.serials) - lower(e.serials)) filter (where e.from_state is null), 0),
  coalesce(sum(upper(e.serials) - lower(e.serials)) filter (where e.to_state = 'retired'), 0),
  coalesce(sum(upper(e.serials) - lower(e.serials)) filter (where e.to_state = 'cancelled'), 0)
from entry e
join ledger_link l on l.tenant_id = e.tenant_id and l.transaction_id = e.transaction_id
join transaction t on t.tenant_id = e.tenant_id and t.id = e.transaction_id
join asset a on a.tenant_id = e.tenant_id and a.id = e.asset_id
where t.type <> 'transfer' group by 1, 2, 3;

-- What was burnt of a project is among its lines; of all entries these are few.
create index entry_of_burn on entry (tenant_id, asset_id) where to_state = 'cancelled';
