import { sendAsItComes } from '#server/infra/http/events.ts'
import { serveExport } from '#server/infra/http/exports.ts'
import type { Feature } from '#server/infra/http/feature.ts'
import type { UnitsDeps } from '#server/units/deps.ts'
import { exportTasks } from '#shared/contract/exports.ts'
import * as contract from '#shared/contract/tasks.ts'
import { decideTasks, previewDecisions } from './decide-tasks.ts'
import { assignTask, assignTasks, colleaguesOf, placeFor, taskFacetsFor, tasksFor } from './tasks.ts'
import { watchTasksOf } from './watch-tasks.ts'
import { watchedTasks } from './watched-tasks.ts'

export const taskRoutes: Feature<UnitsDeps> = (serve, deps, { openStream }) => {
  const watched = watchedTasks(deps)
  serve(contract.listTasks, ({ actor, query }) => tasksFor(deps, actor, query))
  serveExport(serve, exportTasks, ({ actor, query }) => tasksFor(deps, actor, query))
  serve(contract.listColleagues, ({ actor, query }) => colleaguesOf(deps, actor, query))
  serve(contract.watchTasks, ({ actor, request, reply }) => {
    const events = watchTasksOf(watched, actor, openStream(actor.tenantId, request))
    sendAsItComes(reply)
    return events
  })
  serve(contract.readTaskFacets, ({ actor, query }) => taskFacetsFor(deps, actor, query))
  serve(contract.readTaskPlace, ({ actor, query }) => placeFor(deps, actor, query))
  serve(contract.assignTask, ({ actor, body }) => assignTask(deps, actor, body))
  serve(contract.assignTasks, ({ actor, body }) => assignTasks(deps, actor, body))
  serve(contract.previewDecisions, ({ actor, body }) => previewDecisions(deps, actor, body))
  serve(contract.decideTasks, ({ actor, body }) => decideTasks(deps, actor, body))
}
