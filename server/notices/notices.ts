import { inTenant } from '#server/db/database.ts'
import { pageOf, pageSize, placeOf } from '#server/db/pages.ts'
import type { InfraDeps } from '#server/infra/deps.ts'
import type { ReplyOf, ValidBodyOf, ValidQueryOf } from '#shared/contract/endpoint.ts'
import type * as contract from '#shared/contract/notices.ts'
import { Failure } from '#shared/rules/failure.ts'
import { noticePath } from '#shared/rules/notices.ts'
import type { Actor } from '#shared/rules/permissions.ts'
import { markOne, markUpTo, type NoticeRow, noticesOf, unreadOf } from './notices.store.ts'

/** What the caller was told, newest first. */
export async function noticesFor(
  { sql }: InfraDeps,
  actor: Actor,
  query: ValidQueryOf<typeof contract.listNotices>,
): Promise<ReplyOf<typeof contract.listNotices>> {
  const limit = pageSize(query.limit)
  const place = placeOf(query.cursor, 'number')
  const before = place && BigInt(place.value)
  const filter = { q: query.q, isUnread: query.unread === 'true' }
  const { rows, total, unread } = await inTenant(sql, actor.tenantId, (tx) =>
    noticesOf(tx, actor.tenantId, nameOf(actor), filter, before, limit + 1),
  )
  const page = pageOf(rows, limit, total, noticeOf, (row) => ({ value: String(row.sequence), id: '' }))
  return { ...page, unread: Number(unread) }
}

/** Marks what the caller was told as read; `not_found` for a notice that is not its own. */
export async function markNotices(
  { sql }: InfraDeps,
  actor: Actor,
  what: ValidBodyOf<typeof contract.markNotices>,
): Promise<ReplyOf<typeof contract.markNotices>> {
  const { tenantId } = actor
  const username = nameOf(actor)
  return inTenant(sql, tenantId, async (tx) => {
    if ('upTo' in what) await markUpTo(tx, tenantId, username, what.upTo)
    else if (!(await markOne(tx, tenantId, username, what.noticeId))) {
      throw new Failure('not_found', 'There is no such notice.')
    }
    return { unread: Number(await unreadOf(tx, tenantId, username)) }
  })
}

function nameOf({ userId }: Actor): string {
  if (userId === null) throw new Failure('unauthenticated', 'Sign in first.')
  return userId
}

function noticeOf({ sequence, kind, facts, createdAt, isRead }: NoticeRow): contract.Notice {
  const path = noticePath({ kind, facts })
  return { noticeId: String(sequence), kind, facts, path, createdAt: createdAt.toISOString(), isRead }
}
