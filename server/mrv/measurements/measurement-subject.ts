import type { DocumentSubject, FindSubject } from '#server/mrv/documents/subject.ts'
import { todayOf } from '#server/mrv/projects/projects.ts'
import { mayReach } from '#shared/rules/permissions.ts'
import { type MeasurementRow, measurementById } from './measurements.store.ts'
import { subjectOf } from './measurements.ts'

/** A measurement as its documents know it: evidence of what was measured, until that is decided. */
export const measurementSubject: FindSubject = async (sql, actor, id) => {
  const row = await measurementById(sql, actor.tenantId, todayOf({ now: () => new Date() }), id)
  if (!row) return null
  return {
    tenantId: row.tenantId,
    projectId: row.projectId,
    accountId: row.projectAccountId,
    state: row.status,
    mayRead: mayReach(actor, 'measurement.list', subjectOf(row)),
    mayAdd: mayReach(actor, 'measurement.submit', subjectOf(row)),
    isLocked: row.status === 'accepted' || row.status === 'rejected',
    // Of an active project, as only one is measured.
    isPublished: row.status === 'accepted',
    restingOn: restingOn(row),
  }
}

/** Whoever measures works by its documents until it has submitted; whoever decides does then. */
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
