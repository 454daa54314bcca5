-- Brings the tables of commit 23f9e0a3 to those of commit d967f1b8. Neither was released.

alter table reconciliation add column number bigint generated always as identity;
create index reconciliation_newest on reconciliation (tenant_id, number);

create table unnamed_file (
  tenant_id text not null references tenant,
  file_key text not null,
  since timestamptz not null default now(),
  primary key (tenant_id, file_key)
);
create index unnamed_file_by_time on unnamed_file (since);

create table membership (
  tenant_id text not null,
  username text not null,
  account_id text not null,
  since timestamptz not null,
  until timestamptz not null default 'infinity',
  primary key (tenant_id, username, account_id, since),
  foreign key (tenant_id, username) references app_user (tenant_id, username)
);
create index membership_by_account on membership (tenant_id, account_id);
create index audit_event_of_steps on audit_event (tenant_id, actor, act, at) include (subject) where act in (
  'account.create', 'account.edit', 'account.reapply', 'project.create', 'project.submit', 'project.reopen',
  'methodology.create', 'methodology.edit', 'methodology.propose', 'methodology.submit', 'methodology.reopen',
  'measurement.open', 'measurement.submit', 'measurement.accept', 'verification.respond', 'verification.start',
  'verification.verify', 'verification.stateYears');
-- Present groups count since the change that gave them, former ones until the change that took them; without such a line in the
-- audit log a person has belonged since the record was made.
with changed as (
  select e.tenant_id, substr(e.subject, 6) as username, e.at, e.act, e.before -> 'groups' as before, e.after -> 'groups' as after
  from audit_event e where e.act in ('user.update', 'user.regroup', 'user.delete', 'user.arrive', 'user.invite')
), held as (
  select u.tenant_id, u.username, split_part(g, '|', 2) as account_id, g, u.created_at, true as is_now
  from app_user u, unnest(u.groups) g
  union
  select u.tenant_id, u.username, split_part(g, '|', 2), g, u.created_at, false
  from changed c join app_user u on u.tenant_id = c.tenant_id and u.username = c.username,
    jsonb_array_elements_text(case jsonb_typeof(c.before) when 'array' then c.before else '[]' end) g
  where not u.groups @> array[g]
)
insert into membership (tenant_id, username, account_id, since, until)
select h.tenant_id, h.username, h.account_id,
  min(coalesce((
    select max(c.at) from changed c
    where h.is_now and c.tenant_id = h.tenant_id and c.username = h.username
      and c.after @> to_jsonb(h.g) and not coalesce(c.before, '[]') @> to_jsonb(h.g)), h.created_at)),
  max(case when h.is_now then 'infinity' else (
    select max(c.at) from changed c
    where c.tenant_id = h.tenant_id and c.username = h.username and c.before @> to_jsonb(h.g)) end)
from held h
where h.account_id <> '' and h.g in (h.tenant_id || '|' || h.account_id || '|General', h.tenant_id || '|' || h.account_id || '|AccountAdmin')
group by h.tenant_id, h.username, h.account_id;

alter table certificate add column wording smallint not null default 1 check (wording > 0);
create table statement (
  tenant_id text not null,
  id text not null,
  account_id text not null,
  language text not null check (language in ('en', 'fr', 'sw')),
  about bytea not null check (length(about) = 32),
  as_of timestamptz not null,
  verify_code text not null,
  file_key text not null,
  sha256 bytea not null check (length(sha256) = 32),
  primary key (tenant_id, id),
  unique (tenant_id, account_id, language, about),
  unique (tenant_id, verify_code),
  foreign key (tenant_id, account_id) references account (tenant_id, id)
);
create index statement_by_hash on statement (sha256);

alter table document add column type text;
update document set type = title;
alter table document alter column type set not null;

create table answered_request (
  tenant_id text not null references tenant,
  caller text not null,
  key_hash bytea not null,
  call text not null,
  request_hash bytea not null,
  answer bytea not null,
  made_at timestamptz not null default now(),
  constraint answered_request_once primary key (tenant_id, caller, key_hash)
);
create index answered_request_by_age on answered_request (made_at);

