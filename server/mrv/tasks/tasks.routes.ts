import type { Feature } from '#server/infra/http/feature.ts'
import type { UnitsDeps } from '#server/units/deps.ts'
import * as contract from '#shared/contract/tasks.ts'
import { assignTask, colleaguesOf, tasksFor } from './tasks.ts'

export const taskRoutes: Feature<UnitsDeps> = (serve, deps) => {
  serve(contract.listTasks, ({ actor, query }) => tasksFor(deps, actor, query))
  serve(contract.listColleagues, ({ actor, query }) => colleaguesOf(deps, actor, query))
  serve(contract.assignTask, ({ actor, body }) => assignTask(deps, actor, body))
}
