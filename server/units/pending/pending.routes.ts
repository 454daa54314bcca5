import type { Feature } from '#server/infra/http/feature.ts'
import type { UnitsDeps } from '#server/units/deps.ts'
import { changeProtection, decidePending, listPending, readPending, readProtection } from '#shared/contract/pending.ts'
import { changeOwnProtection, decide, pendingList, pendingNamed, protectionNamed } from './pending.ts'

export const pendingRoutes: Feature<UnitsDeps> = (serve, deps) => {
  serve(listPending, ({ actor, query }) => pendingList(deps, actor, query))
  serve(readPending, ({ actor, params }) => pendingNamed(deps, actor, params.pendingId))
  serve(decidePending, async ({ actor, params, body }) => {
    const decided = await decide(deps, actor, params.pendingId, body)
    deps.movementBell.ring()
    return decided
  })
  serve(readProtection, ({ actor }) => protectionNamed(deps, actor))
  serve(changeProtection, ({ actor, body }) => changeOwnProtection(deps, actor, body))
}
