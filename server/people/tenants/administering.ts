import { z } from 'zod'
import { type Database, inTenant, inTransaction, type Sql } from '#server/infra/db/database.ts'
import { Refused } from '#server/infra/refused.ts'
import { audit } from '#server/people/audit/audit.ts'
import { refuseChangedMeanwhile } from '#server/people/audit/meanwhile.ts'
import { applyDue, delayWeaker, keepPresent, type Owner } from '#server/people/protection/delaying.ts'
import type { ValidBodyOf } from '#shared/contract/endpoint.ts'
import { id } from '#shared/contract/fields.ts'
import {
  type changeSettings,
  type DeploymentFact,
  deploymentFacts,
  type SettingsChange,
  settingsChange,
} from '#shared/contract/settings.ts'
import { because, Failure, invalidAt } from '#shared/rules/failure.ts'
import { byLanguage, translations } from '#shared/rules/languages.ts'
import type { Actor } from '#shared/rules/permissions.ts'
import { usualProjectTypes } from '#shared/rules/project-facts.ts'
import { type RegistryProtection, registryProtections } from '#shared/rules/protection.ts'
import { type SettingFact, settingFacts } from '#shared/rules/setting-facts.ts'
import type { StepUp } from '#shared/rules/step-up.ts'
import {
  deleteHost,
  insertHost,
  insertTenant,
  lockedTenant,
  mostInUse,
  type TenantRecord,
  tenantRecords,
  tenantWithPrefix,
  updateStatus,
  updateTenant,
} from './administering.store.ts'
import { refuseSignIn, type StepUpDeps } from './step-up.ts'
import { isOfCell, serialPrefixOf, type Tenant } from './tenants.ts'

export { type TenantRecord, tenantRecords }

const host = z
  .string()
  .toLowerCase()
  .max(253, 'at most 253 characters')
  .regex(/^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/, 'must be a host name without port')

export const tenantDraft = z.strictObject({
  id,
  ...settingsChange.required({ name: true, assetName: true, assetNamePlural: true }).shape,
  /** Immutable first segment of serial numbers. */
  serialPrefix: z
    .string()
    .regex(/^[A-Z0-9]{2,12}$/, 'must be 2 to 12 capital letters and digits')
    .optional(),
  addHosts: z.array(host).default([]),
})
export type TenantDraft = z.output<typeof tenantDraft>

/** What tenant admins may change, plus host names. */
export const tenantChange = z.strictObject({
  ...settingsChange.shape,
  addHosts: z.array(host).default([]),
  removeHosts: z.array(host).default([]),
})
export type TenantChange = z.output<typeof tenantChange>

/** Facts that only the deployment changes, with their settings. */
export type Held = Partial<Record<DeploymentFact, string>>

const noWords = { name: '', tagline: '', about: '', assetName: '', assetNamePlural: '', contactAddress: '' }
const newTenant = {
  tagline: '',
  about: '',
  owner: '',
  contactEmail: '',
  contactAddress: '',
  accent: '#2f9e6e',
  enableMarketplace: false,
  openRegistration: true,
  languageSelection: true,
  claimsOfStoppedProjects: true,
  transfersOfStoppedProjects: true,
  approvalFrom: null,
  acceptsTransfers: false,
  dailyCap: null,
  undoClaimsMinutes: 10,
  undoTransfersMinutes: 0,
  secondFactorFor: 'nobody' as const,
  stepUp: 'off' as const,
  stepUpFactorFrom: null,
  texts: byLanguage(translations, () => noWords),
  limits: { imageBytes: null, documentBytes: null, projectDocuments: null, accountUsers: null, periodMonths: null },
  projectTypes: null,
  projectTypeNames: byLanguage(translations, () => ({})),
  version: 1,
}

