import { forVisitors } from '#server/infra/doors/deps.ts'
import type { Feature } from '#server/infra/http/feature.ts'
import { sendDocument } from '#server/infra/http/file-answers.ts'
import type { UnitsDeps } from '#server/units/deps.ts'
import * as contract from '#shared/contract/documents.ts'
import { addDocument, documentList } from './documents.ts'
import { linkTo, openDocument } from './opening.ts'

export const documentRoutes: Feature<UnitsDeps> = (serve, deps, { app, actorOf }) => {
  const reading = forVisitors(deps)
  serve(contract.listDocuments, ({ actor, query }) =>
    documentList(actor.userId === null ? reading : deps, actor, query),
  )
  serve(contract.addDocument, ({ actor, upload }) => addDocument(deps, actor, upload))
  serve(contract.linkDocument, ({ actor, params }) => linkTo(deps, actor, params.documentId))

  app.get<{ Params: Record<'tenantId' | 'accountId' | 'fileName', string>; Querystring: { link?: unknown } }>(
    '/documents/:tenantId/:accountId/:fileName',
    async (request, reply) => {
      const actor = await actorOf(request)
      const link = typeof request.query.link === 'string' ? request.query.link : undefined
      const isVisit = actor.userId === null && link === undefined
      return sendDocument(reply, await openDocument(isVisit ? reading : deps, actor, request.params, link))
    },
  )
}
