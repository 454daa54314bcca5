import { inTenant } from '#server/infra/db/database.ts'
import type { InfraDeps } from '#server/infra/doors/deps.ts'
import type { ReplyOf } from '#shared/contract/endpoint.ts'
import type { readReviewClock } from '#shared/contract/review.ts'
import type { Actor } from '#shared/rules/permissions.ts'
import { clockSince } from './review.store.ts'

/** Decision times of the last twelve months. */
export async function reviewClock(
  { sql, now }: Pick<InfraDeps, 'sql' | 'now'>,
  { tenantId }: Actor,
): Promise<ReplyOf<typeof readReviewClock>> {
  const today = now()
  const first = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - 11, 1))
  const items = await inTenant(sql, tenantId, (tx) => clockSince(tx, tenantId, first.toISOString().slice(0, 10)))
  return { items }
}
