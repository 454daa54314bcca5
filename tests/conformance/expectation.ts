import { type Actor, type Reach, reachOf } from '#shared/rules/permissions.ts'
import type { Kind, Row } from './cells.ts'
import type { Side } from './sides.ts'

/** What a cell is to answer: `ok` is the act done, or refused for what is no matter of rights (409). */
export type Outcome = 'ok' | 401 | 403 | 404

/** What the table of permissions says about a cell, told apart from the server's own reading of it. */
export function expected(row: Row, actor: Actor, side: Side): Outcome {
  const { endpoint, act = endpoint.access, door = endpoint.access, kind } = row
  if (reachOf(actor, door) === 'none') return actor.userId === null ? 401 : 403
  if (row.newcomer && actor.accountIds.length === 0) return row.newcomer
  if (reaches(reachOf(actor, act), kind, actor, side)) return 'ok'
  return sees(kind, actor, side) ? 403 : 404
}

function reaches(reach: Reach, kind: Kind, actor: Actor, side: Side): boolean {
  if (reach === 'none') return false
  if (kind === 'caller' || kind === 'public') return true
  if (side.tenantId !== actor.tenantId) return false
  if (kind === 'turn') return actor.accountIds.includes(side.accountId)
  if (kind === 'tenant' || kind === 'registry' || reach === 'tenant') return true
  if (kind === 'opinion') return reach === 'assigned' && actor.accountIds.includes('verifier')
  const isOwn = actor.accountIds.includes(side.accountId)
  return isOwn || (reach === 'assigned' && providersOf[kind].some((id) => actor.accountIds.includes(id)))
}

/** Who may know of a thing, whatever they may do to it. */
function sees(kind: Kind, actor: Actor, side: Side): boolean {
  if (kind === 'public' || kind === 'registry') return true
  if (side.tenantId !== actor.tenantId) return false
  if (kind === 'published' || kind === 'monitored') return true
  if (kind === 'caller' || kind === 'tenant' || kind === 'account' || kind === 'turn') return false
  const knowing = [side.accountId, ...providersOf[kind]]
  return actor.isTenantAdmin || knowing.some((id) => actor.accountIds.includes(id))
}

/** The providers to whom a thing is assigned. */
const providersOf: Record<Exclude<Kind, 'caller' | 'public' | 'tenant' | 'registry' | 'turn'>, readonly string[]> = {
  account: [],
  project: ['measurer', 'verifier'],
  published: ['measurer', 'verifier'],
  monitored: ['measurer'],
  measurement: ['measurer'],
  opinion: ['verifier'],
  issuance: ['verifier'],
}
