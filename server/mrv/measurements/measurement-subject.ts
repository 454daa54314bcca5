import type { DocumentSubject, FindSubject } from '#server/mrv/documents/subject.ts'
import { todayOf } from '#server/mrv/projects/projects.ts'
import { mayReach } from '#shared/rules/permissions.ts'
import { type MeasurementRow, measurementById } from './measurements.store.ts'
import { readSubjectOf, subjectOf } from './measurements.ts'

export const measurementSubject: FindSubject = async (sql, actor, id) => {
  const row = await measurementById(sql, actor.tenantId, todayOf({ now: () => new Date() }), id)
  if (!row) return null
  return {
    tenantId: row.tenantId,
    projectId: row.projectId,
    accountId: row.projectAccountId,
    state: row.status,
    mayRead: mayReach(actor, 'measurement.list', readSubjectOf(row)),
    mayAdd: mayReach(actor, 'measurement.submit', subjectOf(row)),
    isLocked: row.status === 'accepted' || row.status === 'rejected',
    // Only published projects have measurements.
    isPublished: row.status === 'accepted',
    restingOn: restingOn(row),
  }
}

/** Documents concern the measurer before submission, then the side that decides. */
function restingOn(row: MeasurementRow): DocumentSubject['restingOn'] {
  const { projectId, measurementId, project, periodStart, periodEnd, status } = row
  if (status === 'accepted' || status === 'rejected') return null
  const deciding =
    row.submittedAccountId === row.projectAccountId ? { tenantAdmins: true } : { accounts: [row.projectAccountId] }
  return {
    whom: status === 'submitted' ? deciding : { accounts: [row.accountId] },
    notice: { kind: 'measurement.document', facts: { projectId, measurementId, project, periodStart, periodEnd } },
  }
}
