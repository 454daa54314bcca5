import type { SiteDeps } from '#server/people/tenants/sites.ts'
import { issuerOf, type Site, siteAt, siteOf } from '#server/people/tenants/sites.ts'
import { wordsOf } from '#server/people/tenants/tenants.ts'
import { nullOn } from '#shared/rules/failure.ts'
import { byLanguage, type Language, languages } from '#shared/rules/languages.ts'
import type { SecondFactorFor } from '#shared/rules/second-factor.ts'

export type IdentitySite = {
  tenantId: string
  /** The registry's name by language. */
  names: Record<Language, string>
  /** `#rrggbb`. */
  accent: string
  /** Without a trailing slash. */
  origin: string
  issuer: string
  /** For replies to letters, or empty. */
  contactEmail: string
  mayRegister: boolean
  secondFactorFor: SecondFactorFor
}

export type Sites = {
  /** Null while the tenant is suspended. */
  at(host: string): Promise<IdentitySite | null>
  of(tenantId: string): Promise<IdentitySite>
}

export function identitySites(deps: SiteDeps): Sites {
  return {
    at: (host) => siteAt(deps, host).then(identitySiteOf).catch(nullOn('not_found')),
    of: async (tenantId) => identitySiteOf(await siteOf(deps, tenantId)),
  }
}

function identitySiteOf(site: Site): IdentitySite {
  const { id: tenantId, accent, contactEmail, openRegistration: mayRegister, secondFactorFor } = site.tenant
  const names = byLanguage(languages, (language) => wordsOf(site.tenant, language).name)
  return {
    tenantId,
    names,
    accent,
    origin: site.origin,
    issuer: issuerOf(site),
    contactEmail,
    mayRegister,
    secondFactorFor,
  }
}
