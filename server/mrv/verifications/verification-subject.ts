import type { FindSubject } from '#server/mrv/documents/subject.ts'
import { mayReach } from '#shared/rules/permissions.ts'
import { verificationById } from './verifications.store.ts'
import { judgedBy, viewOf } from './verifications.ts'

/** A verification as its documents know it: what the verifier's opinion rests on, until it is given. */
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
    // The verifier's own papers, until the opinion that they support is told.
    restingOn: null,
  }
}
