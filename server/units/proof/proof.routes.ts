import { forVisitors } from '#server/infra/doors/deps.ts'
import type { Feature } from '#server/infra/http/feature.ts'
import type { UnitsDeps } from '#server/units/deps.ts'
import { readProof } from '#shared/contract/transactions.ts'
import { proofOf } from './proof.ts'

export const proofRoutes: Feature<UnitsDeps> = (serve, deps) => {
  const reading = forVisitors(deps)
  serve(readProof, ({ params, query }) => proofOf(reading, params.transactionId, query.tenantId))
}
