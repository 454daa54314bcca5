import { inTenant, newId } from '#server/infra/db/database.ts'
import { type Page, pageOf } from '#server/infra/db/pages.ts'
import type { InfraDeps } from '#server/infra/doors/deps.ts'
import { hashOfToken, newLinkToken } from '#server/infra/link-token.ts'
import { lockAccount, noSuchAccount } from '#server/people/accounts/accounts.ts'
import { audit } from '#server/people/audit/audit.ts'
import { notifyAdminsOf } from '#server/people/notices/notify.ts'
import { type SiteDeps, siteOf } from '#server/people/tenants/sites.ts'
import type { AuditorLink, createAuditorLink, listAuditorLinks } from '#shared/contract/auditor-links.ts'
import type { ReplyOf, ValidBodyOf, ValidQueryOf } from '#shared/contract/endpoint.ts'
import { auditorDoor, stateOfLink, yearsOf } from '#shared/rules/auditor-link.ts'
import { because, Failure, invalidAt } from '#shared/rules/failure.ts'
import { limits } from '#shared/rules/limits.ts'
import { type Actor, type Member, memberOf } from '#shared/rules/permissions.ts'
import { insertLink, type LinkRow, linksOf, lockLink, openLinks, saveRevocation } from './auditor-links.store.ts'
import { noSuchLink } from './bearer.ts'

/** The links of the caller's account, without their tokens. Fails with `forbidden` for anybody but its admins. */
export async function auditorLinksOf(
  { sql, now }: Pick<InfraDeps, 'sql' | 'now'>,
  actor: Actor,
  query: ValidQueryOf<typeof listAuditorLinks>,
): Promise<Page<AuditorLink>> {
  const { tenantId, accountId } = adminOf(actor)
  return pageOf(query, {
    read: (part) => inTenant(sql, tenantId, (tx) => linksOf(tx, tenantId, accountId, part)),
    itemOf: (row) => linkOf(row, now()),
  })
}

/**
 * Makes a link that is good until the end of `endsOn` (UTC). Fails with `account_not_active`, with `invalid` for a day
 * that is past or too far, and with `conflict` if the account has too many.
 */
export async function makeAuditorLink(
  deps: SiteDeps & Pick<InfraDeps, 'now'>,
  actor: Actor,
  { label, endsOn, ...years }: ValidBodyOf<typeof createAuditorLink>,
): Promise<ReplyOf<typeof createAuditorLink>> {
  const admin = adminOf(actor)
  const { tenantId, accountId, userId } = admin
  const now = deps.now()
  const endsAt = endOf(endsOn, now)
  const { origin } = await siteOf(deps, tenantId)
  const token = `${tenantId}.${newLinkToken()}`
  const made = {
    linkId: newId(),
    accountId,
    label,
    firstYear: Number(years.firstYear),
    lastYear: Number(years.lastYear),
    createdAt: now,
    endsAt,
  }
  return inTenant(deps.sql, tenantId, async (tx) => {
    const account = await lockAccount(tx, tenantId, accountId)
    if (!account) throw noSuchAccount()
    if (account.status !== 'active')
      throw new Failure('account_not_active', `Your account is ${account.status}; it cannot let auditors in.`)
    if ((await openLinks(tx, tenantId, accountId, now)) >= limits.auditorLinks) throw tooMany()
    await insertLink(tx, tenantId, { ...made, username: userId, tokenHash: hashOfToken(token) })
    await audit(tx, actor, {
      act: 'auditorLink.make',
      subject: `account:${accountId}`,
      after: { auditor: label, years: yearsOf(made), endsOn },
    })
    await notifyAdminsOf(tx, tenantId, userId, { kind: 'auditorLink.make', facts: { about: label, dueDate: endsOn } })
    const row = await lockLink(tx, tenantId, accountId, made.linkId)
    if (!row) throw new Error('a link that was just made is gone')
    return { link: linkOf(row, now), url: `${origin}${auditorDoor}#${token}` }
  })
}

/** Ends a link at once. Fails with `not_found`, and with `conflict` if it is over. */
export async function revokeLink(
  deps: Pick<InfraDeps, 'sql' | 'now'>,
  actor: Actor,
  linkId: string,
): Promise<AuditorLink> {
  const { tenantId, accountId, userId } = adminOf(actor)
  const now = deps.now()
  return inTenant(deps.sql, tenantId, async (tx) => {
    const link = await lockLink(tx, tenantId, accountId, linkId)
    if (!link) throw noSuchLink()
    if (stateOfLink(link, now) !== 'active')
      throw new Failure('conflict', 'The link has ended already.', because('auditorLink.over'))
    await saveRevocation(tx, tenantId, linkId, { at: now, username: userId })
    await audit(tx, actor, {
      act: 'auditorLink.revoke',
      subject: `account:${accountId}`,
      before: { auditor: link.label, years: yearsOf(link) },
    })
    await notifyAdminsOf(tx, tenantId, userId, { kind: 'auditorLink.revoke', facts: { about: link.label } })
    const revoked = await lockLink(tx, tenantId, accountId, linkId)
    if (!revoked) throw new Error('a link that was just revoked is gone')
    return linkOf(revoked, now)
  })
}

/** A tenant admin who administers no account has none to share. */
function adminOf(actor: Actor): Member {
  const member = memberOf(actor)
  if (actor.adminOf.includes(member.accountId)) return member
  throw new Failure('forbidden', 'Your role does not allow this.', because('access.role'))
}

const dayMs = 86_400_000

function endOf(endsOn: string, now: Date): Date {
  const endsAt = new Date(Date.parse(endsOn) + dayMs)
  if (endsAt <= now) throw invalidAt('endsOn', 'must not be in the past', because('days.past'))
  if (endsAt.valueOf() > now.valueOf() + (limits.auditorDays + 1) * dayMs) {
    const message = `must be within ${limits.auditorDays} days`
    throw invalidAt('endsOn', message, because('auditorLink.tooLong', { most: limits.auditorDays }))
  }
  return endsAt
}

function tooMany(): Failure {
  const most = limits.auditorLinks
  return new Failure('conflict', `An account has at most ${most} links.`, because('auditorLink.most', { most }))
}

function linkOf({ accountId: _, ...row }: LinkRow, now: Date): AuditorLink {
  return {
    ...row,
    state: stateOfLink(row, now),
    createdAt: row.createdAt.toISOString(),
    endsAt: row.endsAt.toISOString(),
    revokedAt: row.revokedAt?.toISOString() ?? null,
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  }
}
