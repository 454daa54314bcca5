import { inTenant, type Sql } from '#server/infra/db/database.ts'
import type { InfraDeps } from '#server/infra/doors/deps.ts'
import { comingAnswer } from '#server/people/protection/delaying.ts'
import type { ValidBodyOf } from '#shared/contract/endpoint.ts'
import { type changeSettings as changing, deploymentFacts, type Settings } from '#shared/contract/settings.ts'
import { because, Failure } from '#shared/rules/failure.ts'
import type { Actor } from '#shared/rules/permissions.ts'
import { type RegistryProtection, registryProtections } from '#shared/rules/protection.ts'
import { changeOwnTenant, type Held, keepRule } from './administering.ts'
import { heldFacts } from './configured.ts'
import type { SiteDeps } from './sites.ts'
import type { StepUpDeps } from './step-up.ts'
import { type Tenant, tenantById } from './tenants.store.ts'
import { forgetTenant, wordsOf } from './tenants.ts'

export async function settingsOf(deps: Pick<InfraDeps, 'sql' | 'config'>, actor: Actor): Promise<Settings> {
  const tenant = await tenantById(deps.sql, actor.tenantId)
  if (!tenant) throw new Failure('not_found', 'There is no such registry.', because('noSuch.registry'))
  return inTenant(deps.sql, actor.tenantId, (tx) => shown(tx, tenant, actor, heldFacts(deps.config, actor.tenantId)))
}

export async function changeSettings(
  deps: SiteDeps & StepUpDeps,
  actor: Actor,
  body: ValidBodyOf<typeof changing>,
): Promise<Settings> {
  const held = heldFacts(deps.config, actor.tenantId)
  const settings = await changeOwnTenant(deps, actor, body, held, (tx, tenant) => shown(tx, tenant, actor, held))
  forgetTenant(deps, actor.tenantId)
  return settings
}

export async function keepSetting(
  deps: SiteDeps & StepUpDeps,
  actor: Actor,
  name: RegistryProtection,
): Promise<Settings> {
  const held = heldFacts(deps.config, actor.tenantId)
  return keepRule(deps, actor, name, (tx, tenant) => shown(tx, tenant, actor, held))
}

async function shown(tx: Sql, tenant: Tenant, { tenantId, signIn }: Actor, held: Held): Promise<Settings> {
  const rules = { present: tenant, names: registryProtections }
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
    dailyCap: tenant.dailyCap,
    undoClaimsMinutes: tenant.undoClaimsMinutes,
    undoTransfersMinutes: tenant.undoTransfersMinutes,
    secondFactorFor: tenant.secondFactorFor,
    stepUp: tenant.stepUp,
    stepUpFactorFrom: tenant.stepUpFactorFrom,
    texts: tenant.texts,
    limits: tenant.limits,
    projectTypes: tenant.projectTypes,
    projectTypeNames: tenant.projectTypeNames,
    coming: await comingAnswer(tx, { tenantId, accountId: null }, rules),
    version: tenant.version,
    signInStates: { time: signIn?.at != null, strength: signIn?.acr != null },
    setByDeployment: deploymentFacts.filter((fact) => held[fact] !== undefined),
  }
}
