import { inTenant } from '#server/infra/db/database.ts'
import type { Feature } from '#server/infra/http/feature.ts'
import { assignedMeasurements } from '#server/mrv/measurements/measurements.store.ts'
import { assignedVerifications } from '#server/mrv/verifications/verifications.store.ts'
import type { UnitsDeps } from '#server/units/deps.ts'
import { countAssigned } from '#shared/contract/work.ts'

/** How much of a provider's work is in which state. */
export const assignedRoutes: Feature<UnitsDeps> = (serve, { sql, now }) => {
  serve(countAssigned, ({ actor: { tenantId, accountIds } }) =>
    inTenant(sql, tenantId, async (tx) => ({
      measurements: await assignedMeasurements(tx, tenantId, now().toISOString().slice(0, 10), accountIds),
      verifications: await assignedVerifications(tx, tenantId, accountIds),
    })),
  )
}
