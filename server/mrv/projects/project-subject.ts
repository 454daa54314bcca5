import type { DocumentSubject, FindSubject } from '#server/mrv/documents/subject.ts'
import { formatProjectKey } from '#shared/rules/keys.ts'
import { mayReach } from '#shared/rules/permissions.ts'
import { isPublished, subjectOf } from './project-access.ts'
import { type ProjectRecord, projectById } from './project-record.store.ts'

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
    restingOn: restingOn(project),
  }
}

/** Documents concern the registry during review, then the providers. */
function restingOn(project: ProjectRecord): DocumentSubject['restingOn'] {
  const { tenantId, accountId, id: projectId, name, status } = project
  const isMeasured = status === 'approved' || status === 'active'
  if (status !== 'pending' && !isMeasured) return null
  const providers = [project.measurementProviderId, project.verificationProviderId]
  const facts = { project: name, projectKey: formatProjectKey({ tenantId, accountId, projectId }) }
  return {
    whom: isMeasured ? { accounts: providers } : { tenantAdmins: true },
    notice: { kind: 'project.document', facts },
  }
}
