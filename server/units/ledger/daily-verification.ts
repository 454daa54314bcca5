import type { Sql } from '#server/infra/db/database.ts'
import type { InfraDeps } from '#server/infra/doors/deps.ts'
import type { ServiceStatus } from '#shared/contract/service-status.ts'
import { toWire } from '#shared/rules/quantities.ts'
import { type Due, dueVerification, keepVerification, lastVerification } from './kept-verification.ts'
import { verifyFurther } from './verify-ledger.ts'

type Deps = Pick<InfraDeps, 'sql' | 'now' | 'log'>

/** Each ledger is recomputed from its first movement once a day, new movements every ten minutes. */
const wholeMs = 24 * 3_600_000
const furtherMs = 10 * 60_000
const lookEveryMs = 60_000

/** Recomputes the ledgers of all tenants, a thousand movements a step; the result is public. */
export function ledgerVerification(): { step(deps: Deps): Promise<boolean> } {
  let due: Due | null = null
  let lookAt = 0
  return {
    /** Returns whether another step waits. */
    async step({ sql, now, log }) {
      const at = now()
      if (!due) {
        if (at.getTime() < lookAt) return false
        due = await dueVerification(sql, { now: at, wholeMs, furtherMs })
        if (!due) lookAt = at.getTime() + lookEveryMs
        return due !== null
      }
      const verified = await verifyFurther(sql, due.tenantId, due.verified)
      if (verified !== due.verified) {
        due = { ...due, verified }
        return true
      }
      const {
        tenantId,
        verified: { fault },
      } = due
      if (fault) log.error({ tenantId, fault }, 'The ledger differs from its hash chain.')
      await keepVerification(sql, at, due)
      due = null
      return true
    },
  }
}

/** The last verification as the status page shows it; null before the first one. */
export async function verificationOf(sql: Sql, tenantId: string): Promise<ServiceStatus['verification']> {
  const row = await lastVerification(sql, tenantId)
  if (!row) return null
  const { at, wholeAt, movements, faultSequence, faultTransaction: transactionId, faultOf: of } = row
  return {
    at,
    wholeAt,
    movements: toWire(movements),
    fault:
      faultSequence === null || transactionId === null || of === null
        ? null
        : { sequence: toWire(faultSequence), transactionId, of },
  }
}
