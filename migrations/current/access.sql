-- Row-level security and grants (docs/adr/0014-second-wall.md). Requests run as registry_app with registry.tenant; all
-- other work runs as the owner with registry.scope = 'deployment'. Only movement functions, which run as the owner,
-- write the ledger.

-- Without the right to create roles, requests run as the owner, within the same policies.
do $$
begin
  if not exists (select from pg_roles where rolname = 'registry_app') then
    create role registry_app nologin;
  end if;
exception
  -- Another database of this server may create the role too.
  when duplicate_object or unique_violation then null;
  when insufficient_privilege then null;
end $$;
do $$
begin
  if not pg_has_role(current_user, 'registry_app', 'member') then
    grant registry_app to current_user;
  end if;
exception when insufficient_privilege or undefined_object then null;
end $$;

do $$
declare
  has_role constant boolean := exists (select from pg_roles where rolname = 'registry_app');
  rule record;
  policy record;
  is_ours text;
begin
  for rule in select * from (values
    -- Table, tenant column, readers ('tenant': only the row's tenant), rights of registry_app. Updates are granted by
    -- column, never for keys and stored sums.
    ('account', 'tenant_id', 'everybody', 'select, insert, update (name, country, registration_number, website, status, status_reason, applied_at,
      receives_without_people, approval_from, accepts_transfers, daily_cap, new_recipient_cap, only_listed, stopped_at, stopped_by, is_stopped_by_link,
      stop_reason)'),
    ('account_role', 'tenant_id', 'tenant', 'select, insert, update (role, given_at, ends_at, is_end_told), delete'),
    ('answered_request', 'tenant_id', 'tenant', 'select, insert, delete'),
    ('app_user', 'tenant_id', 'tenant', 'select, insert, update (account_id, email, first_name, last_name, language, groups, status, tell_by_mail,
      follows_token)'),
    ('asset', 'tenant_id', 'everybody', 'select'),
    ('audit_event', 'tenant_id', 'tenant', 'select, insert'),
    ('auditor_link', 'tenant_id', 'tenant', 'select, insert, update (revoked_at, revoked_by, uses, last_used_at)'),
    ('balance', 'tenant_id', 'everybody', 'select'),
    ('beneficiary_sum', 'tenant_id', 'everybody', 'select, update (group_key)'),
    ('block', 'tenant_id', 'everybody', 'select'),
    ('certificate', 'tenant_id', 'everybody', 'select, insert'),
    ('chain_block', null, 'everybody', 'select'),
    ('chain_event', null, 'everybody', 'select'),
    ('chain_signature', null, 'everybody', 'select'),
    ('chain_transaction', null, 'everybody', 'select'),
    ('checked_document', 'tenant_id', 'tenant', 'select, insert, delete'),
    ('claim', 'tenant_id', 'everybody', 'select'),
    ('claim_correction', 'tenant_id', 'everybody', 'select'),
    ('claim_project', 'tenant_id', 'everybody', 'select'),
    ('contract_holding', 'tenant_id', 'everybody', 'select'),
    ('contract_move', null, 'everybody', 'select'),
    ('country_name', null, 'everybody', 'select'),
    ('document', 'tenant_id', 'everybody', 'select, insert, update (is_public), delete'),
    ('entry', 'tenant_id', 'everybody', 'select'),
    ('finding', 'tenant_id', 'everybody', 'select, insert, update (status, closed_at)'),
    ('finding_message', 'tenant_id', 'everybody', 'select, insert'),
    ('former_name', 'tenant_id', 'everybody', 'select, insert'),
    ('imported_row', 'tenant_id', 'everybody', 'select'),
    ('incident', 'tenant_id', 'everybody', 'select, insert, update (title, state, resolved_at)'),
    ('incident_update', 'tenant_id', 'everybody', 'select, insert, update (words)'),
    ('incident_wording', 'tenant_id', 'everybody', 'select, insert'),
    ('ledger_link', 'tenant_id', 'everybody', 'select'),
    ('ledger_log', 'tenant_id', 'everybody', 'select'),
    ('ledger_verification', 'tenant_id', 'everybody', 'select'),
    ('letter', 'tenant_id', 'tenant', 'select'),
    ('linked_until', null, 'everybody', 'select'),
    ('log_anchor', 'tenant_id', 'everybody', 'select'),
    ('log_head', 'tenant_id', 'everybody', 'select'),
    ('log_node', 'tenant_id', 'everybody', 'select'),
    ('measurement', 'tenant_id', 'everybody', 'select, insert, update (account_id, due_date, quantity, by_year, gross, baseline, leakage, uncertainty,
      note, status, status_reason, submitted_by, submitted_account_id, submitted_at)'),
    -- Written by a trigger that runs as the owner.
    ('membership', 'tenant_id', 'tenant', 'select'),
    ('methodology', 'tenant_id', 'everybody', 'select, insert, update (name, version, description, measurement_evidence, verification_evidence, status,
      status_reason)'),
    ('methodology_provider', 'tenant_id', 'everybody', 'select, insert, delete'),
    ('movement_request', 'tenant_id', 'tenant', 'select'),
    ('notice', 'tenant_id', 'tenant', 'select, insert, update (read_at), delete'),
    ('offer', 'tenant_id', 'everybody', 'select, insert, update (withdrawn_at)'),
    ('overlap_decision', 'tenant_id', 'tenant', 'select, insert, update (verdict, reason, decided_by, decided_at)'),
    ('pending_act', 'tenant_id', 'tenant', 'select'),
    ('project', 'tenant_id', 'everybody', 'select, insert, update (name, description, sustainability_statement, methodology_id, measurement_provider_id,
      verification_provider_id, start_date, end_date, country, region, location, kind, sector, mitigation, longitude, latitude, area,
      annual_estimate, sdgs, origin_registry, origin_id, standard, image_file_name, status, status_reason, status_before, changed_at)'),
    ('project_month', 'tenant_id', 'everybody', 'select'),
    ('protection_to_come', 'tenant_id', 'tenant', 'select, insert, update (value, starts_at, asked_by), delete'),
    ('recipient', 'tenant_id', 'tenant', 'select, insert, delete'),
    ('recipient_request', 'tenant_id', 'tenant', 'select, insert, update (outcome, ended_at)'),
    ('reconciliation', 'tenant_id', 'everybody', 'select'),
    ('reissue', 'tenant_id', 'everybody', 'select, insert'),
    ('reissue_account', 'tenant_id', 'everybody', 'select, insert'),
    ('search_document', 'tenant_id', 'everybody', 'select, insert, update (words)'),
    ('search_word', 'tenant_id', 'everybody', 'select, insert'),
    ('settlement', 'tenant_id', 'everybody', 'select'),
    ('task_assignment', 'tenant_id', 'tenant', 'select, insert, update (account_id, username, assigned_at)'),
    ('task_reminder', 'tenant_id', 'tenant', 'select'),
    -- created_at never changes: locking a row needs an update right on some column.
    ('tenant', 'id', 'everybody', 'select, update (created_at, name, tagline, about, owner, asset_name, asset_name_plural, contact_email,
      contact_address, accent, enable_marketplace, open_registration, language_selection, claims_of_stopped_projects, transfers_of_stopped_projects, second_factor_for,
      max_image_bytes, max_document_bytes, max_project_documents, max_account_users, max_period_months, project_types, version,
      approval_from, accepts_transfers, daily_cap, undo_claims_minutes, undo_transfers_minutes, step_up, step_up_factor_from)'),
    ('statement', 'tenant_id', 'everybody', 'select, insert'),
    ('stop_link', 'tenant_id', 'tenant', 'select, update (used_at)'),
    ('tally', 'tenant_id', 'everybody', 'select'),
    ('tenant_host', 'tenant_id', 'everybody', 'select'),
    ('tenant_text', 'tenant_id', 'everybody', 'select, insert, update (name, tagline, about, asset_name, asset_name_plural, contact_address,
      project_types)'),
    ('transaction', 'tenant_id', 'everybody', 'select'),
    ('unit_sum', 'tenant_id', 'everybody', 'select'),
    ('unnamed_file', 'tenant_id', 'tenant', 'select, insert, delete'),
    ('verification', 'tenant_id', 'everybody', 'select, insert, update (status, declaration, started_by, started_at, visit, quantity, by_year,
      quantity_reason, statement, decided_by, decided_at)')
  ) as rules (name, tenant, readers, rights)
  loop
    if has_role then
      execute format('revoke all on %I from registry_app', rule.name);
      execute format('grant %s on %I to registry_app', rule.rights, rule.name);
    end if;
    for policy in select polname as name from pg_policy where polrelid = rule.name::regclass loop
      execute format('drop policy %I on %I', policy.name, rule.name);
    end loop;
    continue when rule.tenant is null;
    -- Queries filter what everybody may read: a policy would need a transaction for each read.
    is_ours := format('%I = current_setting(''registry.tenant'', true)', rule.tenant);
    execute format('alter table %I enable row level security, force row level security', rule.name);
    execute format('create policy tenant_reads on %I for select using (%s)', rule.name,
      case rule.readers when 'everybody' then 'true' else is_ours end);
    execute format('create policy tenant_adds on %I for insert with check (%s)', rule.name, is_ours);
    execute format('create policy tenant_changes on %I for update using (%s) with check (%2$s)', rule.name, is_ours);
    execute format('create policy tenant_deletes on %I for delete using (%s)', rule.name, is_ours);
    execute format('create policy deployment on %I to %I using (current_setting(''registry.scope'', true) = ''deployment'')',
      rule.name, current_user);
  end loop;
  -- For overlap_decided_at, which runs as the owner: decisions of other tenants about a project of the current tenant.
  execute format('create policy other_side on overlap_decision for select to %I
    using (other_tenant_id = current_setting(''registry.tenant'', true))', current_user);
  if has_role then
    grant usage on sequence audit_event_sequence_seq to registry_app;
    revoke usage on sequence series_number from registry_app;
  end if;
end $$;

-- Lets only the owner and registry_app call a function that runs as the owner; PostgreSQL lets everybody call new ones.
create or replace function let_requests_call(p_function regprocedure) returns void language plpgsql as $$
begin
  execute format('revoke execute on function %s from public', p_function);
  if exists (select from pg_roles where rolname = 'registry_app') then
    execute format('grant execute on function %s to registry_app', p_function);
  end if;
end $$;
-- Functions older than the role.
select let_requests_call(oid::regprocedure) from pg_proc where prosecdef and pronamespace = 'public'::regnamespace;
