import { type Actor, type Reach, reachOf } from '#shared/rules/permissions.ts'
import type { Kind, Row } from './row.ts'
import type { Side } from './sides.ts'

/** `ok` includes 409, which does not concern rights. */
export type Outcome = 'ok' | 401 | 403 | 404

/** The outcome by the table of permissions, independently of the server. */
export function expected(row: Row, actor: Actor, side: Side): Outcome {
  const { endpoint, act = endpoint.access, door = endpoint.access, kind } = row
  if (reachOf(actor, door) === 'none') return actor.userId === null ? 401 : 403
  if (row.newcomer && actor.accountIds.length === 0) return row.newcomer
  if (reaches(reachOf(actor, act), kind, actor, side)) return 'ok'
  return sees(kind, actor, side) ? 403 : 404
}

function reaches(reach: Reach, kind: Kind, actor: Actor, side: Side): boolean {
  if (reach === 'none') return false
  if (kind === 'nobody') return false
  if (kind === 'caller' || kind === 'public') return true
  if (side.tenantId !== actor.tenantId) return false
  if (kind === 'turn') return actor.accountIds.includes(side.accountId)
  if (kind === 'tenant' || kind === 'registry' || reach === 'tenant') return true
  if (kind === 'opinion') return reach === 'assigned' && actor.accountIds.includes('verifier')
  const isOwn = actor.accountIds.includes(side.accountId)
  return isOwn || (reach === 'assigned' && providersOf[kind].some((id) => actor.accountIds.includes(id)))
}

/** Whether the actor may know of the thing. */
function sees(kind: Kind, actor: Actor, side: Side): boolean {
  if (kind === 'public' || kind === 'registry') return true
  if (side.tenantId !== actor.tenantId) return false
  if (kind === 'published' || kind === 'monitored') return true
  if (kind === 'caller' || kind === 'nobody' || kind === 'tenant' || kind === 'account' || kind === 'turn') return false
  const knowing = [side.accountId, ...providersOf[kind]]
  return actor.isTenantAdmin || knowing.some((id) => actor.accountIds.includes(id))
}

/** A thing's assigned providers. */
const providersOf: Record<
  Exclude<Kind, 'caller' | 'nobody' | 'public' | 'tenant' | 'registry' | 'turn'>,
  readonly string[]
> = {
  account: [],
  proposal: [],
  project: ['measurer', 'verifier'],
  published: ['measurer', 'verifier'],
  monitored: ['measurer'],
  measurement: ['measurer'],
  opinion: ['verifier', 'measurer'],
  issuance: ['verifier', 'measurer'],
}
