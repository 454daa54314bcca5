import { forVisitors } from '#server/infra/doors/deps.ts'
import type { Feature } from '#server/infra/http/feature.ts'
import type { UnitsDeps } from '#server/units/deps.ts'
import { listHolders } from '#shared/contract/holders.ts'
import { projectHolders } from './holders.ts'

export const holderRoutes: Feature<UnitsDeps> = (serve, deps) => {
  serve(listHolders, ({ actor, query }) => projectHolders(forVisitors(deps), actor, query))
}
