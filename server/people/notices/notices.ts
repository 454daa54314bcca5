import { inTenant } from '#server/infra/db/database.ts'
import { pageOf } from '#server/infra/db/pages.ts'
import type { InfraDeps } from '#server/infra/doors/deps.ts'
import type { ReplyOf, ValidBodyOf, ValidQueryOf } from '#shared/contract/endpoint.ts'
import type * as contract from '#shared/contract/notices.ts'
import { because, Failure } from '#shared/rules/failure.ts'
import { noticePath } from '#shared/rules/notices.ts'
import { type Actor, userIdOf } from '#shared/rules/permissions.ts'
import { markOne, markUpTo, type NoticeRow, noticesBy, unreadOf } from './notices.store.ts'

/** Returns a page of notices, newest first, with the unread count. */
export async function noticesFor(
  { sql }: Pick<InfraDeps, 'sql'>,
  actor: Actor,
  query: ValidQueryOf<typeof contract.listNotices>,
): Promise<ReplyOf<typeof contract.listNotices>> {
  const { tenantId } = actor
  const username = userIdOf(actor)
  const filter = { isUnread: query.unread === 'true' }
  return inTenant(sql, tenantId, async (tx) => {
    const [page, unread] = await Promise.all([
      pageOf(query, {
        read: (part) => noticesBy(tx, tenantId, username, filter, part),
        itemOf: noticeOf,
      }),
      unreadOf(tx, tenantId, username),
    ])
    return { ...page, unread: Number(unread) }
  })
}

/** Throws `not_found` for a notice that is not the caller's. */
export async function markNotices(
  { sql }: Pick<InfraDeps, 'sql'>,
  actor: Actor,
  what: ValidBodyOf<typeof contract.markNotices>,
): Promise<ReplyOf<typeof contract.markNotices>> {
  const { tenantId } = actor
  const username = userIdOf(actor)
  return inTenant(sql, tenantId, async (tx) => {
    if ('upTo' in what) await markUpTo(tx, tenantId, username, what.upTo)
    else if (!(await markOne(tx, tenantId, username, what.noticeId))) {
      throw new Failure('not_found', 'There is no such notice.', because('noSuch.notice'))
    }
    return { unread: Number(await unreadOf(tx, tenantId, username)) }
  })
}

function noticeOf({ sequence, kind, facts, createdAt, isRead }: NoticeRow): contract.Notice {
  const path = noticePath({ kind, facts })
  return { noticeId: String(sequence), kind, facts, path, createdAt: createdAt.toISOString(), isRead }
}
