import { listProjects, type ProjectSummary } from '#shared/contract/projects.ts'
import { visitor } from './people.ts'

/** The project of the sample for which units are issued. */
export async function aPublishedProject(): Promise<ProjectSummary> {
  const { items } = await visitor.call(listProjects, { query: { tenantId: 'sample', q: 'Clean Cookstoves of Kitui' } })
  const project = items.find(({ projectName }) => projectName === 'Clean Cookstoves of Kitui')
  if (!project) throw new Error('The sample has this project.')
  return project
}
