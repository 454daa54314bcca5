import { recentlyUsed } from '#server/auth/recently-used.ts'
import type { Deps } from '#server/deps.ts'
import type { SiteConfig } from '#shared/contract/registry.ts'
import type { RegistryWords } from '#shared/contract/settings.ts'
import { Failure } from '#shared/rules/failure.ts'
import type { Language } from '#shared/rules/languages.ts'
import { limits, type TenantLimit } from '#shared/rules/limits.ts'
import { type Tenant, tenantById, tenantIdOfHost } from './tenants.store.ts'

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
export async function tenantOf(deps: Pick<Deps, 'sql'>, tenantId: string): Promise<Tenant> {
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

/** Lets a change of a tenant take effect at once in this process; others follow within seconds. */
export function forgetTenant(deps: Pick<Deps, 'sql'>, tenantId: string): void {
  memoryOf(deps).tenants.delete(tenantId)
}

function memoryOf({ sql }: Pick<Deps, 'sql'>): Memory {
  const known = memories.get(sql) ?? { tenants: new Map(), hosts: recentlyUsed(maxHosts) }
  memories.set(sql, known)
  return known
}

/** What a tenant calls itself in a language: where nothing is said in that one, its own words. */
export function wordsOf(tenant: Tenant, language: Language): RegistryWords {
  const { name, tagline, assetName, assetNamePlural, contactAddress } = tenant
  const own = { name, tagline, assetName, assetNamePlural, contactAddress }
  if (language === 'en') return own
  const said = tenant.texts[language]
  return {
    name: said.name || name,
    tagline: said.tagline || tagline,
    assetName: said.assetName || assetName,
    assetNamePlural: said.assetNamePlural || assetNamePlural,
    contactAddress: said.contactAddress || contactAddress,
  }
}

/** What holds in a tenant: its own limits, else the product's. */
export function limitsOf({ limits: own }: Tenant): Record<TenantLimit, number> {
  return {
    imageBytes: own.imageBytes ?? limits.imageBytes,
    documentBytes: own.documentBytes ?? limits.documentBytes,
    projectDocuments: own.projectDocuments ?? limits.projectDocuments,
    accountUsers: own.accountUsers ?? limits.accountUsers,
  }
}

/** What the web app is told at run time. */
export function siteConfigOf(deps: Deps, tenant: Tenant): SiteConfig {
  const { config } = deps
  return {
    tenantId: tenant.id,
    registryOwner: tenant.owner,
    words: { en: wordsOf(tenant, 'en'), fr: wordsOf(tenant, 'fr'), sw: wordsOf(tenant, 'sw') },
    contactEmail: tenant.contactEmail,
    accent: tenant.accent,
    enableMarketplace: tenant.enableMarketplace,
    languageSelection: tenant.languageSelection,
    limits: limitsOf(tenant),
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
