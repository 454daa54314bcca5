import type { Sql } from '#server/infra/db/database.ts'
import { type OwnWork, ownWork, ownWorkAmong } from '#server/people/duties/duties.ts'
import { mintedWork, type Work } from '#shared/rules/duties.ts'
import { Failure } from '#shared/rules/failure.ts'
import { groupName, parseGroup } from '#shared/rules/groups.ts'
import type { Actor } from '#shared/rules/permissions.ts'
import { groupsWith, type VerificationRow } from './verifications.store.ts'

/** Per account, the accounts that share a member. */
type SharedPeople = ReadonlyMap<string, ReadonlySet<string>>

/** Conflicts against judging verifications or issuing their units. */
export type Conflicts = { shared: SharedPeople; isOwn: OwnWork; isOwnOpinion: OwnWork }

/** Reads once for several verifications. Needs the tenant's transaction to read users. */
export async function conflictsAmong(tx: Sql, actor: Actor, rows: readonly VerificationRow[]): Promise<Conflicts> {
  const judged = rows.filter((row) => actor.accountIds.includes(row.accountId))
  const verified = rows.filter(({ status }) => status === 'verified')
  return {
    shared: judged.length > 0 ? await sharedPeople(tx, actor) : new Map(),
    isOwn: await ownWorkAmong(tx, actor, 'verification.decide', judged.map(workOf)),
    isOwnOpinion: await ownWorkAmong(tx, actor, 'units.mint', verified.map(mintedWork)),
  }
}

/** The verified work: project, measurement and answers to findings. */
function workOf({ projectAccountId, measurerId, projectId, measurementId, verificationId }: VerificationRow): Work {
  const things = [`project:${projectId}`, `measurement:${measurementId}`, `verification:${verificationId}`]
  return { accountIds: [projectAccountId, measurerId], things }
}

async function sharedPeople(tx: Sql, { tenantId, accountIds }: Actor): Promise<SharedPeople> {
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
 * Why the caller may not verify: own work, or the verifying account shares a member with the proponent or measurer.
 * Null without a conflict.
 */
export function conflictOf(row: VerificationRow, { shared, isOwn }: Conflicts): Failure | null {
  const sides = [row.projectAccountId, row.measurerId]
  if (sides.includes(row.accountId) || isOwn(workOf(row))) return ownWork()
  if (!sides.some((id) => shared.get(row.accountId)?.has(id))) return null
  const message =
    'Somebody of your organisation belongs to the one that owns the project or measured it: it cannot verify it.'
  return new Failure('conflict_of_interest', message)
}

/** Fails with `own_work` or `conflict_of_interest`. */
export async function requireNoConflict(tx: Sql, actor: Actor, row: VerificationRow): Promise<void> {
  const conflict = conflictOf(row, await conflictsAmong(tx, actor, [row]))
  if (conflict) throw conflict
}
