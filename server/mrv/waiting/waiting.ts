import type { Sql } from '#server/infra/db/database.ts'
import type { Project } from '#shared/contract/projects.ts'
import { projectWaitsOn } from './waiting.store.ts'

export async function waitsOn(sql: Sql, tenantId: string, projectId: string): Promise<Project['waitsOn']> {
  const found = await projectWaitsOn(sql, tenantId, projectId)
  return found && { ...found, since: found.since?.toISOString() ?? null }
}
