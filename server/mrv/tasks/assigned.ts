import type { InfraDeps } from '#server/infra/doors/deps.ts'
import { measurementsByState } from '#server/mrv/measurements/measurements.ts'
import { verificationsByState } from '#server/mrv/verifications/verifications.ts'
import type { ReplyOf } from '#shared/contract/endpoint.ts'
import type { countAssigned } from '#shared/contract/work.ts'
import type { Actor } from '#shared/rules/permissions.ts'

/** Counts by today's state. */
export async function assignedTo(
  deps: Pick<InfraDeps, 'sql' | 'now'>,
  actor: Actor,
): Promise<ReplyOf<typeof countAssigned>> {
  const [measurements, verifications] = await Promise.all([
    measurementsByState(deps, actor),
    verificationsByState(deps, actor),
  ])
  return { measurements, verifications }
}
