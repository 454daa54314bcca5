import type { InfraDeps } from '#server/infra/doors/deps.ts'
import { noSuchAccount, ownAccount, permitAccount } from '#server/people/accounts/accounts.ts'
import type { readBooks } from '#shared/contract/auditor-links.ts'
import type { ReplyOf } from '#shared/contract/endpoint.ts'
import { because, Failure } from '#shared/rules/failure.ts'
import type { Actor } from '#shared/rules/permissions.ts'

/** Null: no year is read. Without `accountId` the caller's account, or that of an auditor's link. */
type AskedBooks = { year: number | null; accountId: string | undefined }

/**
 * The account whose claims of a year the caller reads: its own, that of an auditor's link, or a named one whose claims the
 * caller may list. Fails with `not_found` without an account, with `forbidden` for a year outside the link.
 */
export async function booksOf(
  deps: Pick<InfraDeps, 'sql'>,
  actor: Actor,
  { year, accountId }: AskedBooks,
): Promise<{ tenantId: string; accountId: string }> {
  if (year !== null && !isReadable(actor, year)) {
    const { firstYear = 0, lastYear = 0 } = actor.link ?? {}
    throw new Failure(
      'forbidden',
      `This link is for ${firstYear} to ${lastYear}.`,
      because('auditorLink.otherYear', { first: String(firstYear), last: String(lastYear) }),
    )
  }
  const isOwn = accountId === undefined || actor.accountIds.includes(accountId)
  if (actor.link && !isOwn) throw noSuchAccount()
  if (actor.link || accountId === undefined) return ownAccount(deps, actor)
  const account = { tenantId: actor.tenantId, accountId }
  await permitAccount(deps, actor, 'claim.list', account)
  return account
}

export function isReadable({ link }: Actor, year: number): boolean {
  return !link || (link.firstYear <= year && year <= link.lastYear)
}

/** The caller in turns and counts: a person, or a link. */
export function nameOfReader({ tenantId, userId, link }: Actor): string {
  return `${tenantId} ${userId ?? link?.id ?? ''}`
}

export async function bookFacts(
  deps: Pick<InfraDeps, 'sql' | 'now'>,
  actor: Actor,
): Promise<ReplyOf<typeof readBooks>> {
  const { name, tenantId } = await ownAccount(deps, actor)
  const { link } = actor
  return {
    account: name,
    registry: tenantId,
    now: deps.now().toISOString(),
    link: link
      ? { label: link.label, firstYear: link.firstYear, lastYear: link.lastYear, endsAt: link.endsAt.toISOString() }
      : null,
  }
}
