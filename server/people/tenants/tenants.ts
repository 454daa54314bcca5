import { LRUCache } from 'lru-cache'
import type { Database } from '#server/infra/db/database.ts'
import type { InfraDeps } from '#server/infra/doors/deps.ts'
import type { RegistryWords } from '#shared/contract/settings.ts'
import { because, Failure } from '#shared/rules/failure.ts'
import type { Language } from '#shared/rules/languages.ts'
import { limits, type TenantLimit } from '#shared/rules/limits.ts'
import { type Tenant, tenantById } from './tenants.store.ts'

export type { Tenant }

/** With `freshForMs` of cached answers, a suspended tenant disappears within a second. */
export const rememberedMs = 400
const maxTenants = 1_000
/** Without the database a remembered tenant counts on, so that pages open and say what is away. */
export const lastKnown = {
  ignoreFetchAbort: true,
  allowStaleOnFetchRejection: true,
  noDeleteOnFetchRejection: true,
} as const

type Memory = LRUCache<string, Tenant>
const memories = new WeakMap<Database, Memory>()

/** Requests look tenants up in the pool `lookups`, background workers in `sql`. */
export type LookupDeps = Pick<InfraDeps, 'sql' | 'lookups'>

/** Throws `not_found` unless active. */
export async function tenantOf(deps: LookupDeps, tenantId: string): Promise<Tenant> {
  const sql = deps.lookups ?? deps.sql
  // Concurrent callers share one query.
  const fetchMethod = async (id: string) => (await tenantById(sql, id)) ?? undefined
  const tenants: Memory =
    memories.get(sql) ?? new LRUCache({ max: maxTenants, ttl: rememberedMs, fetchMethod, ...lastKnown })
  memories.set(sql, tenants)
  const tenant = await tenants.fetch(tenantId)
  if (!tenant) throw new Failure('not_found', 'There is no such registry.', because('noSuch.registry'))
  return tenant
}

/** Applies a change at once in this process; others follow after `rememberedMs`. */
export function forgetTenant({ sql, lookups = sql }: LookupDeps, tenantId: string): void {
  memories.get(lookups)?.delete(tenantId)
}

/** Untranslated words are English. */
export function wordsOf(tenant: Tenant, language: Language): RegistryWords {
  const { name, tagline, about, assetName, assetNamePlural, contactAddress } = tenant
  const translated = language === 'en' ? tenant : tenant.texts[language]
  return {
    name: translated.name || name,
    tagline: translated.tagline || tagline,
    about: translated.about || about,
    assetName: translated.assetName || assetName,
    assetNamePlural: translated.assetNamePlural || assetNamePlural,
    contactAddress: translated.contactAddress || contactAddress,
  }
}

export function limitsOf({ limits: own }: Tenant): Record<TenantLimit, number> {
  return {
    imageBytes: own.imageBytes ?? limits.imageBytes,
    documentBytes: own.documentBytes ?? limits.documentBytes,
    projectDocuments: own.projectDocuments ?? limits.projectDocuments,
    accountUsers: own.accountUsers ?? limits.accountUsers,
    periodMonths: own.periodMonths ?? limits.periodMonths,
  }
}

/** Starts with a character of this cell (docs/scaling.md). */
export function serialPrefixOf(tenantId: string, cellPrefixes?: string): string {
  const letters = tenantId.toUpperCase().replace(/[^A-Z0-9]/g, '')
  const begun = isOfCell(letters, cellPrefixes) ? letters : `${cellPrefixes?.charAt(0)}${letters}`
  return begun.slice(0, 12).padEnd(2, 'X')
}

/** Always true without cells. */
export function isOfCell(serialPrefix: string, cellPrefixes: string | undefined): boolean {
  return cellPrefixes === undefined || (serialPrefix !== '' && cellPrefixes.includes(serialPrefix.charAt(0)))
}
