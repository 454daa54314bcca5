import { z } from 'zod'
import { inTenant } from '#server/infra/db/database.ts'
import { type Page, pageOf } from '#server/infra/db/pages.ts'
import type { InfraDeps } from '#server/infra/doors/deps.ts'
import type { DocumentDeps } from '#server/mrv/documents/subject.ts'
import { noSuchProject } from '#server/mrv/projects/project-access.ts'
import { type ProjectRecord, readableProject } from '#server/mrv/projects/projects.ts'
import type { LookupDeps } from '#server/people/tenants/tenants.ts'
import type { ReplyOf, ValidQueryOf } from '#shared/contract/endpoint.ts'
import type {
  readTimeline,
  readTimelineLead,
  readTimelineMonths,
  TimelineEntry,
  TimelineLead,
} from '#shared/contract/timeline.ts'
import { claimPath, recordPath, workPath } from '#shared/rules/paths.ts'
import type { Actor } from '#shared/rules/permissions.ts'
import { toWire } from '#shared/rules/quantities.ts'
import { filesOfLines } from './files-of-lines.ts'
import { leadOf, monthsOf, type TimelineRow, timelineOf } from './timeline.store.ts'

/** Acts of a published project that anybody may see, with the project's public reasons. */
const publicActs = [
  'project.approve',
  'project.activate',
  'project.suspend',
  'project.resume',
  'project.withdraw',
  'measurement.accept',
  'verification.verify',
]

const actsFor = (isInsider: boolean) => (isInsider ? null : publicActs)

/** Newest first; non-participants see only public lines. */
export async function timelineFor(
  deps: Pick<DocumentDeps, 'sql' | 'lookups' | 'config' | 'subjects'>,
  actor: Actor,
  query: ValidQueryOf<typeof readTimeline>,
): Promise<Page<TimelineEntry>> {
  const { project, isInsider } = await readableProject(deps, actor, query)
  const { tenantId, id } = project
  return inTenant(deps.sql, tenantId, async (tx) => {
    const { items, ...page } = await pageOf(query, {
      read: (part) => timelineOf(tx, tenantId, id, { acts: actsFor(isInsider), month: query.month }, part),
      itemOf: (row) => row,
    })
    const files = await filesOfLines({ ...deps, sql: tx }, actor, project, isInsider, items)
    return {
      ...page,
      items: items.map((row) => ({ ...entryOf(row, project, actor, isInsider), files: files.get(row.id) ?? [] })),
    }
  })
}

export async function leadFor(
  deps: LookupDeps,
  actor: Actor,
  query: ValidQueryOf<typeof readTimelineLead>,
): Promise<TimelineLead> {
  const { project } = await readableProject(deps, actor, query)
  const row = await leadOf(deps.sql, project.tenantId, project.id)
  if (!row) throw noSuchProject()
  const { createdAt, issuances, firstIssuedAt, issued, retired, burnt, retiredAt, retiredBy } = row
  return {
    createdAt: createdAt.toISOString(),
    issuances,
    firstIssuedAt: firstIssuedAt?.toISOString() ?? null,
    issued: toWire(issued),
    retired: toWire(retired),
    burnt: toWire(burnt),
    lastRetirement: retiredAt && retiredBy !== null ? { at: retiredAt.toISOString(), account: retiredBy } : null,
  }
}

/** `held` is cumulative. */
export async function monthsFor(
  deps: Pick<InfraDeps, 'sql' | 'lookups' | 'now'>,
  actor: Actor,
  query: ValidQueryOf<typeof readTimelineMonths>,
): Promise<ReplyOf<typeof readTimelineMonths>> {
  const { project, isInsider } = await readableProject(deps, actor, query)
  const rows = await inTenant(deps.sql, project.tenantId, (tx) =>
    monthsOf(tx, project.tenantId, project.id, actsFor(isInsider)),
  )
  let held = 0n
  const months = rows.map(({ month, acts, issued, retired, cancelled }) => {
    held += issued - retired - cancelled
    return {
      key: month,
      acts: toWire(acts),
      issued: toWire(issued),
      retired: toWire(retired),
      cancelled: toWire(cancelled),
      // Movements that wait for a lock keep earlier times, so sums at a month's end may be negative.
      held: toWire(held < 0n ? 0n : held),
    }
  })
  return { asOf: deps.now().toISOString(), months }
}

const facts = z.object({
  status: z.string().nullable().catch(null),
  reason: z.string().nullable().catch(null),
  statement: z.string().nullable().catch(null),
  quantity: z.number().nullable().catch(null),
  beneficiary: z.string().nullable().catch(null),
})

function entryOf(
  row: TimelineRow,
  project: ProjectRecord,
  actor: Actor,
  isInsider: boolean,
): Omit<TimelineEntry, 'files'> {
  const before = facts.parse(row.before ?? {})
  const after = facts.parse(row.after ?? {})
  const side = sideOf(row, project)
  const isColleague = row.accountId !== null && actor.accountIds.includes(row.accountId)
  const maySeePerson = actor.tenantId === project.tenantId && (actor.isTenantAdmin || isColleague)
  const isOpen = isInsider || row.kind === 'project'
  return {
    entryId: row.id,
    at: row.at.toISOString(),
    act: row.act,
    subjectId: row.subjectId,
    path: isInsider || row.kind === 'transaction' || row.kind === 'claim' ? pathOf(row, project.id) : null,
    periodStart: row.periodStart,
    periodEnd: row.periodEnd,
    side,
    account: side === 'registry' ? null : row.account,
    person: maySeePerson ? row.person : null,
    from: before.status,
    to: after.status,
    reason: isOpen ? (after.reason ?? after.statement) : null,
    quantity: after.quantity,
    beneficiary: after.beneficiary || null,
  }
}

/** By account: one person may have different sides in different projects. */
function sideOf({ accountId, providerId, kind }: TimelineRow, project: ProjectRecord): TimelineEntry['side'] {
  if (accountId === null) return 'registry'
  if (accountId === project.accountId) return 'proponent'
  if (accountId === providerId) return kind === 'verification' ? 'verifier' : 'measurer'
  if (accountId === project.measurementProviderId) return 'measurer'
  if (accountId === project.verificationProviderId) return 'verifier'
  // Other claimants have no part in the project.
  return kind === 'claim' ? 'organisation' : 'registry'
}

function pathOf({ kind, subjectId }: TimelineRow, projectId: string): string | null {
  if (kind === 'transaction') return recordPath(subjectId)
  if (kind === 'claim') return claimPath(subjectId)
  if (kind === 'measurement') return workPath('measurements', projectId, subjectId)
  if (kind === 'verification') return workPath('verifications', projectId, subjectId)
  return null
}
