import { serveExport } from '#server/infra/http/exports.ts'
import type { Feature } from '#server/infra/http/feature.ts'
import type { PeopleDeps } from '#server/people/users/deps.ts'
import * as contract from '#shared/contract/accounts.ts'
import { exportAccounts } from '#shared/contract/exports.ts'
import { accountsOf, decideAccount, letReceive, ownAccount, registerAccount } from './accounts.ts'
import { correctAccount } from './corrections.ts'

export const accountRoutes: Feature<PeopleDeps> = (serve, deps, { forgetActors }) => {
  serve(contract.readAccount, ({ actor }) => ownAccount(deps, actor))
  serve(contract.createAccount, ({ actor, body }) => registerAccount(deps, actor, body).finally(forgetActors))
  serve(contract.updateAccount, ({ actor, body }) => correctAccount(deps, actor, body))
  serve(contract.listAccounts, ({ actor, query }) => accountsOf(deps, actor, query))
  serveExport(serve, exportAccounts, ({ actor, query }) => accountsOf(deps, actor, query))
  serve(contract.decideAccount, ({ actor, params, body }) => decideAccount(deps, actor, params.accountId, body))
  serve(contract.letReceive, ({ actor, params, body }) => letReceive(deps, actor, params.accountId, body))
}
