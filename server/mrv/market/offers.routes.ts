import type { InfraDeps } from '#server/infra/doors/deps.ts'
import type { Feature } from '#server/infra/http/feature.ts'
import * as contract from '#shared/contract/market.ts'
import { makeOffer, offersIn, withdrawOffer } from './offers.ts'

export const offerRoutes: Feature<InfraDeps> = (serve, deps) => {
  serve(contract.listMarketProjects, ({ actor, query }) => offersIn(deps, actor, query))
  serve(contract.makeOffer, ({ actor, body }) => makeOffer(deps, actor, body))
  serve(contract.withdrawOffer, ({ actor, params }) => withdrawOffer(deps, actor, params.offerId))
}
