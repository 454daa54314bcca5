import type { InfraDeps } from '#server/infra/doors/deps.ts'
import { forVisitors } from '#server/infra/doors/deps.ts'
import type { Feature } from '#server/infra/http/feature.ts'
import { listHolders } from '#shared/contract/holders.ts'
import { projectHolders } from './holders.ts'

export const holderRoutes: Feature<InfraDeps> = (serve, deps) => {
  serve(listHolders, ({ actor, query }) => projectHolders(forVisitors(deps), actor, query))
}
