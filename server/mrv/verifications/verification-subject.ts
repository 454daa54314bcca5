import type { FindSubject } from '#server/mrv/documents/subject.ts'
import { mayReach } from '#shared/rules/permissions.ts'
import { verificationById } from './verifications.store.ts'
import { judgedBy, viewOf } from './verifications.ts'

/** The opinion's evidence, open until the decision. */
export const verificationSubject: FindSubject = async (sql, actor, id) => {
  const row = await verificationById(sql, actor.tenantId, id)
  if (!row) return null
  const isDecided = row.status === 'verified' || row.status === 'not verified'
  return {
    tenantId: row.tenantId,
    projectId: row.projectId,
    accountId: row.projectAccountId,
    state: row.status,
    mayRead: mayReach(actor, 'verification.list', viewOf(row)),
    mayAdd: mayReach(actor, 'verification.decide', judgedBy(row)),
    isLocked: isDecided,
    isPublished: row.status === 'verified',
    // Private to the verifier until the decision.
    restingOn: null,
  }
}
