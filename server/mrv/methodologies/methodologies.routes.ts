import type { Feature } from '#server/infra/http/feature.ts'
import type { UnitsDeps } from '#server/units/deps.ts'
import * as contract from '#shared/contract/methodologies.ts'
import {
  decideMethodology,
  methodologiesFor,
  methodologyFor,
  methodologyNamed,
  proposeMethodology,
} from './methodologies.ts'

export const methodologyRoutes: Feature<UnitsDeps> = (serve, deps) => {
  serve(contract.listMethodologies, ({ actor, query }) => methodologiesFor(deps, actor, query))
  serve(contract.readMethodology, ({ actor, query }) => methodologyNamed(deps, actor, query.methodologyName))
  serve(contract.readMethodologyVersion, ({ actor, params }) => methodologyFor(deps, actor, params.methodologyId))
  serve(contract.proposeMethodology, ({ actor, body }) => proposeMethodology(deps, actor, body))
  serve(contract.decideMethodology, ({ actor, params, body }) =>
    decideMethodology(deps, actor, params.methodologyId, body),
  )
}
