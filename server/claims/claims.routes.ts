import type { Feature } from '#server/feature.ts'
import { createClaim, listClaims, readClaim } from '#shared/contract/claims.ts'
import { serveCertificates } from './certificates.routes.ts'
import { claimList, claimNamed, makeClaim } from './claims.ts'

export const claimRoutes: Feature = (serve, deps, { app }) => {
  serve(listClaims, ({ actor, query }) => claimList(deps, actor, query))
  serve(readClaim, ({ params, query }) => claimNamed(deps, params.claimId, query.tenantId))
  serve(createClaim, ({ actor, body, idempotency }) => makeClaim(deps, actor, idempotency, body))
  serveCertificates(app, deps)
}
