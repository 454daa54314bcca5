import type { Feature } from '#server/infra/http/feature.ts'
import type { UnitsDeps } from '#server/units/deps.ts'
import { lookUp, readFigures } from '#shared/contract/registry.ts'
import { figures, look } from './registry.ts'

export const registryRoutes: Feature<UnitsDeps> = (serve, deps) => {
  serve(readFigures, ({ query }) => figures(deps, query.tenantId))
  serve(lookUp, ({ query }) => look(deps, query.tenantId, query.q))
}
