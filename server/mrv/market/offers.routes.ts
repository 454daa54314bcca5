import type { Feature } from '#server/infra/http/feature.ts'
import type { UnitsDeps } from '#server/units/deps.ts'
import * as contract from '#shared/contract/market.ts'
import { makeOffer, offersIn, withdrawOffer } from './offers.ts'

export const offerRoutes: Feature<UnitsDeps> = (serve, deps) => {
  serve(contract.listMarketProjects, ({ actor, query }) => offersIn(deps, actor, query))
  serve(contract.makeOffer, ({ actor, body }) => makeOffer(deps, actor, body))
  serve(contract.withdrawOffer, ({ actor, params }) => withdrawOffer(deps, actor, params.offerId))
}
