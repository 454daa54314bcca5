import type { InfraDeps } from '#server/infra/doors/deps.ts'
import type { ValidBodyOf } from '#shared/contract/endpoint.ts'
import { type changeSettings as changing, deploymentFacts, type Settings } from '#shared/contract/settings.ts'
import { because, Failure } from '#shared/rules/failure.ts'
import type { Actor } from '#shared/rules/permissions.ts'
import { changeOwnTenant, type Held } from './administering.ts'
import { heldFacts } from './configured.ts'
import type { SiteDeps } from './sites.ts'
import type { StepUpDeps } from './step-up.ts'
import { type Tenant, tenantById } from './tenants.store.ts'
import { forgetTenant, wordsOf } from './tenants.ts'

export async function settingsOf(deps: Pick<InfraDeps, 'sql' | 'config'>, actor: Actor): Promise<Settings> {
  const tenant = await tenantById(deps.sql, actor.tenantId)
  if (!tenant) throw new Failure('not_found', 'There is no such registry.', because('noSuch.registry'))
  return shown(tenant, actor, heldFacts(deps.config, actor.tenantId))
}

export async function changeSettings(
  deps: SiteDeps & StepUpDeps,
  actor: Actor,
  body: ValidBodyOf<typeof changing>,
): Promise<Settings> {
  const held = heldFacts(deps.config, actor.tenantId)
  const settings = await changeOwnTenant(deps, actor, body, held, (tenant) => shown(tenant, actor, held))
  forgetTenant(deps, actor.tenantId)
  return settings
}

function shown(tenant: Tenant, { signIn }: Actor, held: Held): Settings {
  return {
    ...wordsOf(tenant, 'en'),
    owner: tenant.owner,
    contactEmail: tenant.contactEmail,
    accent: tenant.accent,
    enableMarketplace: tenant.enableMarketplace,
    openRegistration: tenant.openRegistration,
    languageSelection: tenant.languageSelection,
    claimsOfStoppedProjects: tenant.claimsOfStoppedProjects,
    transfersOfStoppedProjects: tenant.transfersOfStoppedProjects,
    approvalFrom: tenant.approvalFrom,
    acceptsTransfers: tenant.acceptsTransfers,
    undoClaimsMinutes: tenant.undoClaimsMinutes,
    undoTransfersMinutes: tenant.undoTransfersMinutes,
    secondFactorFor: tenant.secondFactorFor,
    stepUp: tenant.stepUp,
    stepUpFactorFrom: tenant.stepUpFactorFrom,
    texts: tenant.texts,
    limits: tenant.limits,
    projectTypes: tenant.projectTypes,
    projectTypeNames: tenant.projectTypeNames,
    version: tenant.version,
    signInStates: { time: signIn?.at != null, strength: signIn?.acr != null },
    setByDeployment: deploymentFacts.filter((fact) => held[fact] !== undefined),
  }
}
