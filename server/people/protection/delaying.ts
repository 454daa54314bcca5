import type { Sql } from '#server/infra/db/database.ts'
import { audit } from '#server/people/audit/audit.ts'
import type { Coming as ComingAnswer } from '#shared/contract/coming.ts'
import type { Actor } from '#shared/rules/permissions.ts'
import { isWeaker, type ProtectionName, type Protections, type ProtectionValue } from '#shared/rules/protection.ts'
import { isSameFact } from '#shared/rules/same-fact.ts'
import { comingOf, deleteComing, deleteDue, namesOf, type Owner, saveComing, tellAdmins } from './coming.store.ts'

export { namesOf, type Owner, ownersDue } from './coming.store.ts'

const kindOf = ({ accountId }: Owner) => (accountId === null ? 'tenant' : 'account')
const subjectOf = ({ tenantId, accountId }: Owner) =>
  accountId === null ? `tenant:${tenantId}` : `account:${accountId}`
const part = (rules: Protections, names: readonly ProtectionName[]): Record<string, ProtectionValue> =>
  Object.fromEntries(names.map((name) => [name, rules[name] ?? null]))

/** Of these, no weaker value is to come any more. The caller has locked the owner. */
export async function keepPresent(
  tx: Sql,
  actor: Actor,
  owner: Owner,
  { present, names }: { present: Protections; names: readonly ProtectionName[] },
): Promise<void> {
  const kept = await deleteComing(tx, owner, names)
  if (kept.length === 0) return
  await audit(tx, actor, { act: `${kindOf(owner)}.keep`, subject: subjectOf(owner), after: part(present, kept) })
}

/**
 * Of the requested rules, weaker ones wait a day, of which all admins of the account or registry have a notice. Returns the names of
 * the stricter and present ones, which the caller applies at once, in place of what was to come. The caller has locked the owner.
 */
export async function delayWeaker<Name extends ProtectionName>(
  tx: Sql,
  actor: Actor,
  owner: Owner,
  { before, requested, names }: { before: Protections; requested: Protections; names: readonly Name[] },
): Promise<Name[]> {
  const asked = names.filter((name) => requested[name] !== undefined)
  const atOnce = asked.filter((name) => !isWeaker(before, name, requested[name] ?? null))
  const coming = await comingOf(tx, owner)
  const isComing = (name: ProtectionName) =>
    coming.some((each) => each.name === name && isSameFact(each.value, requested[name]))
  const later = asked.filter((name) => !atOnce.includes(name) && !isComing(name))
  await keepPresent(tx, actor, owner, { present: before, names: atOnce })
  if (later.length > 0) await delay(tx, actor, owner, { before: part(before, later), after: part(requested, later) })
  return atOnce
}

async function delay(
  tx: Sql,
  actor: Actor,
  owner: Owner,
  { before, after }: Record<'before' | 'after', Record<string, ProtectionValue>>,
): Promise<void> {
  const { userId } = actor
  if (userId === null) throw new Error('A visitor asked for a weaker rule.')
  const startsAt = await saveComing(tx, owner, { values: after, askedBy: userId })
  await audit(tx, actor, { act: `${kindOf(owner)}.weaken`, subject: subjectOf(owner), before, after })
  const { account, by } = await namesOf(tx, owner, userId)
  const dueDate = startsAt.toISOString().slice(0, 10)
  const facts = { account: account ?? undefined, by, dueDate }
  await tellAdmins(tx, owner, { kind: `${kindOf(owner)}.weaken`, facts })
}

/**
 * The transaction that deletes the due rows applies them by `apply`, which returns the rules before. The caller has locked the
 * owner.
 */
export async function applyDue(
  tx: Sql,
  owner: Owner,
  apply: (due: Record<string, ProtectionValue>) => Promise<Protections>,
): Promise<void> {
  const due = await deleteDue(tx, owner)
  const [first] = due
  if (!first) return
  const after = Object.fromEntries(due.map(({ name, value }) => [name, value]))
  const before = await apply(after)
  const { tenantId, accountId } = owner
  const accountIds = accountId === null ? [] : [accountId]
  const actor = { userId: first.askedBy, tenantId, accountIds, adminOf: [], isTenantAdmin: accountId === null }
  await audit(
    tx,
    { ...actor, address: '', requestId: '' },
    {
      act: `${kindOf(owner)}.weakened`,
      subject: subjectOf(owner),
      before: part(
        before,
        due.map(({ name }) => name),
      ),
      after,
    },
  )
}

/** Weaker values to come, beside the present ones. */
export async function comingAnswer<Name extends ProtectionName>(
  sql: Sql,
  owner: Owner,
  { present, names }: { present: Protections; names: readonly Name[] },
): Promise<ComingAnswer<Name>[]> {
  const coming = await comingOf(sql, owner)
  return coming.flatMap(({ name, startsAt, ...each }) =>
    names.flatMap((known) =>
      known === name
        ? [{ ...each, name: known, present: present[known] ?? null, startsAt: startsAt.toISOString() }]
        : [],
    ),
  )
}
