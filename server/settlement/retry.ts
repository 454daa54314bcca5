import { audit } from '../audit/audit.ts'
import { type Database, inTransaction } from '../db/database.ts'
import { asOperator } from '../tenants/administering.ts'
import { retryParked } from './settlement.store.ts'

/** Sends a tenant's parked movements through settlement again, once their reason is out of the world. Returns how many. */
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
