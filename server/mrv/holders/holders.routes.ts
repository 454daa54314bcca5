import type { InfraDeps } from '#server/infra/doors/deps.ts'
import { forVisitors } from '#server/infra/doors/deps.ts'
import { serveExport } from '#server/infra/http/exports.ts'
import type { Feature } from '#server/infra/http/feature.ts'
import { exportHolders } from '#shared/contract/exports.ts'
import { listHolders } from '#shared/contract/holders.ts'
import { projectHolders } from './holders.ts'

export const holderRoutes: Feature<InfraDeps> = (serve, deps) => {
  serve(listHolders, ({ actor, query }) => projectHolders(forVisitors(deps), actor, query))
  serveExport(serve, exportHolders, ({ actor, query }) => projectHolders(forVisitors(deps), actor, query))
}
