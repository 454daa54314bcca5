import type { Feature } from '#server/feature.ts'
import { deleteUser, inviteUser, listUsers, resendInvitation, updateUser } from '#shared/contract/users.ts'
import { remove, update } from './changing.ts'
import { invite, resend } from './inviting.ts'
import { usersOf } from './users.ts'

export const userRoutes: Feature = (serve, { sql, directory }, { forgetActors }) => {
  const deps = { sql, directory, forgetActors }
  serve(listUsers, ({ actor, query }) => usersOf(deps, actor, query))
  serve(inviteUser, ({ actor, body }) => invite(deps, actor, body))
  serve(resendInvitation, ({ actor, body }) => resend(deps, actor, body.username))
  serve(updateUser, ({ actor, body }) => update(deps, actor, body))
  serve(deleteUser, ({ actor, query, body }) => remove(deps, actor, { query, body }))
}
