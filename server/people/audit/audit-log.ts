import { type Database, inTenant } from '#server/infra/db/database.ts'
import { type Page, type Place, pageOf } from '#server/infra/db/pages.ts'
import type { InfraDeps } from '#server/infra/doors/deps.ts'
import type { AuditActor, AuditLine, exportAudit, listAudit, listAuditActors } from '#shared/contract/audit.ts'
import type { ValidQueryOf } from '#shared/contract/endpoint.ts'
import { csvLine } from '#shared/rules/csv.ts'
import { type Actor, reachOf } from '#shared/rules/permissions.ts'
import { type AuditFilter, actorsNamed, auditBefore, auditCount } from './audit.store.ts'
import { withNames } from './subjects.ts'

/** Returns the lines that the caller may read, newest first. */
export async function auditLog(
  { sql }: Pick<InfraDeps, 'sql'>,
  actor: Actor,
  query: ValidQueryOf<typeof listAudit>,
): Promise<Page<AuditLine>> {
  const filter = { ...query, accountIds: readableTo(actor) }
  return pageOf(query, {
    sortedBy: 'number',
    read: (part) =>
      inTenant(sql, actor.tenantId, async (tx) => {
        const [rows, total] = await Promise.all([
          auditBefore(tx, actor.tenantId, filter, part),
          auditCount(tx, actor.tenantId, filter),
        ])
        return { rows: await withNames(tx, actor, rows), total }
      }),
    placeOf: placeOfLine,
    itemOf: (line) => line,
  })
}

const exportPage = 1_000

/** Yields CSV, page by page. */
export async function* auditTable(
  { sql }: Pick<InfraDeps, 'sql'>,
  actor: Actor,
  query: ValidQueryOf<typeof exportAudit>,
): AsyncGenerator<string> {
  const heading = 'sequence,at,actor,actorName,act,subject,subjectName,before,after,address,requestId'.split(',')
  yield csvLine(heading, 'all')
  for await (const lines of auditPages(sql, actor, { ...query, accountIds: readableTo(actor) })) {
    yield lines.map((line) => csvLine(cellsOf(line).map(cellOf), 'all')).join('')
  }
}

function cellsOf({
  sequence,
  at,
  actor,
  actorName,
  act,
  subject,
  names,
  before,
  after,
  address,
  requestId,
}: AuditLine) {
  return [sequence, at, actor, actorName, act, subject, names[subject], before, after, address, requestId]
}

async function* auditPages(sql: Database, actor: Actor, filter: AuditFilter): AsyncGenerator<AuditLine[]> {
  let next: Place | null = null
  do {
    const after: Place | null = next
    const lines: AuditLine[] = await inTenant(sql, actor.tenantId, async (tx) =>
      withNames(tx, actor, await auditBefore(tx, actor.tenantId, filter, { after, limit: exportPage })),
    )
    if (lines.length > 0) yield lines
    const last = lines.length === exportPage ? lines.at(-1) : undefined
    next = last ? placeOfLine(last) : null
  } while (next !== null)
}

const shownActors = 20

/** Returns the people whose acts the caller may read. */
export async function auditActors(
  { sql }: Pick<InfraDeps, 'sql'>,
  actor: Actor,
  { q }: ValidQueryOf<typeof listAuditActors>,
): Promise<{ items: AuditActor[] }> {
  const filter = { q, accountIds: readableTo(actor) }
  return { items: await inTenant(sql, actor.tenantId, (tx) => actorsNamed(tx, actor.tenantId, filter, shownActors)) }
}

/** Null: the whole tenant. */
function readableTo(actor: Actor): readonly string[] | null {
  return reachOf(actor, 'audit.read') === 'tenant' ? null : actor.adminOf
}

function placeOfLine({ sequence }: AuditLine): Place {
  return { value: String(sequence), id: '' }
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
