import { listMyProjects, listProjects, readProject } from '#shared/contract/projects.ts'

/** What a change of a project makes stale. */
export const projectReads = [readProject, listProjects, listMyProjects]
