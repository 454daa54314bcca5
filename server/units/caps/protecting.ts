import type { Sql } from '#server/infra/db/database.ts'
import { audit } from '#server/people/audit/audit.ts'
import { refuseChangedMeanwhile } from '#server/people/audit/meanwhile.ts'
import { delayWeaker, keepPresent } from '#server/people/protection/delaying.ts'
import type { Member } from '#shared/rules/permissions.ts'
import { type AccountProtections, accountProtections } from '#shared/rules/protection.ts'
import { lockProtections, protectionsOf, setProtections } from './caps.store.ts'

type Name = keyof AccountProtections
type Requested = { [Each in Name]?: AccountProtections[Each] | undefined }

/** No weaker value of this rule is to come any more. */
export async function keep(tx: Sql, member: Member, name: Name): Promise<void> {
  const { tenantId, accountId } = member
  await lockProtections(tx, tenantId, accountId)
  const present = await protectionsOf(tx, tenantId, accountId)
  await keepPresent(tx, member, { tenantId, accountId }, { present, names: [name] })
}

/**
 * Changes the protection of the member's account. A stricter or present value applies at once, also in place of a weaker
 * one to come; a weaker value applies after a day, and tells all admins of the account. Fails with `changed_meanwhile`.
 */
export async function changeProtections(
  tx: Sql,
  member: Member,
  { was, ...requested }: Requested & { was?: Record<string, unknown> | undefined },
): Promise<void> {
  const { tenantId, accountId } = member
  await lockProtections(tx, tenantId, accountId)
  const before = await protectionsOf(tx, tenantId, accountId)
  const subject = `account:${accountId}`
  await refuseChangedMeanwhile(tx, member, subject, { was, now: before, requested })
  const atOnce = await delayWeaker(
    tx,
    member,
    { tenantId, accountId },
    { before, requested, names: accountProtections },
  )
  if (atOnce.length === 0) return
  const part = (of: Requested) => Object.fromEntries(atOnce.map((name) => [name, of[name] ?? null]))
  await setProtections(tx, tenantId, accountId, { ...before, ...part(requested) })
  await audit(tx, member, { act: 'account.protect', subject, before: part(before), after: part(requested) })
}