/** Throws `Refused` if the id, serial prefix or a host name is taken, or the prefix is another cell's. */
export async function createTenant(
  sql: Database,
  draft: TenantDraft,
  operator: string,
  cellPrefixes?: string,
): Promise<TenantRecord> {
  const { addHosts } = draft
  const tenant = tenantOfDraft(draft, cellPrefixes)
  if (!isOfCell(tenant.serialPrefix, cellPrefixes)) {
    const words = `The serial prefix ${tenant.serialPrefix} is another cell’s: here they begin with one of ${cellPrefixes}.`
    throw new Refused(words)
  }
  return inTransaction(sql, async (tx) => {
    const namesake = await tenantWithPrefix(tx, tenant.serialPrefix)
    if (namesake !== null && namesake !== tenant.id) {
      throw new Refused(`The serial prefix ${tenant.serialPrefix} is ${namesake}’s. Name another one.`)
    }
    if (!(await insertTenant(tx, tenant))) throw new Refused(`There is a tenant ${tenant.id} already.`)
    await addHostsTo(tx, tenant.id, addHosts)
    await audit(tx, asOperator(operator, tenant.id), {
      act: 'tenant.create',
      subject: `tenant:${tenant.id}`,
      after: { ...tenantFacts(tenant), hosts: addHosts },
    })
    return knownTenant(tx, tenant.id)
  })
}

/** All at once, also weaker rules. Throws `not_found`, `conflict` if the deployment sets a fact, `Refused` for a taken or foreign host name. */
export async function changeTenant(
  sql: Database,
  tenantId: string,
  change: TenantChange,
  operator: string,
  held: Held = {},
): Promise<TenantRecord> {
  const { addHosts, removeHosts, ...facts } = change
  return inTransaction(sql, async (tx) => {
    const before = await knownTenant(tx, tenantId)
    await writeChange(tx, before, facts, held)
    for (const name of removeHosts) {
      if (!(await deleteHost(tx, tenantId, name))) throw new Refused(`${name} is no host of ${tenantId}.`)
    }
    await addHostsTo(tx, tenantId, addHosts)
    const present = await recordChange(tx, asOperator(operator, tenantId), before)
    const names = registryProtections.filter((name) => facts[name] !== undefined)
    await keepPresent(tx, asOperator(operator, tenantId), rulesOf(tenantId), { present, names })
    return present
  })
}

/**
 * For tenant admins, without host names. Weaker rules begin a day later. Throws also `changed_meanwhile`, `conflict` for
 * an outdated `version` or, without `isBelowMeant`, a limit below what exists, and what `refuseSignIn` throws if the
 * caller does not meet a new rule on sign-ins, so that nobody locks admins out.
 */
export async function changeOwnTenant<Answer>(
  { sql, now: clock }: Pick<StepUpDeps, 'sql' | 'now'>,
  actor: Actor,
  { version, was, isBelowMeant, ...change }: ValidBodyOf<typeof changeSettings>,
  held: Held,
  answer: (tx: Sql, tenant: TenantRecord) => Promise<Answer>,
): Promise<Answer> {
  return inTenant(sql, actor.tenantId, async (tx) => {
    const before = await knownTenant(tx, actor.tenantId)
    const now = tenantFacts(before)
    const unknown = Object.keys(was ?? {}).find((fact) => !Object.hasOwn(now, fact))
    if (unknown !== undefined) {
      throw invalidAt(`was.${unknown}`, 'there is no such setting', because('invalid.unknownField', { field: unknown }))
    }
    const requested = tenantFacts(changed(before, change))
    await refuseChangedMeanwhile(tx, actor, `tenant:${actor.tenantId}`, { was, now, requested })
    if (version !== undefined && before.version !== version) {
      throw new Failure(
        'conflict',
        'Somebody else has changed the settings since you opened them. Look at theirs first.',
        because('settings.changed'),
      )
    }
    if (!isBelowMeant) await refuseBelow(tx, before, change)
    refuseUnmet(before, changed(before, change), actor, clock())
    await writeChange(tx, before, await withoutWeaker(tx, actor, before, change), held)
    return answer(tx, await recordChange(tx, actor, before))
  })
}

