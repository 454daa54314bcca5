import type { InfraDeps } from '#server/infra/doors/deps.ts'
import type { Feature } from '#server/infra/http/feature.ts'
import { countAssigned } from '#shared/contract/work.ts'
import { assignedTo } from './assigned.ts'

export const assignedRoutes: Feature<InfraDeps> = (serve, deps) => {
  serve(countAssigned, ({ actor }) => assignedTo(deps, actor))
}
