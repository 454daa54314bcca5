import type { InfraDeps } from '#server/infra/doors/deps.ts'
import type { Feature } from '#server/infra/http/feature.ts'
import * as contract from '#shared/contract/review.ts'
import { reviewClock } from './review.ts'

export const reviewRoutes: Feature<InfraDeps> = (serve, deps) => {
  serve(contract.readReviewClock, ({ actor }) => reviewClock(deps, actor))
}
