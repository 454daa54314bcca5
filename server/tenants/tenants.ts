import type { Deps } from '#server/deps.ts'
import { Failure } from '#shared/rules/failure.ts'
import { saveConfiguredTenant, type Tenant, tenantById } from './tenants.store.ts'

export type { Tenant }

/** Tenants change seldom and are asked for at every call. */
const rememberedMs = 5_000

type Memory = Map<string, { tenant: Tenant; until: number }>
const memories = new WeakMap<Deps['sql'], Memory>()

/** Makes the configured tenant if there is none, with the name and texts of the settings. */
export async function ensureConfiguredTenant(deps: Pick<Deps, 'sql' | 'config'>): Promise<void> {
  const { config } = deps
  await saveConfiguredTenant(deps.sql, {
    id: config.TENANT_ID,
    name: config.REGISTRY_NAME,
    tagline: config.REGISTRY_TAGLINE,
    owner: config.REGISTRY_OWNER,
    assetName: config.REGISTRY_ASSET_NAME,
    assetNamePlural: config.REGISTRY_ASSET_NAME_PLURAL,
    contactEmail: config.REGISTRY_CONTACT_EMAIL,
    contactAddress: config.REGISTRY_CONTACT_ADDRESS,
    serialPrefix: serialPrefixOf(config.TENANT_ID),
    enableMarketplace: config.ENABLE_MARKETPLACE,
  })
}

/** An active tenant by its id; `not_found` for any other. */
export async function tenantOf({ sql }: Pick<Deps, 'sql'>, tenantId: string): Promise<Tenant> {
  const tenants: Memory = memories.get(sql) ?? new Map()
  memories.set(sql, tenants)
  const known = tenants.get(tenantId)
  if (known && known.until > Date.now()) return known.tenant
  const tenant = await tenantById(sql, tenantId)
  if (!tenant) {
    tenants.delete(tenantId)
    throw new Failure('not_found', 'There is no such registry.')
  }
  tenants.set(tenantId, { tenant, until: Date.now() + rememberedMs })
  return tenant
}

/** The first segment of a tenant's serial numbers, from its id. */
export function serialPrefixOf(tenantId: string): string {
  return tenantId
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .slice(0, 12)
    .padEnd(2, 'X')
}
