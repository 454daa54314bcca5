import type { InfraDeps } from '#server/infra/doors/deps.ts'
import { forVisitors } from '#server/infra/doors/deps.ts'
import { serveExport } from '#server/infra/http/exports.ts'
import type { Feature } from '#server/infra/http/feature.ts'
import { sendImage } from '#server/infra/http/file-answers.ts'
import { exportMyProjects, exportProjects } from '#shared/contract/exports.ts'
import * as overlaps from '#shared/contract/overlaps.ts'
import * as contract from '#shared/contract/projects.ts'
import { countOverlaps, decideOverlap, projectOverlaps, withOverlaps } from './overlaps.ts'
import { changeProject, requestProject } from './project-changes.ts'
import { decideProject } from './project-decisions.ts'
import { imageAt, replaceImage } from './project-files.ts'
import { projectPlaces } from './project-places.ts'
import { ownedAssets, ownProjects, projectFacetsIn, projectPage, projectsIn } from './projects.ts'

export const projectRoutes: Feature<InfraDeps> = (serve, deps, { app, actorOf }) => {
  const reading = forVisitors(deps)
  serve(contract.listProjects, ({ actor, query }) => projectsIn(reading, actor, query))
  serveExport(serve, exportProjects, async ({ actor, query }) => {
    const page = (await projectsIn(reading, actor, query)).value()
    return query.isAdmin === 'true' ? { ...page, items: await withOverlaps(deps, actor, page.items) } : page
  })
  serve(contract.readProjectFacets, ({ actor, query }) => projectFacetsIn(reading, actor, query))
  serve(contract.readProjectPlaces, ({ actor, query }) => projectPlaces(reading, actor, query))
  serve(contract.listMyProjects, ({ actor, query }) => ownProjects(deps, actor, query))
  serveExport(serve, exportMyProjects, ({ actor, query }) => ownProjects(deps, actor, query))
  serve(contract.listOwnedAssets, ({ actor, query }) => ownedAssets(deps, actor, query))
  serve(contract.readProject, ({ actor, query }) => projectPage(reading, actor, query))
  serve(contract.createProject, ({ actor, body }) => requestProject(deps, actor, body))
  serve(contract.updateProject, ({ actor, query, body }) => changeProject(deps, actor, query.projectKey, body))
  serve(contract.decideProject, ({ actor, params, body }) => decideProject(deps, actor, params.projectId, body))
  serve(overlaps.listOverlaps, ({ actor, params }) => projectOverlaps(deps, actor, params.projectId))
  serve(overlaps.countOverlaps, ({ actor, query }) => countOverlaps(deps, actor, query.projectIds))
  serve(overlaps.decideOverlap, ({ actor, params, body }) => decideOverlap(deps, actor, params.projectId, body))
  serve(contract.uploadImage, ({ actor, upload }) => replaceImage(deps, actor, upload))

  app.get<{
    Params: Record<'tenantId' | 'accountId' | 'projectId' | 'fileName', string>
    Querystring: { width?: unknown; link?: unknown }
  }>('/images/:tenantId/:accountId/:projectId/:fileName', { config: { share: 'files' } }, async (request, reply) => {
    const { width, link: given } = request.query
    const link = typeof given === 'string' ? given : undefined
    const isVisit = request.headers.authorization === undefined && link === undefined
    const options = { width, link }
    return sendImage(reply, await imageAt(isVisit ? reading : deps, () => actorOf(request), request.params, options))
  })
}