/** For tenant admins: no weaker value of this rule is to come any more. */
export async function keepRule<Answer>(
  { sql }: Pick<StepUpDeps, 'sql'>,
  actor: Actor,
  name: RegistryProtection,
  answer: (tx: Sql, tenant: TenantRecord) => Promise<Answer>,
): Promise<Answer> {
  return inTenant(sql, actor.tenantId, async (tx) => {
    const present = await knownTenant(tx, actor.tenantId)
    await keepPresent(tx, actor, rulesOf(actor.tenantId), { present, names: [name] })
    return answer(tx, present)
  })
}

/** Makes the registry's weaker rules effective whose day is over. */
export async function weakenRegistry(tx: Sql, tenantId: string): Promise<void> {
  const before = await knownTenant(tx, tenantId)
  await applyDue(tx, rulesOf(tenantId), async (due) => {
    await updateTenant(tx, { ...before, ...due })
    return before
  })
}

/**
 * A suspended tenant cannot be read or signed in to; its movements still settle. Running servers follow within ten
 * seconds. Throws `not_found`, `Refused` if nothing changes.
 */
export async function setTenantStatus(
  sql: Database,
  tenantId: string,
  status: 'active' | 'suspended',
  operator: string,
): Promise<TenantRecord> {
  return inTransaction(sql, async (tx) => {
    const before = await knownTenant(tx, tenantId)
    if (before.status === status) throw new Refused(`${tenantId} is ${status} already.`)
    await updateStatus(tx, tenantId, status)
    await audit(tx, asOperator(operator, tenantId), {
      act: status === 'active' ? 'tenant.resume' : 'tenant.suspend',
      subject: `tenant:${tenantId}`,
      before: { status: before.status },
      after: { status },
    })
    return { ...before, status }
  })
}

async function knownTenant(tx: Sql, tenantId: string): Promise<TenantRecord> {
  const tenant = await lockedTenant(tx, tenantId)
  if (!tenant) throw new Failure('not_found', `There is no tenant ${tenantId}.`, because('noSuch.registry'))
  return tenant
}

const rulesOf = (tenantId: string): Owner => ({ tenantId, accountId: null })

async function addHostsTo(tx: Sql, tenantId: string, hosts: readonly string[]): Promise<void> {
  for (const name of hosts) {
    if (!(await insertHost(tx, tenantId, name))) throw new Refused(`The host name ${name} is taken.`)
  }
}

export function tenantOfDraft({ addHosts: _, ...draft }: TenantDraft, cellPrefixes?: string): Tenant {
  const { id, name, assetName, assetNamePlural, serialPrefix = serialPrefixOf(id, cellPrefixes), ...given } = draft
  return changed({ ...newTenant, id, name, assetName, assetNamePlural, serialPrefix }, given)
}

function changed<Known extends Tenant>(
  tenant: Known,
  { texts, limits, projectTypeNames, ...facts }: SettingsChange,
): Known {
  const { projectTypes = tenant.projectTypes } = facts
  return {
    ...tenant,
    ...facts,
    projectTypeNames: byLanguage(translations, (language) =>
      namesOfListed(projectTypes, tenant.projectTypeNames[language], projectTypeNames?.[language]),
    ),
    texts: byLanguage(translations, (language) => ({ ...tenant.texts[language], ...texts?.[language] })),
    limits: { ...tenant.limits, ...limits },
  }
}

/** Throws `invalid` for the name of an unlisted type. */
function namesOfListed(
  projectTypes: readonly string[] | null,
  before: Readonly<Record<string, string>>,
  change: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const listed: readonly string[] = projectTypes ?? usualProjectTypes
  const unlisted = Object.keys(change).find((type) => !listed.includes(type))
  if (unlisted !== undefined)
    throw invalidAt(
      'projectTypeNames',
      `there is no type ${unlisted} in the list`,
      because('settings.unlistedType', { type: unlisted }),
    )
  const merged = new Map([...Object.entries(before), ...Object.entries(change)])
  return Object.fromEntries([...merged].filter(([type, name]) => listed.includes(type) && name !== ''))
}

