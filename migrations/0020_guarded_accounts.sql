-- Whether a stop or a rule, of the account or of its registry, may hold back a movement out of the account or into it.
-- A trigger keeps the column, so that movements of other accounts read no rules.
alter table account add column is_guarded boolean not null default false;
update account a set is_guarded = true from tenant t where t.id = a.tenant_id and not t.claims_of_stopped_projects;
