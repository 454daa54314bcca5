import { listClaims } from '#shared/contract/claims.ts'
import { listProjects } from '#shared/contract/projects.ts'
import { claimPath, projectPath } from '#shared/rules/paths.ts'
import { callerAt } from '#tests/kit/person.ts'
import { world } from './world.ts'

export async function sampleAddresses(): Promise<{ project: string; claim: string }> {
  const visitor = callerAt(world.baseUrl, null)
  const query = { tenantId: 'sample' }
  const [project] = (await visitor.call(listProjects, { query: { ...query, q: 'Cookstoves of Kitui' } })).items
  const [claim] = (await visitor.call(listClaims, { query })).items
  if (!project || !claim) throw new Error('The sample has a published project and a claim.')
  return { project: projectPath(project.projectKey), claim: claimPath(claim.claimId) }
}
