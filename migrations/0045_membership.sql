-- To which accounts each person belonged, and when: kept by a trigger on the people (current/triggers.sql), so that whoever took a
-- step of a registry's work can be told from whoever judges it (docs/adr/0081-separation-of-duties.md).
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

-- What people did who judge or are judged.
create index audit_event_of_steps on audit_event (tenant_id, actor, act, at) include (subject) where act in (
  'account.create', 'account.edit', 'account.reapply', 'project.create', 'project.submit', 'project.reopen',
  'methodology.create', 'methodology.edit', 'methodology.propose', 'methodology.submit', 'methodology.reopen',
  'measurement.open', 'measurement.submit', 'measurement.accept', 'verification.respond', 'verification.start',
  'verification.verify');

-- What is known of the past: groups that a person has, since the last change that gave them, and groups that a change took, until
-- then. Without any such line a person has belonged since the record was made.
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
