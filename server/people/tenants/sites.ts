import { LRUCache } from 'lru-cache'
import { identityPath } from '#server/infra/config.ts'
import type { InfraDeps } from '#server/infra/doors/deps.ts'
import type { SiteConfig } from '#shared/contract/registry.ts'
import { nullOn } from '#shared/rules/failure.ts'
import { byLanguage, languages } from '#shared/rules/languages.ts'
import { usualProjectTypes } from '#shared/rules/project-facts.ts'
import { firstHostOf, tenantIdOfHost } from './tenants.store.ts'
import { type LookupDeps, limitsOf, rememberedMs, type Tenant, tenantOf, wordsOf } from './tenants.ts'

/** A tenant and the origin of its site, without a slash at the end. */
export type Site = { tenant: Tenant; origin: string }

type SiteDeps = LookupDeps & Pick<InfraDeps, 'config'>

/** A bound, as callers may make host names up. */
const maxHosts = 1_000

type Hosts = LRUCache<string, { tenantId: string | null }>
const memories = new WeakMap<InfraDeps['sql'], Hosts>()

/**
 * Returns the site that a request asks for by its `Host`: a tenant's own, else the configured one at PUBLIC_URL. Throws
 * `not_found` while its tenant is suspended.
 */
export async function siteAt(deps: SiteDeps, address: string): Promise<Site> {
  const host = address.toLowerCase().replace(/\.?(:\d+)?$/, '')
  const tenantId = await tenantAt(deps, host)
  if (tenantId === null) return { tenant: await tenantOf(deps, deps.config.TENANT_ID), origin: deps.config.PUBLIC_URL }
  return { tenant: await tenantOf(deps, tenantId), origin: originAt(deps, host) }
}

/**
 * Returns the site of a tenant, for letters and certificates: at PUBLIC_URL for the configured tenant, at its first host name
 * for another. The letters of a tenant without a host name point to PUBLIC_URL.
 */
export async function siteOf(deps: SiteDeps, tenantId: string): Promise<Site> {
  const host = tenantId === deps.config.TENANT_ID ? null : await firstHostOf(deps.sql, tenantId)
  const origin = host === null ? deps.config.PUBLIC_URL : originAt(deps, host)
  return { tenant: await tenantOf(deps, tenantId), origin }
}

/** Returns the issuer of the embedded identity provider at a site: one for each, so that people sign in at their registry. */
export function issuerOf({ origin }: Pick<Site, 'origin'>): string {
  return `${origin}${identityPath}`
}

/** Returns the active tenant at whose site the embedded provider is this issuer; null if there is none. */
export async function tenantOfIssuer(deps: SiteDeps, issuer: string): Promise<string | null> {
  if (!URL.canParse(issuer)) return null
  const site = await siteAt(deps, new URL(issuer).host).catch(nullOn('not_found'))
  return site !== null && issuerOf(site) === issuer ? site.tenant.id : null
}

type SiteConfigDeps = Pick<InfraDeps, 'config'> & { directory: { isElsewhere: boolean } }

/** Returns what the web app of a site reads at run time, from `/config.json`. */
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

/** Scheme and port of every site are those of PUBLIC_URL. */
function originAt({ config }: SiteDeps, host: string): string {
  return Object.assign(new URL(config.PUBLIC_URL), { hostname: host }).origin
}

async function tenantAt(deps: SiteDeps, host: string): Promise<string | null> {
  const sql = deps.lookups ?? deps.sql
  // Host names are looked up at every call and seldom change; most are nobody's, which is remembered too.
  const fetchMethod = async (asked: string) => ({ tenantId: await tenantIdOfHost(sql, asked) })
  const hosts: Hosts =
    memories.get(sql) ?? new LRUCache({ max: maxHosts, ttl: rememberedMs, fetchMethod, ignoreFetchAbort: true })
  memories.set(sql, hosts)
  return (await hosts.fetch(host))?.tenantId ?? null
}
