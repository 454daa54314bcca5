import { serveExport } from '#server/infra/http/exports.ts'
import type { Feature } from '#server/infra/http/feature.ts'
import { exportUsers } from '#shared/contract/exports.ts'
import * as contract from '#shared/contract/users.ts'
import { deleteUser, endUserSessions, resetFactors, updateUser } from './changing.ts'
import type { PeopleDeps } from './deps.ts'
import { invite, resendInvitation } from './inviting.ts'
import { usersOf } from './users.ts'

export const userRoutes: Feature<PeopleDeps> = (serve, { sql, directory }, { forgetActors }) => {
  const deps = { sql, directory, forgetActors }
  serve(contract.listUsers, ({ actor, query }) => usersOf(deps, actor, query))
  serveExport(serve, exportUsers, ({ actor, query }) => usersOf(deps, actor, query))
  serve(contract.inviteUser, ({ actor, body }) => invite(deps, actor, body))
  serve(contract.resendInvitation, ({ actor, body }) => resendInvitation(deps, actor, body.username))
  serve(contract.updateUser, ({ actor, body }) => updateUser(deps, actor, body))
  serve(contract.endUserSessions, ({ actor, body }) => endUserSessions(deps, actor, body.username))
  serve(contract.resetFactors, ({ actor, body }) => resetFactors(deps, actor, body.username))
  serve(contract.deleteUser, ({ actor, query, body }) => deleteUser(deps, actor, query.username, body))
}
