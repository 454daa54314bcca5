import type { Sql } from '#server/infra/db/database.ts'
import { audit } from '#server/people/audit/audit.ts'
import { refuseChangedMeanwhile } from '#server/people/audit/meanwhile.ts'
import { notifyAdminsOfAccount } from '#server/people/notices/notify.ts'
import type { Member } from '#shared/rules/permissions.ts'
import { isWeaker, type ProtectionName, type Protections, protections } from '#shared/rules/protection.ts'
import { isSameFact } from '#shared/rules/same-fact.ts'
import {
  comingOf,
  deleteComing,
  lockProtections,
  namesOf,
  protectionsOf,
  saveComing,
  setProtections,
} from './caps.store.ts'

type Requested = { [Name in ProtectionName]?: Protections[Name] | undefined }

/** Of these, no weaker value is to come any more. */
export async function keep(tx: Sql, member: Member, names: readonly ProtectionName[]): Promise<void> {
  const { tenantId, accountId } = member
  await lockProtections(tx, tenantId, accountId)
  const kept = await deleteComing(tx, tenantId, accountId, names)
  if (kept.length === 0) return
  const present = await protectionsOf(tx, tenantId, accountId)
  const after = Object.fromEntries(kept.map((name) => [name, present[name]]))
  await audit(tx, member, { act: 'account.keep', subject: `account:${accountId}`, after })
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
  const { tenantId, accountId, userId } = member
  await lockProtections(tx, tenantId, accountId)
  const before = await protectionsOf(tx, tenantId, accountId)
  const subject = `account:${accountId}`
  await refuseChangedMeanwhile(tx, member, subject, { was, now: before, requested })
  const asked = protections.filter((name) => requested[name] !== undefined)
  const coming = await comingOf(tx, tenantId, accountId)
  const isComing = (name: ProtectionName) =>
    coming.some((each) => each.name === name && isSameFact(each.value, requested[name]))
  const atOnce = asked.filter((name) => !isWeaker(before, name, requested[name] ?? null))
  const later = asked.filter((name) => !atOnce.includes(name) && !isComing(name))
  const part = (of: Requested, names: readonly ProtectionName[]) =>
    Object.fromEntries(names.map((name) => [name, of[name] ?? null]))

  if (atOnce.length > 0) {
    await keep(tx, member, atOnce)
    await setProtections(tx, tenantId, accountId, { ...before, ...part(requested, atOnce) })
    await audit(tx, member, {
      act: 'account.protect',
      subject,
      before: part(before, atOnce),
      after: part(requested, atOnce),
    })
  }
  if (later.length > 0) {
    const startsAt = await saveComing(tx, tenantId, accountId, { values: part(requested, later), askedBy: userId })
    await audit(tx, member, {
      act: 'account.weaken',
      subject,
      before: part(before, later),
      after: part(requested, later),
    })
    const names = await namesOf(tx, tenantId, accountId, userId)
    await notifyAdminsOfAccount(tx, tenantId, accountId, {
      kind: 'account.weaken',
      facts: { ...names, dueDate: startsAt.toISOString().slice(0, 10) },
    })
  }
}
