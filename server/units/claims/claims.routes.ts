import { forVisitors } from '#server/infra/doors/deps.ts'
import { serveExport } from '#server/infra/http/exports.ts'
import type { Feature } from '#server/infra/http/feature.ts'
import type { UnitsDeps } from '#server/units/deps.ts'
import { listStatements, readLegacyCertificate } from '#shared/contract/accounts.ts'
import { listBookedClaims } from '#shared/contract/auditor-links.ts'
import {
  correctClaim,
  createClaim,
  listClaims,
  readClaim,
  readClaimFacets,
  readOwnWords,
} from '#shared/contract/claims.ts'
import { exportClaims } from '#shared/contract/exports.ts'
import { readReissue, reissueCertificates } from '#shared/contract/reissue.ts'
import { serveCertificates } from './certificates.routes.ts'
import { bookedClaims, claimFacetsIn, claimList, claimNamed, makeClaim, ownWordsNamed } from './claims.ts'
import { correctWording } from './corrections.ts'
import { reissue, reissueState } from './reissue.ts'
import { legacyCertificate, statementList } from './statement.ts'

export const claimRoutes: Feature<UnitsDeps> = (serve, deps, { app }) => {
  const reading = forVisitors(deps)
  serve(listClaims, ({ actor, query }) => claimList(reading, actor, query))
  serveExport(serve, exportClaims, ({ actor, query }) => claimList(reading, actor, { ...query, serials: 'true' }))
  serve(readClaimFacets, ({ actor, query }) => claimFacetsIn(reading, actor, query))
  serve(readClaim, ({ params, query }) => claimNamed(reading, params.claimId, query.tenantId))
  serve(listBookedClaims, ({ actor, query }) => bookedClaims(deps, actor, query))
  serve(readOwnWords, ({ actor, params }) => ownWordsNamed(deps, actor, params.claimId))
  serve(createClaim, ({ actor, body, idempotency }) => makeClaim(deps, actor, idempotency, body))
  serve(correctClaim, ({ actor, params, body }) => correctWording(deps, actor, params.claimId, body))
  serve(readReissue, ({ actor }) => reissueState(deps, actor))
  serve(reissueCertificates, ({ actor, body }) => reissue(deps, actor, body))
  serve(readLegacyCertificate, ({ actor, query }) => legacyCertificate(deps, actor, query))
  serve(listStatements, ({ actor }) => statementList(deps, actor))
  serveCertificates(app, reading)
}
