import type { Deps } from '#server/deps.ts'
import type { Call } from '#server/http/serve.ts'
import { type changeSettings, deploymentFacts, type Settings } from '#shared/contract/settings.ts'
import { Failure } from '#shared/rules/failure.ts'
import type { Actor } from '#shared/rules/permissions.ts'
import { changeOwnTenant, type Held } from './administering.ts'
import { heldFacts } from './configured.ts'
import { type Tenant, tenantById } from './tenants.store.ts'
import { forgetTenant, wordsOf } from './tenants.ts'

/** What the caller's registry decides of itself, as it is now. */
export async function settingsOf(deps: Deps, { tenantId }: Actor): Promise<Settings> {
  const tenant = await tenantById(deps.sql, tenantId)
  if (!tenant) throw new Failure('not_found', 'There is no such registry.')
  return shown(tenant, heldFacts(deps.config, tenantId))
}

/** Changes what is said; the site of the registry shows it at once. */
export async function change(deps: Deps, actor: Actor, body: Call<typeof changeSettings>['body']): Promise<Settings> {
  const held = heldFacts(deps.config, actor.tenantId)
  const tenant = await changeOwnTenant(deps.sql, actor, body, held)
  forgetTenant(deps, actor.tenantId)
  return shown(tenant, held)
}

function shown(tenant: Tenant, held: Held): Settings {
  return {
    ...wordsOf(tenant, 'en'),
    owner: tenant.owner,
    contactEmail: tenant.contactEmail,
    accent: tenant.accent,
    enableMarketplace: tenant.enableMarketplace,
    openRegistration: tenant.openRegistration,
    languageSelection: tenant.languageSelection,
    texts: tenant.texts,
    limits: tenant.limits,
    version: tenant.version,
    setByDeployment: deploymentFacts.filter((fact) => held[fact] !== undefined),
  }
}
