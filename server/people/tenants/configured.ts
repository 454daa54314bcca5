import type { Config } from '#server/infra/config.ts'
import type { Database } from '#server/infra/db/database.ts'
import { type DeploymentFact, deploymentFacts } from '#shared/contract/settings.ts'
import { changeTenant, type Held, insertConfiguredTenant, tenantChange } from './administering.ts'

/** The setting that says a fact of the configured tenant. */
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

/**
 * Makes the configured tenant if there is none, as the settings and their defaults have it. What a setting gives holds from
 * then on at every start; what only a default says is the registry's own to change.
 */
export async function ensureConfiguredTenant({ sql, config }: { sql: Database; config: Config }): Promise<void> {
  const id = config.TENANT_ID
  const facts = configuredFacts(config)
  await insertConfiguredTenant(sql, { id, ...facts })
  const held = heldFacts(config, id)
  const given = Object.entries(facts).filter(([fact]) => fact in held)
  await changeTenant(sql, id, tenantChange.parse(Object.fromEntries(given)), 'settings')
}

/** What of a tenant the deployment keeps to itself: of the configured one, what the environment gives a setting for. */
export function heldFacts({ TENANT_ID, given }: Pick<Config, 'TENANT_ID' | 'given'>, tenantId: string): Held {
  if (tenantId !== TENANT_ID) return {}
  const held = deploymentFacts.filter((fact) => given.includes(settingOf[fact]))
  return Object.fromEntries(held.map((fact) => [fact, settingOf[fact]]))
}

function configuredFacts(config: Config) {
  return {
    name: config[settingOf.name],
    tagline: config[settingOf.tagline],
    owner: config[settingOf.owner],
    assetName: config[settingOf.assetName],
    assetNamePlural: config[settingOf.assetNamePlural],
    contactEmail: config[settingOf.contactEmail],
    contactAddress: config[settingOf.contactAddress],
    enableMarketplace: config[settingOf.enableMarketplace],
    languageSelection: config[settingOf.languageSelection],
  }
}
