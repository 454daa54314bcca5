import type { Feature } from '#server/infra/http/feature.ts'
import type { UnitsDeps } from '#server/units/deps.ts'
import * as contract from '#shared/contract/review.ts'
import { reviewClock } from './review.ts'

export const reviewRoutes: Feature<UnitsDeps> = (serve, deps) => {
  serve(contract.readReviewClock, ({ actor }) => reviewClock(deps, actor))
}
