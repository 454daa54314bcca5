import type { Sql } from '#server/infra/db/database.ts'
import { namedBy } from '#shared/rules/audited.ts'
import { Failure, type FailureDetail } from '#shared/rules/failure.ts'
import type { Actor } from '#shared/rules/permissions.ts'
import { isSameFact } from '#shared/rules/same-fact.ts'
import { lastChanges, namesOf } from './audit.store.ts'

type Facts = Readonly<Record<string, unknown>>

/**
 * Prevents lost updates: compares `was`, the facts before the edit, with `now`, the locked record. A fact whose `now`
 * equals `requested` passes. `logged` maps facts to their names in the audit log. Fails with `changed_meanwhile`, one
 * detail per fact.
 */
export async function refuseChangedMeanwhile(
  tx: Sql,
  actor: Actor,
  subject: string,
  {
    was = {},
    now,
    requested,
    logged = {},
  }: { was: Facts | undefined; now: Facts; requested: Facts; logged?: Readonly<Record<string, string>> },
): Promise<void> {
  const changed = Object.keys(was).filter(
    (fact) => !isSameFact(was[fact], now[fact]) && !(fact in requested && isSameFact(requested[fact], now[fact])),
  )
  if (changed.length === 0) return
  const fieldOf = (fact: string) => logged[fact] ?? fact
  const changes = await lastChanges(tx, actor.tenantId, subject, changed.map(fieldOf))
  const named = await namesOf(
    tx,
    actor.tenantId,
    changed.flatMap((fact) => [now[fact], requested[fact]].flat().flatMap((value) => namedBy(fieldOf(fact), value))),
  )
  const names = Object.fromEntries(
    named.flatMap(({ kind, id, name }) => (name === null ? [] : [[`${kind}:${id}`, name]])),
  )
  const details = changed.map((fact): FailureDetail => {
    const change = changes.find(({ field }) => field === fieldOf(fact))
    const isColleague = change?.accountId != null && actor.accountIds.includes(change.accountId)
    const by = actor.isTenantAdmin || isColleague ? (change?.actorName ?? change?.account) : change?.account
    const meanwhile = { now: now[fact] ?? null, names, by: by ?? null, at: change?.at.toISOString() ?? null }
    return { path: fact, message: 'was changed by somebody else meanwhile', meanwhile }
  })
  const words =
    'Somebody else changed the same facts while you were editing. Nothing was saved: choose which values stay.'
  throw new Failure('changed_meanwhile', words, undefined, details)
}
