import { type Database, inTransaction } from '#server/infra/db/database.ts'
import { audit } from '#server/people/audit/audit.ts'
import { asOperator } from '#server/people/tenants/administering.ts'
import { retryParked } from './settlement.store.ts'

/** Settles a tenant's parked movements again, after the cause is fixed. Returns their number. */
export async function retrySettlement(sql: Database, tenantId: string, operator: string): Promise<number> {
  return inTransaction(sql, async (tx) => {
    const movements = await retryParked(tx, tenantId)
    if (movements > 0) {
      await audit(tx, asOperator(operator, tenantId), {
        act: 'settlement.retry',
        subject: `tenant:${tenantId}`,
        after: { movements },
      })
    }
    return movements
  })
}
