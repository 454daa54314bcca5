-- Units do not go astray to an account that nobody belongs to, such as one that came with an import, unless a registry's
-- admin lets it receive them.
alter table account add column receives_without_people boolean not null default false;
