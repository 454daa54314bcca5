-- Places of several polygons, one decision about two projects of one registry, names of types in other languages, and no key of
-- links in the database.

-- The boxes of the polygons of an area that has several, kept by the trigger that keeps its extent; null for any other place,
-- whose one box is the extent.
alter table project add column parts box[];

-- A registry decides once about two of its projects, whichever of them it looks at: the smaller id comes first. Of two
-- decisions that there are the later one holds; the audit log has both.
delete from overlap_decision d using overlap_decision later
where d.other_tenant_id = d.tenant_id and later.tenant_id = d.tenant_id and later.other_tenant_id = d.tenant_id
  and later.project_id = d.other_project_id and later.other_project_id = d.project_id
  and (later.decided_at, later.project_id) > (d.decided_at, d.project_id);
update overlap_decision set project_id = other_project_id, other_project_id = project_id
where other_tenant_id = tenant_id and project_id collate "C" > other_project_id collate "C";
alter table overlap_decision add constraint overlap_decision_is_one_of_a_pair
  check (other_tenant_id <> tenant_id or project_id collate "C" < other_project_id collate "C");

-- What the types of a registry's list are called in this language, by the type as the list has it.
alter table tenant_text add column project_types jsonb not null default '{}';

-- Links to private documents are sealed with a key made of the deployment's own secret, which no backup of the database has.
alter table tenant drop column link_key;
