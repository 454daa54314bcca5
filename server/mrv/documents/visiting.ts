import type { Actor } from '#shared/rules/permissions.ts'

/** In another tenant, the caller is a visitor. */
export function asSeenFrom(actor: Actor, tenantId: string): Actor {
  if (tenantId === actor.tenantId) return actor
  const { address, requestId } = actor
  return { userId: null, tenantId, accountIds: [], adminOf: [], isTenantAdmin: false, address, requestId }
}
