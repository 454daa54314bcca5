import type { Config } from '#server/infra/config.ts'
import type { Database } from '#server/infra/db/database.ts'
import { Refused } from '#server/infra/refused.ts'
import { type DeploymentFact, deploymentFacts } from '#shared/contract/settings.ts'
import { insertTenant, tenantsOfOtherCells } from './administering.store.ts'
import { changeTenant, type Held, tenantChange, tenantDraft, tenantOfDraft } from './administering.ts'
import { tenantById } from './tenants.store.ts'

const settingOf = {
  name: 'REGISTRY_NAME',
  tagline: 'REGISTRY_TAGLINE',
  owner: 'REGISTRY_OWNER',
  assetName: 'REGISTRY_ASSET_NAME',
  assetNamePlural: 'REGISTRY_ASSET_NAME_PLURAL',
  contactEmail: 'REGISTRY_CONTACT_EMAIL',
  contactAddress: 'REGISTRY_CONTACT_ADDRESS',
  enableMarketplace: 'ENABLE_MARKETPLACE',
  languageSelection: 'LANGUAGE_SELECTION',
} as const satisfies Record<DeploymentFact, keyof Config>

const translatedTagline = {
  fr: { tagline: 'Des résultats que chacun peut vérifier' },
  sw: { tagline: 'Matokeo ambayo kila mtu anaweza kuyahakiki' },
}

/**
 * Creates the configured tenant if missing. Explicit settings apply at every start; registry admins may change
 * defaults. Throws `Refused` if the database is another cell's.
 */
export async function ensureConfiguredTenant({ sql, config }: { sql: Database; config: Config }): Promise<void> {
  const { TENANT_ID: id, CELL_PREFIXES: cellPrefixes } = config
  const others = cellPrefixes === undefined ? [] : await tenantsOfOtherCells(sql, cellPrefixes)
  if (others.length > 0) {
    const which = `Serial prefixes of ${others.join(', ')} begin with none of them.`
    throw new Refused(`CELL_PREFIXES ${cellPrefixes} are not those of this database. ${which}`)
  }
  await refuseSampleWords(sql, config)
  const factsOfSettings = (facts: readonly DeploymentFact[]) =>
    Object.fromEntries(facts.map((fact) => [fact, config[settingOf[fact]]]))
  const given = deploymentFacts.filter((fact) => config.given.includes(settingOf[fact]))
  const draft = {
    id,
    ...factsOfSettings(deploymentFacts),
    ...(!given.includes('tagline') && { texts: translatedTagline }),
    // Who tries the registry out sees a claim's certificate at once.
    ...(config.NODE_ENV !== 'production' && { undoClaimsMinutes: 0 }),
  }
  await insertTenant(sql, tenantOfDraft(tenantDraft.parse(draft), cellPrefixes))
  await changeTenant(sql, id, tenantChange.parse(factsOfSettings(given)), 'settings')
}

const wordsOfOwner = ['name', 'owner', 'contactEmail', 'contactAddress'] as const

/** In production the first start needs these settings, not the sample's. */
async function refuseSampleWords(sql: Database, { NODE_ENV, TENANT_ID, given }: Config): Promise<void> {
  const missing = wordsOfOwner.map((fact) => settingOf[fact]).filter((setting) => !given.includes(setting))
  if (NODE_ENV !== 'production' || missing.length === 0 || (await tenantById(sql, TENANT_ID))) return
  throw new Refused(`${missing.join(', ')} must be set for the first start of registry ${TENANT_ID}.`)
}

/** The facts of the tenant that explicit settings fix. */
export function heldFacts({ TENANT_ID, given }: Pick<Config, 'TENANT_ID' | 'given'>, tenantId: string): Held {
  if (tenantId !== TENANT_ID) return {}
  const held = deploymentFacts.filter((fact) => given.includes(settingOf[fact]))
  return Object.fromEntries(held.map((fact) => [fact, settingOf[fact]]))
}
