import { inTenant } from '#server/infra/db/database.ts'
import { assignedMeasurements } from '#server/mrv/measurements/measurements.store.ts'
import { assignedVerifications } from '#server/mrv/verifications/verifications.store.ts'
import type { UnitsDeps } from '#server/units/deps.ts'
import type { ReplyOf } from '#shared/contract/endpoint.ts'
import type { countAssigned } from '#shared/contract/work.ts'
import type { Actor } from '#shared/rules/permissions.ts'

/** How much of the work that is assigned to the caller's accounts is in which state today. */
export function assignedTo(
  { sql, now }: UnitsDeps,
  { tenantId, accountIds }: Actor,
): Promise<ReplyOf<typeof countAssigned>> {
  return inTenant(sql, tenantId, async (tx) => ({
    measurements: await assignedMeasurements(tx, tenantId, now().toISOString().slice(0, 10), accountIds),
    verifications: await assignedVerifications(tx, tenantId, accountIds),
  }))
}
