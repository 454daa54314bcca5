import { type Database, inTenant, type Sql } from '#server/infra/db/database.ts'
import { isOwnWork, type Judgement, type Work } from '#shared/rules/duties.ts'
import { Failure } from '#shared/rules/failure.ts'
import type { Actor } from '#shared/rules/permissions.ts'
import { thingsOfSideAmong } from './duties.store.ts'

export type OwnWork = (work: Work) => boolean

/** One query for several works. */
export async function ownWorkAmong(tx: Sql, actor: Actor, act: Judgement, works: readonly Work[]): Promise<OwnWork> {
  const things = [...new Set(works.flatMap((work) => work.things))]
  const { tenantId, userId } = actor
  const isNeeded = userId !== null && things.length > 0
  const ownThings = new Set(isNeeded ? await thingsOfSideAmong(tx, tenantId, userId, act, things) : [])
  return (work) => isOwnWork(actor, work, ownThings)
}

/** The same in its own transaction, without a query for no works. */
export async function readOwnWorkAmong(
  sql: Database,
  actor: Actor,
  act: Judgement,
  works: readonly Work[],
): Promise<OwnWork> {
  if (works.length === 0) return (work) => isOwnWork(actor, work, new Set())
  return inTenant(sql, actor.tenantId, (tx) => ownWorkAmong(tx, actor, act, works))
}

/** Throws `own_work` if one of the works is the caller's own. */
export async function refuseOwnWork(tx: Sql, actor: Actor, act: Judgement, ...works: Work[]): Promise<void> {
  const isOwn = await ownWorkAmong(tx, actor, act, works)
  if (works.some(isOwn)) throw ownWork()
}

export function ownWork(): Failure {
  return new Failure(
    'own_work',
    'You, or somebody of an account that you belonged to then, did what is judged here. Somebody without a part in it decides: another person of the same side or another admin of the registry.',
  )
}
