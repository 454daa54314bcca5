import type { Feature } from '#server/feature.ts'
import { providersOf } from '#server/providers/providers.ts'
import {
  decideVerification,
  listVerificationProviders,
  listVerifications,
  readVerification,
} from '#shared/contract/verifications.ts'
import { decideOn, verificationFor, verificationsFor } from './verifications.ts'

export const verificationRoutes: Feature = (serve, deps) => {
  serve(listVerifications, ({ actor, query }) => verificationsFor(deps, actor, query))
  serve(readVerification, ({ actor, params }) => verificationFor(deps, actor, params.verificationId))
  serve(listVerificationProviders, ({ actor, query }) => providersOf(deps, actor, 'verification provider', query))
  serve(decideVerification, ({ actor, params, body }) => decideOn(deps, actor, params.verificationId, body))
}
