import { LRUCache } from 'lru-cache'
import type { InfraDeps } from '#server/infra/doors/deps.ts'
import type { RegistryWords } from '#shared/contract/settings.ts'
import { because, Failure } from '#shared/rules/failure.ts'
import type { Language } from '#shared/rules/languages.ts'
import { limits, type TenantLimit } from '#shared/rules/limits.ts'
import { type Tenant, tenantById } from './tenants.store.ts'

export type { Tenant }

/**
 * Tenants are read at every call and seldom change. Together with `goodForMs` of kept answers it makes what a suspended tenant
 * shows be gone within a second.
 */
export const rememberedMs = 400
const maxTenants = 1_000

type Memory = LRUCache<string, Tenant>
const memories = new WeakMap<InfraDeps['sql'], Memory>()

/** Where tenants are looked up: the main pool for what works behind the requests. */
export type LookupDeps = Pick<InfraDeps, 'sql' | 'lookups'>

/** Returns an active tenant by its id. Throws `not_found` for any other. */
export async function tenantOf(deps: LookupDeps, tenantId: string): Promise<Tenant> {
  const sql = deps.lookups ?? deps.sql
  // However many ask at the same time, the database is asked once.
  const fetchMethod = async (id: string) => (await tenantById(sql, id)) ?? undefined
  const tenants: Memory =
    memories.get(sql) ?? new LRUCache({ max: maxTenants, ttl: rememberedMs, fetchMethod, ignoreFetchAbort: true })
  memories.set(sql, tenants)
  const tenant = await tenants.fetch(tenantId)
  if (!tenant) throw new Failure('not_found', 'There is no such registry.', because('noSuch.registry'))
  return tenant
}

/** Lets a change of a tenant take effect at once in this process; others follow within seconds. */
export function forgetTenant({ sql, lookups = sql }: LookupDeps, tenantId: string): void {
  memories.get(lookups)?.delete(tenantId)
}

/** Returns what a tenant calls itself in a language; words without a translation are its own, English ones. */
export function wordsOf(tenant: Tenant, language: Language): RegistryWords {
  const { name, tagline, about, assetName, assetNamePlural, contactAddress } = tenant
  const said = language === 'en' ? tenant : tenant.texts[language]
  return {
    name: said.name || name,
    tagline: said.tagline || tagline,
    about: said.about || about,
    assetName: said.assetName || assetName,
    assetNamePlural: said.assetNamePlural || assetNamePlural,
    contactAddress: said.contactAddress || contactAddress,
  }
}

/** Returns the limits that hold in a tenant: its own, else the product's. */
export function limitsOf({ limits: own }: Tenant): Record<TenantLimit, number> {
  return {
    imageBytes: own.imageBytes ?? limits.imageBytes,
    documentBytes: own.documentBytes ?? limits.documentBytes,
    projectDocuments: own.projectDocuments ?? limits.projectDocuments,
    accountUsers: own.accountUsers ?? limits.accountUsers,
    periodMonths: own.periodMonths ?? limits.periodMonths,
  }
}

/** Makes the first segment of a tenant's serial numbers from its id, beginning as this cell's do (docs/scaling.md). */
export function serialPrefixOf(tenantId: string, cellPrefixes?: string): string {
  const letters = tenantId.toUpperCase().replace(/[^A-Z0-9]/g, '')
  const begun = isOfCell(letters, cellPrefixes) ? letters : `${cellPrefixes?.charAt(0)}${letters}`
  return begun.slice(0, 12).padEnd(2, 'X')
}

/** Whether a serial prefix begins with one of the cell's characters; each is of a deployment that has no cells. */
export function isOfCell(serialPrefix: string, cellPrefixes: string | undefined): boolean {
  return cellPrefixes === undefined || (serialPrefix !== '' && cellPrefixes.includes(serialPrefix.charAt(0)))
}
