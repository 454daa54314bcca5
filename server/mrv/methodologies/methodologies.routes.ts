import type { InfraDeps } from '#server/infra/doors/deps.ts'
import { forVisitors } from '#server/infra/doors/deps.ts'
import { serveExport } from '#server/infra/http/exports.ts'
import type { Feature } from '#server/infra/http/feature.ts'
import { exportMethodologies } from '#shared/contract/exports.ts'
import * as contract from '#shared/contract/methodologies.ts'
import { methodologiesFor, methodologyFor, methodologyNamed } from './methodologies.ts'
import { allowProviders, changeMethodology, decideMethodology, proposeMethodology } from './methodology-acts.ts'

export const methodologyRoutes: Feature<InfraDeps> = (serve, deps) => {
  const reading = forVisitors(deps)
  /** Queries with `tenantId` use the visitors' pool; others must see their own writes. */
  const of = ({ tenantId }: { tenantId?: string | undefined }) => (tenantId === undefined ? deps : reading)
  serve(contract.listMethodologies, ({ actor, query }) => methodologiesFor(of(query), actor, query))
  serveExport(serve, exportMethodologies, ({ actor, query }) => methodologiesFor(of(query), actor, query))
  serve(contract.readMethodology, ({ actor, query }) => methodologyNamed(of(query), actor, query))
  serve(contract.readMethodologyVersion, ({ actor, params, query }) =>
    methodologyFor(reading, actor, params.methodologyId, query.tenantId),
  )
  serve(contract.proposeMethodology, ({ actor, body }) => proposeMethodology(deps, actor, body))
  serve(contract.updateMethodology, ({ actor, params, body }) =>
    changeMethodology(deps, actor, params.methodologyId, body),
  )
  serve(contract.allowProviders, ({ actor, params, body }) => allowProviders(deps, actor, params.methodologyId, body))
  serve(contract.decideMethodology, ({ actor, params, body }) =>
    decideMethodology(deps, actor, params.methodologyId, body),
  )
}
