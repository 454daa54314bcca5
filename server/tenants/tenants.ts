import { recentlyUsed } from '#server/auth/recently-used.ts'
import type { Deps } from '#server/deps.ts'
import type { SiteConfig } from '#shared/contract/registry.ts'
import { Failure } from '#shared/rules/failure.ts'
import { saveConfiguredTenant, type Tenant, tenantById, tenantIdOfHost } from './tenants.store.ts'

export type { Tenant }

/** Tenants change seldom and are asked for at every call. */
const rememberedMs = 5_000
/** Callers may make host names up. */
const maxHosts = 1_000

type Remembered<Value> = { value: Value; until: number }
type Memory = {
  tenants: Map<string, Remembered<Tenant>>
  hosts: ReturnType<typeof recentlyUsed<Remembered<string>>>
}
const memories = new WeakMap<Deps['sql'], Memory>()

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

/** The tenant of a site: the one whose host name was asked, else the configured one; `not_found` while it is suspended. */
export async function siteTenant(deps: Deps, address: string): Promise<Tenant> {
  const { hosts } = memoryOf(deps)
  const host = address.toLowerCase().replace(/:\d+$/, '')
  const known = hosts.get(host)
  if (known && known.until > Date.now()) return tenantOf(deps, known.value)
  const tenantId = (await tenantIdOfHost(deps.sql, host)) ?? deps.config.TENANT_ID
  hosts.set(host, { value: tenantId, until: Date.now() + rememberedMs })
  return tenantOf(deps, tenantId)
}

/** An active tenant by its id; `not_found` for any other. */
export async function tenantOf(deps: Deps, tenantId: string): Promise<Tenant> {
  const { tenants } = memoryOf(deps)
  const known = tenants.get(tenantId)
  if (known && known.until > Date.now()) return known.value
  const tenant = await tenantById(deps.sql, tenantId)
  if (!tenant) {
    tenants.delete(tenantId)
    throw new Failure('not_found', 'There is no such registry.')
  }
  tenants.set(tenantId, { value: tenant, until: Date.now() + rememberedMs })
  return tenant
}

function memoryOf({ sql }: Deps): Memory {
  const known = memories.get(sql) ?? { tenants: new Map(), hosts: recentlyUsed(maxHosts) }
  memories.set(sql, known)
  return known
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
