import type { Feature } from '#server/feature.ts'
import { sendDocument, sendImage } from '#server/http/file-answers.ts'
import {
  createProject,
  decideProject,
  listMyProjects,
  listOwnedAssets,
  listProjects,
  readProject,
  updateProject,
  uploadDocument,
  uploadImage,
} from '#shared/contract/projects.ts'
import { changeProject, requestProject } from './project-changes.ts'
import { decideOn } from './project-decisions.ts'
import { addDocument, documentFor, imageAt, replaceImage } from './project-files.ts'
import { ownedAssets, ownProjects, projectPage, projectsIn } from './projects.ts'

export const projectRoutes: Feature = (serve, deps, { app, actorOf }) => {
  serve(listProjects, ({ actor, query }) => projectsIn(deps, actor, query))
  serve(listMyProjects, ({ actor, query }) => ownProjects(deps, actor, query))
  serve(listOwnedAssets, ({ actor, query }) => ownedAssets(deps, actor, query))
  serve(readProject, ({ actor, query }) => projectPage(deps, actor, query))
  serve(createProject, ({ actor, body }) => requestProject(deps, actor, body))
  serve(updateProject, ({ actor, query, body }) => changeProject(deps, actor, query.projectKey, body))
  serve(decideProject, ({ actor, params, body }) => decideOn(deps, actor, params.projectId, body))
  serve(uploadImage, ({ actor, upload }) => replaceImage(deps, actor, upload))
  serve(uploadDocument, ({ actor, upload }) => addDocument(deps, actor, upload))

  app.get<{ Params: Record<'tenantId' | 'accountId' | 'projectId' | 'fileName', string> }>(
    '/images/:tenantId/:accountId/:projectId/:fileName',
    async (request, reply) => sendImage(reply, await imageAt(deps, request.params)),
  )
  app.get<{ Params: Record<'tenantId' | 'accountId' | 'fileName', string> }>(
    '/documents/:tenantId/:accountId/:fileName',
    async (request, reply) => sendDocument(reply, await documentFor(deps, await actorOf(request), request.params)),
  )
}
