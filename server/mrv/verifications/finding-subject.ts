import type { FindSubject } from '#server/mrv/documents/subject.ts'
import { actsFor, mayReach } from '#shared/rules/permissions.ts'
import { findingById } from './findings.store.ts'
import { verificationById } from './verifications.store.ts'
import { judgedBy, noticeFactsOf, viewOf } from './verifications.ts'

/** Private evidence from the finding's owner and the verifier. */
export const findingSubject: FindSubject = async (sql, actor, id) => {
  const finding = await findingById(sql, actor.tenantId, id)
  const row = finding && (await verificationById(sql, actor.tenantId, finding.verificationId))
  if (!finding || !row) return null
  const ownerId = finding.ownerSide === 'proponent' ? row.projectAccountId : row.measurerId
  const mayJudge = mayReach(actor, 'verification.decide', judgedBy(row))
  return {
    tenantId: row.tenantId,
    projectId: row.projectId,
    accountId: row.projectAccountId,
    state: finding.status,
    mayRead: mayReach(actor, 'verification.list', viewOf(row)),
    mayAdd: mayJudge || actsFor(actor, 'finding.answer', ownerId),
    isLocked: finding.status === 'closed' || row.status !== 'findings open',
    isPublished: false,
    restingOn: {
      whom: { accounts: [row.accountId, ownerId] },
      notice: {
        kind: 'finding.document',
        facts: { ...noticeFactsOf(row), finding: `${finding.type} ${finding.number}` },
      },
    },
  }
}
