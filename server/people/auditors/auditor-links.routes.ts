import type { Feature } from '#server/infra/http/feature.ts'
import type { PeopleDeps } from '#server/people/users/deps.ts'
import { createAuditorLink, listAuditorLinks, readBooks, revokeAuditorLink } from '#shared/contract/auditor-links.ts'
import { auditorDoor, auditorPath } from '#shared/rules/auditor-link.ts'
import { auditorLinksOf, makeAuditorLink, revokeLink } from './auditor-links.ts'
import { bookFacts } from './books.ts'

export const auditorLinkRoutes: Feature<PeopleDeps> = (serve, deps, { app }) => {
  // Browsers carry the fragment, which has the token, over a redirect.
  app.get(auditorDoor, (_request, reply) => reply.redirect(auditorPath))
  serve(listAuditorLinks, ({ actor, query }) => auditorLinksOf(deps, actor, query))
  serve(createAuditorLink, ({ actor, body }) => makeAuditorLink(deps, actor, body))
  serve(revokeAuditorLink, ({ actor, params }) => revokeLink(deps, actor, params.linkId))
  serve(readBooks, ({ actor }) => bookFacts(deps, actor))
}