create table claim_project (
  tenant_id text not null,
  claim_id text not null,
  project_id text not null,
  quantity quantity not null check (quantity > 0),
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

-- Notices about units name the project and the serial numbers.
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

alter table tenant
  add column claims_of_stopped_projects boolean not null default true,
  add column max_period_months integer check (max_period_months between 1 and 3000);

-- A notice was its own letter.
create table letter (
  tenant_id text not null references tenant,
  id bigint generated always as identity,
  kind text not null,
  username text,
  claim_id text,
  account_id text,
  language text check (language in ('en', 'fr', 'sw')),
  is_daily boolean not null default false,
  attempts smallint not null default 0,
  next_at timestamptz default now(),
  tried_at timestamptz,
  sent_at timestamptz,
  failure text,
  is_refused boolean not null default false,
  primary key (tenant_id, id),
  foreign key (tenant_id, username) references app_user (tenant_id, username),
  foreign key (tenant_id, claim_id) references claim (tenant_id, id),
  check ((username is null) <> (claim_id is null)),
  check ((claim_id is null) = (account_id is null) and (claim_id is null) = (language is null)),
  check (sent_at is null or next_at is null)
);
create index letter_due on letter (next_at) where next_at is not null;
create unique index letter_open on letter (tenant_id, username, kind)
  where username is not null and attempts = 0 and next_at is not null;
create index letter_of_kind on letter (tenant_id, username, kind, tried_at) where username is not null and tried_at is not null;
create index letter_tried on letter (tenant_id, username, id) where username is not null and attempts > 0;
create unique index letter_of_claim on letter (tenant_id, claim_id) where claim_id is not null;
create index letter_of_account on letter (tenant_id, account_id, tried_at) where account_id is not null;
insert into letter (tenant_id, kind, username, attempts, next_at, tried_at, sent_at, failure)
select tenant_id, kind, username, attempts, null, coalesce(mailed_at, created_at), mailed_at, failure
from notice where attempts > 0 order by sequence;
alter table notice
  add column letter_id bigint,
  add column is_sorted boolean not null default true,
  add column is_of_stranger boolean not null default false,
  add foreign key (tenant_id, letter_id) references letter (tenant_id, id);
alter table notice alter column is_sorted set default false;
update notice set is_sorted = false where next_at is not null;
alter table notice drop column next_at, drop column attempts, drop column mailed_at, drop column failure;
create index notice_unsorted on notice (tenant_id, username, kind, sequence) where not is_sorted;
create index notice_of_letter on notice (tenant_id, letter_id) where letter_id is not null;

alter table app_user add column is_only_asked boolean not null default false;
drop index app_user_by_email;
create unique index app_user_by_email on app_user (tenant_id, lower(email))
  where status <> 'DELETED' and email <> '' and not is_only_asked;
create unique index app_user_asked on app_user (tenant_id, account_id, lower(email)) where status <> 'DELETED' and is_only_asked;

alter table measurement add column by_year bigint[];
alter table verification add column by_year bigint[];
alter table asset
  drop constraint asset_tenant_id_verification_id_key,
  add unique (tenant_id, verification_id, vintage);

-- Written movements stay as they are: settlement parks one whose hash the contract does not take.
alter table transaction
  add constraint document_hash_is_sha256 check (length(document_hash) = 32) not valid;

create table identity.address_change (
  person_id text primary key references identity.person on delete cascade,
  email text not null,
  confirm_hash bytea not null unique check (octet_length(confirm_hash) = 32),
  stop_hash bytea not null unique check (octet_length(stop_hash) = 32),
  expires_at timestamptz not null
);
create table identity.ended_session (
  grant_id text primary key,
  ended_at timestamptz not null default now()
);
create index ended_session_by_end on identity.ended_session (ended_at);

create index project_to_measure on project (tenant_id, account_id, status_since, id) where status = 'approved';
create index project_to_measure_as_provider on project (tenant_id, measurement_provider_id, status_since, id)
  where status = 'approved';

alter table beneficiary_sum add column key text not null default '', add column group_key text not null default '';
create index beneficiary_by_key on beneficiary_sum (tenant_id, key);
create index beneficiary_by_group on beneficiary_sum (tenant_id, group_key);
drop index beneficiary_by_units;
create index claim_by_beneficiary on claim (tenant_id, left(beneficiary_name, 300), claimed_at desc, id desc)
  where beneficiary_kind = 'organisation' and beneficiary_name <> '';
