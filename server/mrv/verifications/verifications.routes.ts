import { sendAsItComes } from '#server/infra/http/events.ts'
import { serveExport } from '#server/infra/http/exports.ts'
import type { Feature } from '#server/infra/http/feature.ts'
import { providersOf } from '#server/mrv/providers/providers.ts'
import type { UnitsDeps } from '#server/units/deps.ts'
import { exportVerifications } from '#shared/contract/exports.ts'
import * as contract from '#shared/contract/verifications.ts'
import { checkFile, verificationFiles } from './desk.ts'
import { answerFinding, findingsFor, openFinding } from './findings.ts'
import { decideVerification, planVisit, startVerification, stateYears } from './verification-acts.ts'
import { verificationFor, verificationHistory, verificationsFor } from './verifications.ts'
import { watchedFindings } from './watched-findings.ts'

export const verificationRoutes: Feature<UnitsDeps> = (serve, deps, { openStream }) => {
  const watch = watchedFindings(deps)
  serve(contract.listVerifications, ({ actor, query }) => verificationsFor(deps, actor, query))
  serveExport(serve, exportVerifications, ({ actor, query }) => verificationsFor(deps, actor, query))
  serve(contract.readVerification, ({ actor, params }) => verificationFor(deps, actor, params.verificationId))
  serve(contract.readVerificationHistory, ({ actor, params }) =>
    verificationHistory(deps, actor, params.verificationId),
  )
  serve(contract.listFindings, ({ actor, params }) => findingsFor(deps, actor, params.verificationId))
  serve(contract.watchFindings, async ({ actor, params, request, reply }) => {
    const events = await watch(actor, params.verificationId, () => openStream(actor.tenantId, request))
    sendAsItComes(reply)
    return events
  })
  serve(contract.listVerificationFiles, ({ actor, params }) => verificationFiles(deps, actor, params.verificationId))
  serve(contract.checkFile, ({ actor, params, body }) => checkFile(deps, actor, params, body))
  serve(contract.startVerification, ({ actor, params, body }) =>
    startVerification(deps, actor, params.verificationId, body),
  )
  serve(contract.planVisit, ({ actor, params, body }) => planVisit(deps, actor, params.verificationId, body))
  serve(contract.openFinding, ({ actor, params, body }) => openFinding(deps, actor, params.verificationId, body))
  serve(contract.answerFinding, ({ actor, params, body }) => answerFinding(deps, actor, params.findingId, body))
  serve(contract.listVerificationProviders, ({ actor, query }) =>
    providersOf(deps, actor, 'verification provider', query),
  )
  serve(contract.decideVerification, ({ actor, params, body }) =>
    decideVerification(deps, actor, params.verificationId, body),
  )
  serve(contract.stateYears, ({ actor, params, body }) => stateYears(deps, actor, params.verificationId, body))
}
