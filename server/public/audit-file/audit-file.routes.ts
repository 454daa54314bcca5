import { forVisitors } from '#server/infra/doors/deps.ts'
import { callerOf } from '#server/infra/http/caller.ts'
import type { Feature } from '#server/infra/http/feature.ts'
import type { UnitsDeps } from '#server/units/deps.ts'
import { readAuditFile, readAuditFileOfYear } from '#shared/contract/claims.ts'
import { auditFileOfClaim, auditFileOfYear } from './audit-file.ts'

export const auditFileRoutes: Feature<UnitsDeps> = (serve, deps, { webFolder }) => {
  const reading = forVisitors(deps)
  serve(readAuditFile, async ({ actor, params, query, request, reply }) => {
    const { tenantId, language = 'en' } = query
    const asked = { tenantId, claimId: params.claimId, language, caller: callerOf(request) }
    const { fileName, stream } = await auditFileOfClaim(
      { ...(actor.userId === null ? reading : deps), webFolder },
      asked,
    )
    reply.header('content-disposition', attached(fileName))
    return stream
  })
  serve(readAuditFileOfYear, async ({ actor, query, request, reply }) => {
    const { part = 1, language = 'en', accountId } = query
    const asked = { year: Number(query.year), accountId, part, language, caller: callerOf(request) }
    const { fileName, stream } = await auditFileOfYear({ ...deps, webFolder }, actor, asked)
    reply.header('content-disposition', attached(fileName))
    return stream
  })
}

const attached = (fileName: string) => `attachment; filename="${fileName}"`
