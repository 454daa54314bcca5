import type { InfraDeps } from '#server/infra/doors/deps.ts'
import type { Feature } from '#server/infra/http/feature.ts'
import { listMarketBalances } from '#shared/contract/market.ts'
import { balancesOnOffer } from './market.ts'

export const marketRoutes: Feature<InfraDeps> = (serve, deps) => {
  serve(listMarketBalances, ({ actor, query }) => balancesOnOffer(deps, actor, query))
}
