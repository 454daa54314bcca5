import type { FindSubject } from '#server/mrv/documents/subject.ts'
import { mayReach } from '#shared/rules/permissions.ts'
import { methodologyById } from './methodologies.store.ts'
import { isOwnProposal } from './methodologies.ts'

export const methodologySubject: FindSubject = async (sql, actor, id) => {
  const row = await methodologyById(sql, actor.tenantId, id)
  if (!row) return null
  const { tenantId, accountId, status, name: methodology, version } = row
  const facts = { methodology, version, methodologyId: id }
  const isOwn = isOwnProposal(actor, row)
  return {
    tenantId,
    projectId: null,
    accountId,
    state: status,
    mayRead: isOwn || mayReach(actor, 'methodology.decide', { tenantId }),
    mayAdd: mayReach(actor, 'methodology.propose', { tenantId, accountId }),
    isLocked: status !== 'draft' && status !== 'pending',
    isPublished: status === 'approved' || status === 'deprecated',
    restingOn:
      status === 'pending' ? { whom: { tenantAdmins: true }, notice: { kind: 'methodology.document', facts } } : null,
  }
}
