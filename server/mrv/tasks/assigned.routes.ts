import type { Feature } from '#server/infra/http/feature.ts'
import type { UnitsDeps } from '#server/units/deps.ts'
import { countAssigned } from '#shared/contract/work.ts'
import { assignedTo } from './assigned.ts'

export const assignedRoutes: Feature<UnitsDeps> = (serve, deps) => {
  serve(countAssigned, ({ actor }) => assignedTo(deps, actor))
}
