import type { Sql } from '#server/infra/db/database.ts'
import type { ProjectTypeNames, RegistryWords } from '#shared/contract/settings.ts'
import { type Translation, translations } from '#shared/rules/languages.ts'
import type { TenantLimit } from '#shared/rules/limits.ts'
import type { SecondFactorFor } from '#shared/rules/second-factor.ts'
import type { StepUp } from '#shared/rules/step-up.ts'

/** Words are English; a null limit is the product's. */
export type Tenant = RegistryWords & {
  id: string
  owner: string
  contactEmail: string
  serialPrefix: string
  accent: string
  enableMarketplace: boolean
  openRegistration: boolean
  languageSelection: boolean
  /** Allows claims of units of suspended or withdrawn projects. */
  claimsOfStoppedProjects: boolean
  transfersOfStoppedProjects: boolean
  /** Null: no quantity needs a second person. */
  approvalFrom: number | null
  acceptsTransfers: boolean
  /** What one person may move out of any account in 24 hours; null: anything. */
  dailyCap: number | null
  undoClaimsMinutes: number
  undoTransfersMinutes: number
  secondFactorFor: SecondFactorFor
  stepUp: StepUp['stepUp']
  stepUpFactorFrom: StepUp['stepUpFactorFrom']
  /** Empty words fall back to English. */
  texts: Record<Translation, RegistryWords>
  limits: Record<TenantLimit, number | null>
  /** Null: the usual list. */
  projectTypes: string[] | null
  /** Translations. */
  projectTypeNames: ProjectTypeNames
  version: number
}

export const tenantColumns = (sql: Sql) => sql`
  t.id, t.name, t.tagline, t.about, t.owner, t.asset_name as "assetName", t.asset_name_plural as "assetNamePlural",
  t.contact_email as "contactEmail", t.contact_address as "contactAddress", t.serial_prefix as "serialPrefix", t.accent,
  t.enable_marketplace as "enableMarketplace", t.open_registration as "openRegistration",
  t.language_selection as "languageSelection", t.claims_of_stopped_projects as "claimsOfStoppedProjects",
  t.transfers_of_stopped_projects as "transfersOfStoppedProjects",
  t.approval_from::float8 as "approvalFrom", t.accepts_transfers as "acceptsTransfers", t.daily_cap::float8 as "dailyCap",
  t.undo_claims_minutes as "undoClaimsMinutes", t.undo_transfers_minutes as "undoTransfersMinutes",
  t.second_factor_for as "secondFactorFor", t.step_up as "stepUp", t.step_up_factor_from::float8 as "stepUpFactorFrom",
  t.project_types as "projectTypes", t.version,
  json_build_object('imageBytes', t.max_image_bytes, 'documentBytes', t.max_document_bytes,
    'projectDocuments', t.max_project_documents, 'accountUsers', t.max_account_users,
    'periodMonths', t.max_period_months) as limits,
  (select json_object_agg(l.language, json_build_object('name', coalesce(x.name, ''), 'tagline', coalesce(x.tagline, ''),
      'about', coalesce(x.about, ''), 'assetName', coalesce(x.asset_name, ''), 'assetNamePlural', coalesce(x.asset_name_plural, ''),
      'contactAddress', coalesce(x.contact_address, '')))
    from unnest(${[...translations]}::text[]) l (language)
    left join tenant_text x on x.tenant_id = t.id and x.language = l.language) as texts,
  (select json_object_agg(l.language, coalesce(x.project_types, '{}'))
    from unnest(${[...translations]}::text[]) l (language)
    left join tenant_text x on x.tenant_id = t.id and x.language = l.language) as "projectTypeNames"`

export async function tenantById(sql: Sql, id: string): Promise<Tenant | null> {
  const [row] = await sql<
    Tenant[]
  >`select ${tenantColumns(sql)} from tenant t where t.id = ${id} and t.status = 'active'`
  return row ?? null
}

/** Includes suspended tenants. */
export async function tenantIdOfHost(sql: Sql, host: string): Promise<string | null> {
  const [row] = await sql<{ tenantId: string }[]>`select tenant_id as "tenantId" from tenant_host where host = ${host}`
  return row?.tenantId ?? null
}

/** Returns the oldest host name. */
export async function firstHostOf(sql: Sql, tenantId: string): Promise<string | null> {
  const [row] = await sql<{ host: string }[]>`
    select host from tenant_host where tenant_id = ${tenantId} order by created_at, host limit 1`
  return row?.host ?? null
}
