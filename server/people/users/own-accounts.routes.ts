import type { Feature } from '#server/infra/http/feature.ts'
import * as contract from '#shared/contract/own-accounts.ts'
import type { PeopleDeps } from './deps.ts'
import { accept, decline, leave, ownAccounts } from './own-accounts.ts'

export const ownAccountRoutes: Feature<PeopleDeps> = (serve, { sql, directory }, { forgetActors }) => {
  const deps = { sql, directory, forgetActors }
  serve(contract.readOwnAccounts, ({ actor }) => ownAccounts(deps, actor))
  serve(contract.acceptInvitation, ({ actor, params }) => accept(deps, actor, params.invitationId))
  serve(contract.declineInvitation, ({ actor, params }) => decline(deps, actor, params.invitationId))
  serve(contract.leaveAccount, ({ actor, params }) => leave(deps, actor, params.accountId))
}
