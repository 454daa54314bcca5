import { Readable } from 'node:stream'
import type { InfraDeps } from '#server/infra/doors/deps.ts'
import { forVisitors } from '#server/infra/doors/deps.ts'
import { csvText } from '#server/infra/http/csv-text.ts'
import { tableOf } from '#server/infra/http/exports.ts'
import type { Feature } from '#server/infra/http/feature.ts'
import { inTurn } from '#server/infra/http/gate.ts'
import { wordingIn } from '#server/infra/texts/texts.ts'
import { tenantOf } from '#server/people/tenants/tenants.ts'
import {
  joinBeneficiaries,
  listBeneficiaries,
  partBeneficiary,
  readBeneficiary,
} from '#shared/contract/beneficiaries.ts'
import { readLatest } from '#shared/contract/latest.ts'
import { lookUp, readFigures } from '#shared/contract/registry.ts'
import { search } from '#shared/contract/search.ts'
import {
  correctIncident,
  listIncidents,
  openIncident,
  readServiceStatus,
  updateIncident,
} from '#shared/contract/service-status.ts'
import { readSums } from '#shared/contract/sums.ts'
import { readUnits } from '#shared/contract/units.ts'
import { verifiedColumns, verifyLines } from '#shared/contract/verify-lines.ts'
import { unitPath } from '#shared/rules/paths.ts'
import { beneficiaryList, beneficiaryNamed, join, part } from './beneficiaries.ts'
import { correct, incidents, open, update } from './incidents.ts'
import { latest } from './latest.ts'
import { figures, look } from './registry.ts'
import { searchRegistry } from './search.ts'
import { serviceStatusWith } from './service-status.ts'
import { sums } from './sums.ts'
import { unitsAt } from './units.ts'
import { verifiedLines } from './verify-lines.ts'

export const registryRoutes: Feature<InfraDeps> = (serve, deps, { app }) => {
  const reading = forVisitors(deps)
  app.get<{ Params: { '*': string } }>('/unit/*', ({ params }, reply) => reply.redirect(unitPath(params['*'])))
  serve(readFigures, ({ query }) => figures(reading, query.tenantId))
  serve(readLatest, ({ query }) => latest(reading, query.tenantId))
  serve(readSums, ({ query }) => sums(reading, query.tenantId))
  serve(verifyLines, async ({ body, request }) => {
    await tenantOf(reading, body.tenantId)
    const { heads, ...asked } = body
    const lines = verifiedLines(reading, asked, (work) => inTurn(request, work))
    return Readable.from(csvText(tableOf(verifiedColumns, lines, deps.now(), heads ? wordingIn(heads) : null)))
  })
  serve(lookUp, ({ query }) => look(reading, query.tenantId, query.q))
  serve(readUnits, ({ actor, params, query }) =>
    unitsAt(actor.userId === null ? reading : deps, actor, query.tenantId, params.serial),
  )
  serve(readBeneficiary, ({ query }) => beneficiaryNamed(reading, query))
  serve(listBeneficiaries, ({ actor, query }) => beneficiaryList(deps, actor, query))
  serve(joinBeneficiaries, ({ actor, body }) => join(deps, actor, body))
  serve(partBeneficiary, ({ actor, body }) => part(deps, actor, body))
  const serviceStatus = serviceStatusWith(deps)
  serve(readServiceStatus, ({ query }) => serviceStatus(reading, query.tenantId))
  serve(listIncidents, ({ query }) => incidents(reading, query))
  serve(openIncident, ({ actor, body }) => open(deps, actor, body))
  serve(updateIncident, ({ actor, params, body }) => update(deps, actor, params.incidentId, body))
  serve(correctIncident, ({ actor, params, body }) => correct(deps, actor, params.incidentId, body))
  serve(search, ({ actor, query }) => searchRegistry(reading, actor, query))
}
