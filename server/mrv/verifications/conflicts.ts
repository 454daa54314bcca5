import type { Sql } from '#server/infra/db/database.ts'
import { Failure } from '#shared/rules/failure.ts'
import { groupName, parseGroup } from '#shared/rules/groups.ts'
import type { Actor } from '#shared/rules/permissions.ts'
import { groupsWith } from './verifications.store.ts'

/** Who is at the sides of a verification. */
type Sides = { accountId: string; projectAccountId: string; measurerId: string }

/** By account, the accounts that somebody of it belongs to as well. */
export type SharedPeople = ReadonlyMap<string, ReadonlySet<string>>

/** Returns with which accounts each of the caller's has people in common. Needs the rights of a tenant: users are private. */
export async function sharedPeople(tx: Sql, { tenantId, accountIds }: Actor): Promise<SharedPeople> {
  const shared = new Map(accountIds.map((id) => [id, new Set<string>()]))
  const named = accountIds.flatMap((accountId) =>
    (['General', 'AccountAdmin'] as const).map((role) => groupName({ tenantId, accountId, role })),
  )
  for (const groups of named.length > 0 ? await groupsWith(tx, tenantId, named) : []) {
    const memberships = groups.map(parseGroup).filter((each) => each?.tenantId === tenantId)
    const together = memberships.flatMap((each) => each?.accountId ?? [])
    for (const id of together) for (const other of together) shared.get(id)?.add(other)
  }
  return shared
}

/**
 * Why the caller may not verify: it belongs to the project's account or to the one that measured, or somebody of the verifying
 * account does. Null if nothing speaks against it.
 */
export function conflictOf(actor: Actor, { accountId, projectAccountId, measurerId }: Sides, shared: SharedPeople) {
  const sides = [projectAccountId, measurerId]
  if (sides.some((id) => actor.accountIds.includes(id) || id === accountId)) {
    return 'Whoever owns the project or measured it cannot verify it.'
  }
  return sides.some((id) => shared.get(accountId)?.has(id))
    ? 'Somebody of your organisation belongs to the one that owns the project or measured it: it cannot verify it.'
    : null
}

/** Fails with `forbidden` if the caller may not verify. */
export async function requireNoConflict(tx: Sql, actor: Actor, sides: Sides): Promise<void> {
  const conflict = conflictOf(actor, sides, await sharedPeople(tx, actor))
  if (conflict) throw new Failure('forbidden', conflict)
}
