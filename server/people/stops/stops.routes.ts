import type { Feature } from '#server/infra/http/feature.ts'
import type { PeopleDeps } from '#server/people/users/deps.ts'
import { liftStop, stopAccount, stopByLink } from '#shared/contract/stops.ts'
import { stopDoor, stopPath } from '#shared/rules/account-stop.ts'
import { liftStopOf, stopAccountByLink, stopOwnAccount } from './stops.ts'

export const stopRoutes: Feature<PeopleDeps> = (serve, deps, { app }) => {
  // Stops nothing: mail scanners open links. Browsers carry the fragment, which has the token, over a redirect.
  app.get(stopDoor, (_request, reply) => reply.redirect(stopPath))
  serve(stopAccount, ({ actor, body }) => stopOwnAccount(deps, actor, body.reason || null))
  serve(stopByLink, ({ actor, body }) => stopAccountByLink(deps, actor, body.token))
  serve(liftStop, ({ actor, params, body }) => liftStopOf(deps, actor, params.accountId, body))
}
