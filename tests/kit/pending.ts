import { type Database, inTenant, json, newId } from '#server/infra/db/database.ts'
import type { Person } from './person.ts'

type Held = { tenantId: string; accountId: string; assetId: string }

/** A claim of a unit that waits for a second person, as if the account's own rule were on for a moment. Lifts a stop. */
export function aPendingClaim(sql: Database, { tenantId, accountId, assetId }: Held, { username }: Person) {
  const id = newId()
  return inTenant(sql, tenantId, async (tx) => {
    const own = tx`tenant_id = ${tenantId} and id = ${accountId}`
    await tx`
      update account set approval_from = 1, stopped_at = null, stopped_by = null, is_stopped_by_link = false, stop_reason = null
      where ${own}`
    await tx`
      select hold_back(${tenantId}, ${username}, null, ${Buffer.alloc(32)}, '::1', 'test', ${id}, 'claim', ${accountId}, null,
        ${json([{ assetId, quantity: 1 }])}, null, ${json({ id: newId(), beneficiary_name: 'The lake' })}, ${Buffer.alloc(32)})`
    await tx`update account set approval_from = null where ${own}`
    return { pendingId: id }
  })
}
