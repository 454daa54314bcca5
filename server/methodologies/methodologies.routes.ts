import type { Feature } from '#server/feature.ts'
import {
  decideMethodology,
  listMethodologies,
  proposeMethodology,
  readMethodology,
} from '#shared/contract/methodologies.ts'
import { decideOn, methodologiesFor, methodologyNamed, propose } from './methodologies.ts'

export const methodologyRoutes: Feature = (serve, deps) => {
  serve(listMethodologies, ({ actor, query }) => methodologiesFor(deps, actor, query))
  serve(readMethodology, ({ actor, query }) => methodologyNamed(deps, actor, query.methodologyName))
  serve(proposeMethodology, ({ actor, body }) => propose(deps, actor, body))
  serve(decideMethodology, ({ actor, params, body }) => decideOn(deps, actor, params.methodologyId, body))
}
