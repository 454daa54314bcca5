import { z } from 'zod'
import { audit } from '#server/audit/audit.ts'
import { type Database, inTransaction, type Sql } from '#server/db/database.ts'
import { email, id, text } from '#shared/contract/fields.ts'
import { Failure } from '#shared/rules/failure.ts'
import { limits } from '#shared/rules/limits.ts'
import type { Actor } from '#shared/rules/permissions.ts'
import {
  deleteHost,
  insertHost,
  insertTenant,
  lockedTenant,
  type TenantRecord,
  tenantRecords,
  tenantWithPrefix,
  updateStatus,
  updateTenant,
} from './administering.store.ts'
import { serialPrefixOf } from './tenants.ts'

export { type TenantRecord, tenantRecords }

/** What whoever runs the deployment may say of a tenant. What is not said stays, or is as a new tenant has it. */
const facts = z.strictObject({
  name: text(limits.name, 1).optional(),
  tagline: text(limits.organisation).optional(),
  owner: text(limits.organisation).optional(),
  assetName: text(limits.name, 1).optional(),
  assetNamePlural: text(limits.name, 1).optional(),
  contactEmail: email.or(z.literal('')).optional(),
  contactAddress: text(limits.location).optional(),
  accent: z
    .string()
    .toLowerCase()
    .regex(/^#[0-9a-f]{6}$/, 'must be a colour, #rrggbb')
    .optional(),
  enableMarketplace: z.boolean().optional(),
  openRegistration: z.boolean().optional(),
})
const host = z
  .string()
  .toLowerCase()
  .max(253, 'at most 253 characters')
  .regex(/^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/, 'must be a host name without port')

export const tenantDraft = z.strictObject({
  id,
  ...facts.required({ name: true, assetName: true, assetNamePlural: true }).shape,
  /** The first segment of its serial numbers, for good. */
  serialPrefix: z
    .string()
    .regex(/^[A-Z0-9]{2,12}$/, 'must be 2 to 12 capital letters and digits')
    .optional(),
  addHosts: z.array(host).default([]),
})
export type TenantDraft = z.output<typeof tenantDraft>

export const tenantChange = z.strictObject({
  ...facts.shape,
  addHosts: z.array(host).default([]),
  removeHosts: z.array(host).default([]),
})
export type TenantChange = z.output<typeof tenantChange>

const accentOfNewTenant = '#2f9e6e'

/** Makes a tenant, active at once. Failures: `conflict` where its id, serial prefix or a host name is taken. */
export async function createTenant(sql: Database, draft: TenantDraft, operator: string): Promise<TenantRecord> {
  const { addHosts, ...given } = draft
  const tenant = {
    tagline: '',
    owner: '',
    contactEmail: '',
    contactAddress: '',
    accent: accentOfNewTenant,
    enableMarketplace: false,
    openRegistration: true,
    serialPrefix: serialPrefixOf(draft.id),
    ...given,
  }
  return inTransaction(sql, async (tx) => {
    const namesake = await tenantWithPrefix(tx, tenant.serialPrefix)
    if (namesake !== null && namesake !== tenant.id) {
      throw new Failure('conflict', `The serial prefix ${tenant.serialPrefix} is ${namesake}’s. Name another one.`)
    }
    if (!(await insertTenant(tx, tenant))) throw new Failure('conflict', `There is a tenant ${tenant.id} already.`)
    await addHostsTo(tx, tenant.id, addHosts)
    await audit(tx, asOperator(operator, tenant.id), {
      act: 'tenant.create',
      subject: `tenant:${tenant.id}`,
      after: { ...tenant, hosts: addHosts },
    })
    return knownTenant(tx, tenant.id)
  })
}

/** Changes what is said of a tenant. Failures: `not_found`; `conflict` where a host name is another's, or not its own. */
export async function changeTenant(
  sql: Database,
  tenantId: string,
  change: TenantChange,
  operator: string,
): Promise<TenantRecord> {
  const { addHosts, removeHosts, ...told } = change
  return inTransaction(sql, async (tx) => {
    const before = await knownTenant(tx, tenantId)
    await updateTenant(tx, { ...before, ...told })
    for (const name of removeHosts) {
      if (!(await deleteHost(tx, tenantId, name))) throw new Failure('conflict', `${name} is no host of ${tenantId}.`)
    }
    await addHostsTo(tx, tenantId, addHosts)
    const after = await knownTenant(tx, tenantId)
    await audit(tx, asOperator(operator, tenantId), {
      act: 'tenant.change',
      subject: `tenant:${tenantId}`,
      before: changedFacts(before, after),
      after: changedFacts(after, before),
    })
    return after
  })
}

/**
 * Closes a tenant, or opens it again: while it is suspended nobody reads or signs in to it, and its movements still settle.
 * Servers follow within ten seconds. Failures: `not_found`; `conflict` when it is so already.
 */
export async function setTenantStatus(
  sql: Database,
  tenantId: string,
  status: 'active' | 'suspended',
  operator: string,
): Promise<TenantRecord> {
  return inTransaction(sql, async (tx) => {
    const before = await knownTenant(tx, tenantId)
    if (before.status === status) throw new Failure('conflict', `${tenantId} is ${status} already.`)
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
  if (!tenant) throw new Failure('not_found', `There is no tenant ${tenantId}.`)
  return tenant
}

async function addHostsTo(tx: Sql, tenantId: string, hosts: readonly string[]): Promise<void> {
  for (const name of hosts) {
    if (!(await insertHost(tx, tenantId, name))) throw new Failure('conflict', `The host name ${name} is taken.`)
  }
}

/** What of `tenant` is not as in `other`. */
function changedFacts(tenant: TenantRecord, other: TenantRecord) {
  const was = new Map<string, unknown>(Object.entries(other))
  return Object.fromEntries(Object.entries(tenant).filter(([name, value]) => String(was.get(name)) !== String(value)))
}

/** Whoever runs the deployment is no user of any tenant and calls from its own machine. */
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
