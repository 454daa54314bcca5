import type { InfraDeps } from '#server/infra/doors/deps.ts'
import type { Feature } from '#server/infra/http/feature.ts'
import * as contract from '#shared/contract/notices.ts'
import { markNotices, noticesFor } from './notices.ts'

export const noticeRoutes: Feature<InfraDeps> = (serve, deps) => {
  serve(contract.listNotices, ({ actor, query }) => noticesFor(deps, actor, query))
  serve(contract.markNotices, ({ actor, body }) => markNotices(deps, actor, body))
}
