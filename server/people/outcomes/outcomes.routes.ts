import type { InfraDeps } from '#server/infra/doors/deps.ts'
import type { Feature } from '#server/infra/http/feature.ts'
import { readOutcome } from '#shared/contract/outcomes.ts'
import { outcomeUnder } from './outcomes.ts'

export const outcomeRoutes: Feature<InfraDeps> = (serve, deps) => {
  serve(readOutcome, ({ actor, query }) => outcomeUnder(deps, actor, query.key))
}
