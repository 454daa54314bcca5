import type { Feature } from '#server/feature.ts'
import { listNotices, markNotices } from '#shared/contract/notices.ts'
import { mark, noticesFor } from './notices.ts'

export const noticeRoutes: Feature = (serve, deps) => {
  serve(listNotices, ({ actor, query }) => noticesFor(deps, actor, query))
  serve(markNotices, ({ actor, body }) => mark(deps, actor, body))
}
