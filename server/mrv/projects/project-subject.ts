import type { FindSubject } from '#server/mrv/documents/subject.ts'
import { mayReach } from '#shared/rules/permissions.ts'
import { isPublished, subjectOf } from './project-access.ts'
import { projectById } from './project-record.store.ts'

/** A project as its documents know it. */
export const projectSubject: FindSubject = async (sql, actor, id) => {
  const project = await projectById(sql, actor.tenantId, id)
  if (!project) return null
  const { tenantId, accountId, status } = project
  return {
    tenantId,
    projectId: project.id,
    accountId,
    state: status,
    mayRead: mayReach(actor, 'project.read', subjectOf(project)),
    mayAdd: mayReach(actor, 'project.edit', { tenantId, accountId }),
    isLocked: status === 'withdrawn',
    isPublished: isPublished(status),
  }
}
