import type { Feature } from '#server/infra/http/feature.ts'
import type { UnitsDeps } from '#server/units/deps.ts'
import { listMarketBalances } from '#shared/contract/market.ts'
import { balancesOnOffer } from './market.ts'

export const marketRoutes: Feature<UnitsDeps> = (serve, deps) => {
  serve(listMarketBalances, ({ actor, query }) => balancesOnOffer(deps, actor, query))
}
