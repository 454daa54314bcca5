import type { Sql } from '#server/infra/db/database.ts'
import { namedBy } from '#shared/rules/audited.ts'
import { Failure, type FailureDetail } from '#shared/rules/failure.ts'
import type { Actor } from '#shared/rules/permissions.ts'
import { isSameFact } from '#shared/rules/same-fact.ts'
import { lastChanges, namesOf } from './audit.store.ts'

type Facts = Readonly<Record<string, unknown>>

/**
 * Refuses a change that would write over what somebody else changed since its caller began to edit. `was` are the facts that the
 * caller began from, `now` those of the record, which the transaction has locked, `asked` the ones to be written. `logged` names
 * facts that the audit log of `subject` keeps under other names.
 *
 * Fails with `changed_meanwhile`, one detail for each fact: what it is now, who changed it, and when.
 */
export async function refuseChangedMeanwhile(
  tx: Sql,
  actor: Actor,
  subject: string,
  {
    was = {},
    now,
    asked,
    logged = {},
  }: { was: Facts | undefined; now: Facts; asked: Facts; logged?: Readonly<Record<string, string>> },
): Promise<void> {
  const changed = Object.keys(was).filter(
    (fact) => !isSameFact(was[fact], now[fact]) && !(fact in asked && isSameFact(asked[fact], now[fact])),
  )
  if (changed.length === 0) return
  const fieldOf = (fact: string) => logged[fact] ?? fact
  const changes = await lastChanges(tx, actor.tenantId, subject, changed.map(fieldOf))
  const named = await namesOf(
    tx,
    actor.tenantId,
    changed.flatMap((fact) => [now[fact], asked[fact]].flat().flatMap((value) => namedBy(fieldOf(fact), value))),
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
