import { LRUCache } from 'lru-cache'
import { identityPath } from '#server/infra/config.ts'
import type { Database } from '#server/infra/db/database.ts'
import type { InfraDeps } from '#server/infra/doors/deps.ts'
import type { SiteConfig } from '#shared/contract/registry.ts'
import { nullOn } from '#shared/rules/failure.ts'
import { byLanguage, type Language, languages } from '#shared/rules/languages.ts'
import { usualProjectTypes } from '#shared/rules/project-facts.ts'
import { firstHostOf, tenantIdOfHost } from './tenants.store.ts'
import { type LookupDeps, lastKnown, limitsOf, rememberedMs, type Tenant, tenantOf, wordsOf } from './tenants.ts'

/** `origin` has no trailing slash. */
export type Site = { tenant: Tenant; origin: string }

export type SiteDeps = LookupDeps & Pick<InfraDeps, 'config'>

/** Callers can invent host names. */
const maxHosts = 1_000

type Hosts = LRUCache<string, { tenantId: string | null }>
const memories = new WeakMap<Database, Hosts>()

/** A tenant's own site, else the configured one at PUBLIC_URL. Throws `not_found` while its tenant is suspended. */
export async function siteAt(deps: SiteDeps, address: string): Promise<Site> {
  const host = address.toLowerCase().replace(/\.?(:\d+)?$/, '')
  const tenantId = await tenantAt(deps, host)
  if (tenantId === null) return { tenant: await tenantOf(deps, deps.config.TENANT_ID), origin: deps.config.PUBLIC_URL }
  return { tenant: await tenantOf(deps, tenantId), origin: originAt(deps, host) }
}

/**
 * For letters and certificates: the first host name, or PUBLIC_URL for the configured tenant and tenants without one.
 */
export async function siteOf(deps: SiteDeps, tenantId: string): Promise<Site> {
  const host = tenantId === deps.config.TENANT_ID ? null : await firstHostOf(deps.sql, tenantId)
  const origin = host === null ? deps.config.PUBLIC_URL : originAt(deps, host)
  return { tenant: await tenantOf(deps, tenantId), origin }
}

/** Each site has its own issuer, so that people sign in at their registry. */
export function issuerOf({ origin }: Pick<Site, 'origin'>): string {
  return `${origin}${identityPath}`
}

/** Returns the active tenant of an embedded issuer, or null. */
export async function tenantOfIssuer(deps: SiteDeps, issuer: string): Promise<string | null> {
  if (!URL.canParse(issuer)) return null
  const site = await siteAt(deps, new URL(issuer).host).catch(nullOn('not_found'))
  return site !== null && issuerOf(site) === issuer ? site.tenant.id : null
}

type SiteConfigDeps = Pick<InfraDeps, 'config'> & { directory: { isElsewhere: boolean } }

/** Returns `/config.json` of a site. */
export function siteConfigOf({ config, directory }: SiteConfigDeps, { tenant, origin }: Site): SiteConfig {
  return {
    tenantId: tenant.id,
    registryOwner: tenant.owner,
    words: byLanguage(languages, (language) => wordsOf(tenant, language)),
    contactEmail: tenant.contactEmail,
    accent: tenant.accent,
    enableMarketplace: tenant.enableMarketplace,
    languageSelection: tenant.languageSelection,
    limits: limitsOf(tenant),
    projectTypes: tenant.projectTypes ?? [...usualProjectTypes],
    projectTypeNames: tenant.projectTypeNames,
    environment: config.ENVIRONMENT,
    oidc: {
      authority: config.embedded.identity ? issuerOf({ origin }) : config.OIDC_AUTHORITY,
      clientId: config.OIDC_CLIENT_ID,
      groupsClaim: config.OIDC_GROUPS_CLAIM,
      groupsDelimiter: config.OIDC_GROUPS_DELIMITER ?? null,
      logoutUrl: config.OIDC_LOGOUT_URL ?? null,
      idleMinutes: config.embedded.identity ? config.SESSION_IDLE_MINUTES : null,
      isElsewhere: directory.isElsewhere,
    },
    imagesUrl: config.IMAGES_URL,
    documentsUrl: config.DOCUMENTS_URL,
    claimsPdfUrl: config.CLAIMS_PDF_URL,
    chainExplorerUrl: config.CHAIN_EXPLORER_URL ?? null,
    sentryDsn: config.SENTRY_DSN ?? null,
  }
}

/** What browsers need to install the app of a site (W3C Web Application Manifest). */
export function manifestOf({ tenant }: Site, language: Language) {
  const { name, tagline } = wordsOf(tenant, language)
  const icon = (src: string, sizes: string, type: string) => ({ src, sizes, type, purpose: 'any maskable' })
  return {
    id: '/',
    name,
    short_name: name,
    description: tagline,
    lang: language,
    start_url: '/',
    scope: '/',
    display: 'standalone',
    // The ground of the dark theme (web/ui/theme.css).
    background_color: '#0d1210',
    theme_color: '#0d1210',
    icons: [
      icon('/icon-192.png', '192x192', 'image/png'),
      icon('/icon-512.png', '512x512', 'image/png'),
      icon('/icon.svg', 'any', 'image/svg+xml'),
    ],
  }
}

/** All sites share scheme and port of PUBLIC_URL. */
function originAt({ config }: SiteDeps, host: string): string {
  return Object.assign(new URL(config.PUBLIC_URL), { hostname: host }).origin
}

async function tenantAt(deps: SiteDeps, host: string): Promise<string | null> {
  const sql = deps.lookups ?? deps.sql
  // Unknown hosts are cached too.
  const fetchMethod = async (host: string) => ({ tenantId: await tenantIdOfHost(sql, host) })
  const hosts: Hosts =
    memories.get(sql) ?? new LRUCache({ max: maxHosts, ttl: rememberedMs, fetchMethod, ...lastKnown })
  memories.set(sql, hosts)
  return (await hosts.fetch(host))?.tenantId ?? null
}
