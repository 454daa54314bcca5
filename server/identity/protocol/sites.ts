import type { InfraDeps } from '#server/infra/doors/deps.ts'
import { issuerOf, type Site, siteAt, siteOf } from '#server/people/tenants/sites.ts'
import { wordsOf } from '#server/people/tenants/tenants.ts'
import { nullOn } from '#shared/rules/failure.ts'
import { byLanguage, type Language, languages } from '#shared/rules/languages.ts'

/** The site that a person signs in at: each has an issuer, people and sessions of its own. */
export type IdentitySite = {
  tenantId: string
  /** What the registry is called, in each language. */
  names: Record<Language, string>
  /** `#rrggbb`. */
  accent: string
  /** The site to go back to, without a slash at the end. */
  origin: string
  issuer: string
  /** Where replies to its letters go; empty if it has none. */
  contactEmail: string
  mayRegister: boolean
}

export type Sites = {
  /** The site that a request asked for by its host; null while its tenant is suspended. */
  at(host: string): Promise<IdentitySite | null>
  /** Where the people of a tenant sign in. */
  of(tenantId: string): Promise<IdentitySite>
}

export function identitySites(deps: Pick<InfraDeps, 'sql' | 'config'>): Sites {
  return {
    at: (host) => siteAt(deps, host).then(identitySiteOf).catch(nullOn('not_found')),
    of: async (tenantId) => identitySiteOf(await siteOf(deps, tenantId)),
  }
}

function identitySiteOf(site: Site): IdentitySite {
  const { id: tenantId, accent, contactEmail, openRegistration: mayRegister } = site.tenant
  const names = byLanguage(languages, (language) => wordsOf(site.tenant, language).name)
  return { tenantId, names, accent, origin: site.origin, issuer: issuerOf(site), contactEmail, mayRegister }
}
