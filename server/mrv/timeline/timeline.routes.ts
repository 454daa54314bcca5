import type { InfraDeps } from '#server/infra/doors/deps.ts'
import { forVisitors } from '#server/infra/doors/deps.ts'
import type { Feature } from '#server/infra/http/feature.ts'
import { subjects } from '#server/mrv/evidence/subjects.ts'
import * as contract from '#shared/contract/timeline.ts'
import { leadFor, monthsFor, timelineFor } from './timeline.ts'

export const timelineRoutes: Feature<InfraDeps> = (serve, deps) => {
  serve(contract.readTimelineLead, ({ actor, query }) => leadFor(forVisitors(deps), actor, query))
  serve(contract.readTimelineMonths, ({ actor, query }) => monthsFor(forVisitors(deps), actor, query))
  serve(contract.readTimeline, ({ actor, query }) => timelineFor({ ...forVisitors(deps), subjects }, actor, query))
}
