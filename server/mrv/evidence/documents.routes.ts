import type { InfraDeps } from '#server/infra/doors/deps.ts'
import { forVisitors } from '#server/infra/doors/deps.ts'
import type { Feature } from '#server/infra/http/feature.ts'
import { sendDocument } from '#server/infra/http/file-answers.ts'
import { changeReaders, removeDocuments } from '#server/mrv/documents/changing.ts'
import { addDocument, documentList } from '#server/mrv/documents/documents.ts'
import { linkTo, openDocument } from '#server/mrv/documents/opening.ts'
import { addProjectDocument } from '#server/mrv/projects/project-files.ts'
import * as contract from '#shared/contract/documents.ts'
import { readEvidence } from '#shared/contract/evidence.ts'
import { uploadDocument } from '#shared/contract/projects.ts'
import { evidenceFor } from './evidence-tree.ts'
import { subjects } from './subjects.ts'

export const documentRoutes: Feature<InfraDeps> = (serve, infra, { app, actorOf }) => {
  const deps = { ...infra, subjects }
  const reading = forVisitors(deps)
  serve(contract.listDocuments, ({ actor, query }) =>
    documentList(actor.userId === null ? reading : deps, actor, query),
  )
  serve(readEvidence, ({ actor, query }) => evidenceFor(actor.userId === null ? reading : deps, actor, query))
  serve(contract.addDocument, ({ actor, upload }) => addDocument(deps, actor, upload))
  serve(uploadDocument, ({ actor, upload }) => addProjectDocument(deps, actor, upload))
  serve(contract.changeDocuments, ({ actor, body }) => changeReaders(deps, actor, body))
  serve(contract.removeDocuments, ({ actor, body }) => removeDocuments(deps, actor, body))
  serve(contract.linkDocument, ({ actor, params }) => linkTo(deps, actor, params.documentId))

  app.get<{
    Params: Record<'tenantId' | 'accountId' | 'fileName', string>
    Querystring: { link?: unknown; show?: unknown }
  }>(
    '/documents/:tenantId/:accountId/:fileName',
    // Ranges and the ETag refer to the uncompressed bytes.
    { compress: false, config: { share: 'files' } },
    async (request, reply) => {
      const actor = await actorOf(request)
      const link = typeof request.query.link === 'string' ? request.query.link : undefined
      const isVisit = actor.userId === null && link === undefined
      const document = await openDocument(isVisit ? reading : deps, actor, request.params, link)
      return sendDocument(request, reply, document, request.query.show !== undefined)
    },
  )
}
