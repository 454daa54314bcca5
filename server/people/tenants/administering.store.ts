import { assigned, inserted, json, type Sql } from '#server/infra/db/database.ts'
import { translations } from '#shared/rules/languages.ts'
import { type Tenant, tenantColumns } from './tenants.store.ts'

export type TenantRecord = Tenant & { status: string; hosts: string[]; mintingPausedReason: string | null }

const records = (sql: Sql) => sql`
  select ${tenantColumns(sql)}, t.status, t.minting_paused_reason as "mintingPausedReason",
    array(select h.host from tenant_host h where h.tenant_id = t.id order by h.created_at, h.host) as hosts
  from tenant t`

/** Unlimited: operators create tenants by hand. */
export async function tenantRecords(sql: Sql): Promise<TenantRecord[]> {
  return sql<TenantRecord[]>`${records(sql)} order by t.id`
}

/** Locks the tenant until the transaction ends. */
export async function lockedTenant(tx: Sql, id: string): Promise<TenantRecord | null> {
  // Separate, so that the next statement sees all earlier writes.
  await tx`select from tenant where id = ${id} for no key update`
  const [row] = await tx<TenantRecord[]>`${records(tx)} where t.id = ${id}`
  return row ?? null
}

/** Returns false if the id is taken. */
export async function insertTenant(tx: Sql, tenant: Tenant): Promise<boolean> {
  const row = { id: tenant.id, serial_prefix: tenant.serialPrefix, ...rowOf(tenant) }
  const { count } = await tx`insert into tenant ${inserted(row)} on conflict (id) do nothing`
  if (count === 1) await saveTexts(tx, tenant)
  return count === 1
}

export async function updateTenant(tx: Sql, tenant: Tenant): Promise<void> {
  await tx`update tenant set ${assigned(rowOf(tenant))}, version = version + 1 where id = ${tenant.id}`
  await saveTexts(tx, tenant)
}

function rowOf({ limits, ...tenant }: Tenant) {
  return {
    name: tenant.name,
    tagline: tenant.tagline,
    about: tenant.about,
    owner: tenant.owner,
    asset_name: tenant.assetName,
    asset_name_plural: tenant.assetNamePlural,
    contact_email: tenant.contactEmail,
    contact_address: tenant.contactAddress,
    accent: tenant.accent,
    enable_marketplace: tenant.enableMarketplace,
    open_registration: tenant.openRegistration,
    language_selection: tenant.languageSelection,
    claims_of_stopped_projects: tenant.claimsOfStoppedProjects,
    transfers_of_stopped_projects: tenant.transfersOfStoppedProjects,
    approval_from: tenant.approvalFrom,
    accepts_transfers: tenant.acceptsTransfers,
    daily_cap: tenant.dailyCap,
    undo_claims_minutes: tenant.undoClaimsMinutes,
    undo_transfers_minutes: tenant.undoTransfersMinutes,
    second_factor_for: tenant.secondFactorFor,
    step_up: tenant.stepUp,
    step_up_factor_from: tenant.stepUpFactorFrom,
    max_image_bytes: limits.imageBytes,
    max_document_bytes: limits.documentBytes,
    max_project_documents: limits.projectDocuments,
    max_account_users: limits.accountUsers,
    max_period_months: limits.periodMonths,
    project_types: tenant.projectTypes,
  }
}

async function saveTexts(tx: Sql, { id, texts, projectTypeNames }: Tenant): Promise<void> {
  const rows = translations.map((language) => ({
    tenant_id: id,
    language,
    name: texts[language].name,
    tagline: texts[language].tagline,
    about: texts[language].about,
    asset_name: texts[language].assetName,
    asset_name_plural: texts[language].assetNamePlural,
    contact_address: texts[language].contactAddress,
    project_types: json(projectTypeNames[language]),
  }))
  await tx`
    insert into tenant_text ${inserted(rows)}
    on conflict (tenant_id, language) do update set name = excluded.name, tagline = excluded.tagline, about = excluded.about,
      asset_name = excluded.asset_name, asset_name_plural = excluded.asset_name_plural,
      contact_address = excluded.contact_address, project_types = excluded.project_types`
}

/** The most people of an account, and documents of a thing. */
export async function mostInUse(
  sql: Sql,
  tenantId: string,
): Promise<{ accountUsers: number; projectDocuments: number }> {
  const [most] = await sql<{ accountUsers: number; projectDocuments: number }[]>`
    select
      (select coalesce(max(n), 0)::int from (
        select count(*) as n from people_of_accounts(${tenantId}) p where p.status <> 'DELETED' group by p.account_id) people) as "accountUsers",
      (select coalesce(max(n), 0)::int from (
        select count(*) as n from document where tenant_id = ${tenantId} group by subject_kind, subject_id) files) as "projectDocuments"`
  return most ?? { accountUsers: 0, projectDocuments: 0 }
}

export async function updateStatus(tx: Sql, id: string, status: 'active' | 'suspended'): Promise<void> {
  await tx`update tenant set status = ${status} where id = ${id}`
}

/** Blocks other new tenants until the transaction ends. */
export async function tenantWithPrefix(tx: Sql, serialPrefix: string): Promise<string | null> {
  await tx`lock table tenant in share row exclusive mode`
  const [row] = await tx<{ id: string }[]>`select id from tenant where serial_prefix = ${serialPrefix} limit 1`
  return row?.id ?? null
}

/** Returns up to ten tenants of other cells. */
export async function tenantsOfOtherCells(sql: Sql, cellPrefixes: string): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from tenant where strpos(${cellPrefixes}, left(serial_prefix, 1)) = 0 order by id limit 10`
  return rows.map(({ id }) => id)
}

/** Returns false if the host name is taken. */
export async function insertHost(tx: Sql, tenantId: string, host: string): Promise<boolean> {
  const { count } = await tx`
    insert into tenant_host (host, tenant_id) values (${host}, ${tenantId}) on conflict do nothing`
  return count === 1
}

/** Returns false if the host name is not this tenant's. */
export async function deleteHost(tx: Sql, tenantId: string, host: string): Promise<boolean> {
  const { count } = await tx`delete from tenant_host where host = ${host} and tenant_id = ${tenantId}`
  return count === 1
}
