import { inTenant } from '#server/infra/db/database.ts'
import type { InfraDeps } from '#server/infra/doors/deps.ts'
import type { History } from '#shared/contract/history.ts'
import type { Actor } from '#shared/rules/permissions.ts'
import { historyRows } from './audit.store.ts'

/** Returns the logged acts on a thing that the caller may read, oldest first. */
export async function historyOf({ sql }: Pick<InfraDeps, 'sql'>, actor: Actor, subject: string): Promise<History> {
  const rows = await inTenant(sql, actor.tenantId, (tx) => historyRows(tx, actor.tenantId, subject))
  return {
    items: rows.map(({ at, act, actorName, accountId, account, about, reason, files }) => ({
      at: at.toISOString(),
      act,
      actorName: actor.isTenantAdmin || (accountId && actor.accountIds.includes(accountId)) ? actorName : null,
      account,
      about,
      reason,
      files,
    })),
  }
}
