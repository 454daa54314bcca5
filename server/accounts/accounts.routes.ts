import type { Feature } from '#server/feature.ts'
import {
  createAccount,
  decideAccount,
  listAccounts,
  readAccount,
  readLegacyCertificate,
  updateAccount,
} from '#shared/contract/accounts.ts'
import { accountsOf, decide, ownAccount, registerAccount } from './accounts.ts'
import { correctAccount } from './corrections.ts'
import { legacyCertificate } from './statement.ts'

export const accountRoutes: Feature = (serve, deps, { forgetActors }) => {
  serve(readAccount, ({ actor }) => ownAccount(deps, actor))
  serve(createAccount, ({ actor, body }) => registerAccount(deps, actor, body).finally(forgetActors))
  serve(updateAccount, ({ actor, body }) => correctAccount(deps, actor, body))
  serve(listAccounts, ({ actor, query }) => accountsOf(deps, actor, query))
  serve(decideAccount, ({ actor, params, body }) => decide(deps, actor, params.accountId, body))
  serve(readLegacyCertificate, ({ actor, query }) => legacyCertificate(deps, actor, query.language ?? 'en'))
}
