import type { Feature } from '#server/feature.ts'
import { lookUp, readFigures } from '#shared/contract/registry.ts'
import { figures, look } from './registry.ts'

export const registryRoutes: Feature = (serve, deps) => {
  serve(readFigures, ({ query }) => figures(deps, query.tenantId))
  serve(lookUp, ({ query }) => look(deps, query.tenantId, query.q))
}