/** Throws `conflict` if the deployment sets a changed fact. */
async function writeChange(tx: Sql, before: TenantRecord, change: SettingsChange, held: Held): Promise<void> {
  const after = changed(before, change)
  const refused = deploymentFacts.find((fact) => held[fact] !== undefined && after[fact] !== before[fact])
  if (refused) {
    throw new Failure(
      'conflict',
      `${refused} is set by the deployment (${held[refused]}) and changes there only.`,
      because('settings.deployment', { field: refused, value: String(held[refused]) }),
    )
  }
  if (Object.keys(differences(after, before)).length > 0) await updateTenant(tx, after)
}

/** Returns the change without the weaker rules, which wait. */
async function withoutWeaker(
  tx: Sql,
  actor: Actor,
  before: TenantRecord,
  change: SettingsChange,
): Promise<SettingsChange> {
  const rules = { before, requested: change, names: registryProtections }
  const atOnce = await delayWeaker(tx, actor, rulesOf(actor.tenantId), rules)
  const later = registryProtections.filter((name) => change[name] !== undefined && !atOnce.includes(name))
  return { ...change, ...Object.fromEntries(later.map((name) => [name, before[name]])) }
}

const belowReasons = { accountUsers: 'settings.belowPeople', projectDocuments: 'settings.belowDocuments' } as const

/** Throws `conflict` for a lowered limit that would block additions. */
async function refuseBelow(
  tx: Sql,
  { id: tenantId, limits: before }: TenantRecord,
  { limits = {} }: SettingsChange,
): Promise<void> {
  const lowered = (['accountUsers', 'projectDocuments'] as const).flatMap((field) => {
    const max = limits[field] ?? null
    return max === null || max === before[field] ? [] : [{ field, max }]
  })
  if (lowered.length === 0) return
  const inUse = await mostInUse(tx, tenantId)
  for (const { field, max } of lowered) {
    const found = inUse[field]
    if (found <= max) continue
    throw new Failure(
      'conflict',
      `${field} would be ${max}, and there are ${found} in one place already. Say isBelowMeant if that is meant.`,
      because(belowReasons[field], { max, found }),
    )
  }
}

/** A changed rule on sign-ins counts for the change itself, of any quantity. */
function refuseUnmet(before: StepUp, after: StepUp, actor: Actor, now: Date): void {
  const isSame = before.stepUp === after.stepUp && before.stepUpFactorFrom === after.stepUpFactorFrom
  if (!isSame) refuseSignIn(after, actor, { quantity: Number.POSITIVE_INFINITY, now })
}

async function recordChange(tx: Sql, actor: Actor, before: TenantRecord): Promise<TenantRecord> {
  const after = await knownTenant(tx, before.id)
  const isNothingNew = Object.keys(differences(after, before)).length === 0
  if (isNothingNew) return after
  await audit(tx, actor, {
    act: 'tenant.change',
    subject: `tenant:${before.id}`,
    before: differences(before, after),
    after: differences(after, before),
  })
  return after
}

export function tenantFacts({ version: _, ...tenant }: Tenant): Record<string, SettingFact> {
  return settingFacts(tenant)
}

function differences(tenant: Tenant, other: Tenant): Record<string, SettingFact> {
  const was = tenantFacts(other)
  return Object.fromEntries(
    Object.entries(tenantFacts(tenant)).filter(([name, value]) => String(was[name]) !== String(value)),
  )
}

/** No user; acts from the command line. */
export function asOperator(operator: string, tenantId: string): Actor {
  return {
    userId: `operator ${operator}`,
    tenantId,
    accountIds: [],
    adminOf: [],
    isTenantAdmin: false,
    address: 'command line',
    requestId: '',
  }
}
