import type { Deps } from '#server/deps.ts'
import type { SiteConfig } from '#shared/contract/registry.ts'
import { Failure } from '#shared/rules/failure.ts'
import { saveConfiguredTenant, type Tenant, tenantByHost, tenantById } from './tenants.store.ts'

export type { Tenant }

const rememberedMs = 5_000
const remembered = new WeakMap<Deps['sql'], Map<string, { tenant: Tenant; until: number }>>()

/** Makes the configured tenant if there is none, with the name and texts of the settings. */
export async function ensureConfiguredTenant(deps: Pick<Deps, 'sql' | 'config'>): Promise<void> {
  const { config } = deps
  await saveConfiguredTenant(deps.sql, {
    id: config.TENANT_ID,
    name: config.REGISTRY_NAME,
    tagline: config.REGISTRY_TAGLINE,
    owner: config.REGISTRY_OWNER,
    assetName: config.REGISTRY_ASSET_NAME,
    assetNamePlural: config.REGISTRY_ASSET_NAME_PLURAL,
    contactEmail: config.REGISTRY_CONTACT_EMAIL,
    contactAddress: config.REGISTRY_CONTACT_ADDRESS,
    serialPrefix: serialPrefixOf(config.TENANT_ID),
    enableMarketplace: config.ENABLE_MARKETPLACE,
  })
}

/** The tenant of a site: the one whose host name was asked, else the configured one. */
export async function siteTenant(deps: Deps, host: string): Promise<Tenant> {
  const known = await memory(deps, `host:${host}`, () =>
    tenantByHost(deps.sql, host.toLowerCase().replace(/:\d+$/, '')),
  )
  return known ?? (await tenantOf(deps, deps.config.TENANT_ID))
}

/** An active tenant by its id; `not_found` for any other. */
export async function tenantOf(deps: Deps, tenantId: string): Promise<Tenant> {
  const tenant = await memory(deps, `id:${tenantId}`, () => tenantById(deps.sql, tenantId))
  if (!tenant) throw new Failure('not_found', 'There is no such registry.')
  return tenant
}

/** What the web app is told at run time. */
export function siteConfigOf(deps: Deps, tenant: Tenant): SiteConfig {
  const { config } = deps
  return {
    tenantId: tenant.id,
    registryName: tenant.name,
    registryTagline: tenant.tagline,
    registryOwner: tenant.owner,
    assetName: tenant.assetName,
    assetNamePlural: tenant.assetNamePlural,
    contactEmail: tenant.contactEmail,
    contactAddress: tenant.contactAddress,
    accent: tenant.accent,
    enableMarketplace: tenant.enableMarketplace,
    languageSelection: config.LANGUAGE_SELECTION,
    environment: config.ENVIRONMENT,
    oidc: {
      authority: config.OIDC_AUTHORITY,
      clientId: config.OIDC_CLIENT_ID,
      groupsClaim: config.OIDC_GROUPS_CLAIM,
      logoutUrl: config.OIDC_LOGOUT_URL ?? null,
    },
    imagesUrl: config.IMAGES_URL,
    documentsUrl: config.DOCUMENTS_URL,
    claimsPdfUrl: config.CLAIMS_PDF_URL,
    chainExplorerUrl: config.CHAIN_EXPLORER_URL ?? null,
    sentryDsn: config.SENTRY_DSN ?? null,
  }
}

/** The first segment of a tenant's serial numbers, from its id. */
export function serialPrefixOf(tenantId: string): string {
  return tenantId
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .slice(0, 12)
    .padEnd(2, 'X')
}

/** Tenants change seldom and are asked for at every call. */
async function memory(deps: Deps, key: string, read: () => Promise<Tenant | null>): Promise<Tenant | null> {
  const known = remembered.get(deps.sql) ?? new Map<string, { tenant: Tenant; until: number }>()
  remembered.set(deps.sql, known)
  const entry = known.get(key)
  if (entry && entry.until > Date.now()) return entry.tenant
  const tenant = await read()
  if (tenant) known.set(key, { tenant, until: Date.now() + rememberedMs })
  else known.delete(key)
  return tenant
}
