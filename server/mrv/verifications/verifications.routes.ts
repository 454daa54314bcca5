import type { Feature } from '#server/infra/http/feature.ts'
import { providersOf } from '#server/mrv/providers/providers.ts'
import type { UnitsDeps } from '#server/units/deps.ts'
import * as contract from '#shared/contract/verifications.ts'
import { decideVerification, verificationFor, verificationsFor } from './verifications.ts'

export const verificationRoutes: Feature<UnitsDeps> = (serve, deps) => {
  serve(contract.listVerifications, ({ actor, query }) => verificationsFor(deps, actor, query))
  serve(contract.readVerification, ({ actor, params }) => verificationFor(deps, actor, params.verificationId))
  serve(contract.listVerificationProviders, ({ actor, query }) =>
    providersOf(deps, actor, 'verification provider', query),
  )
  serve(contract.decideVerification, ({ actor, params, body }) =>
    decideVerification(deps, actor, params.verificationId, body),
  )
}
