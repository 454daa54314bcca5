import type { Feature } from '#server/feature.ts'
import { listMarketBalances, listMarketProjects } from '#shared/contract/market.ts'
import { balancesOnOffer, projectsOnOffer } from './market.ts'

export const marketRoutes: Feature = (serve, deps) => {
  serve(listMarketProjects, ({ actor, query }) => projectsOnOffer(deps, actor, query))
  serve(listMarketBalances, ({ actor, query }) => balancesOnOffer(deps, actor, query))
}
