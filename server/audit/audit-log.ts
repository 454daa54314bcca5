import { type Database, inTenant } from '#server/db/database.ts'
import { type Page, pageOf, pageSize, placeOf } from '#server/db/pages.ts'
import type { Deps } from '#server/deps.ts'
import type { Call } from '#server/http/serve.ts'
import type { AuditActor, AuditLine, exportAudit, listAudit, listAuditActors } from '#shared/contract/audit.ts'
import type { Actor } from '#shared/rules/permissions.ts'
import { type AuditFilter, actorsNamed, auditBefore, auditCount } from './audit.store.ts'
import { csvLine } from './csv.ts'
import { withNames } from './subjects.ts'

/** What was done in the caller's tenant, newest first. */
export async function auditLog(
  { sql }: Deps,
  actor: Actor,
  { cursor, limit: asked, ...filter }: Call<typeof listAudit>['query'],
): Promise<Page<AuditLine>> {
  const limit = pageSize(asked)
  const before = sequenceOf(cursor)
  return inTenant(sql, actor.tenantId, async (tx) => {
    const [rows, total] = await Promise.all([
      auditBefore(tx, actor.tenantId, filter, before, limit + 1),
      auditCount(tx, actor.tenantId, filter),
    ])
    const lines = await withNames(tx, actor.tenantId, rows)
    return pageOf(
      lines,
      limit,
      total,
      (line) => line,
      ({ sequence }) => ({ value: String(sequence), id: '' }),
    )
  })
}

const exportPage = 1_000
const columns = {
  sequence: (line) => line.sequence,
  at: (line) => line.at,
  actor: (line) => line.actor,
  actorName: (line) => line.actorName,
  act: (line) => line.act,
  subject: (line) => line.subject,
  subjectName: (line) => line.names[line.subject],
  before: (line) => line.before,
  after: (line) => line.after,
  address: (line) => line.address,
  requestId: (line) => line.requestId,
} satisfies Record<string, (line: AuditLine) => unknown>

/** The same acts as a table, all of them that the search and the filters find, read page by page as they are sent. */
export async function* auditTable(
  { sql }: Deps,
  actor: Actor,
  filter: Call<typeof exportAudit>['query'],
): AsyncGenerator<string> {
  yield csvLine(Object.keys(columns))
  for await (const lines of auditPages(sql, actor.tenantId, filter)) {
    yield lines.map((line) => csvLine(Object.values(columns).map((of) => cellOf(of(line))))).join('')
  }
}

async function* auditPages(sql: Database, tenantId: string, filter: AuditFilter): AsyncGenerator<AuditLine[]> {
  let before: bigint | null = null
  do {
    const from = before
    const lines: AuditLine[] = await inTenant(sql, tenantId, async (tx) =>
      withNames(tx, tenantId, await auditBefore(tx, tenantId, filter, from, exportPage)),
    )
    if (lines.length > 0) yield lines
    const last = lines.length === exportPage ? lines.at(-1) : undefined
    before = last ? BigInt(last.sequence) : null
  } while (before !== null)
}

const shownActors = 20

/** Who has done anything in the caller's tenant, by name. */
export async function auditActors(
  { sql }: Deps,
  { tenantId }: Actor,
  { q = '' }: Call<typeof listAuditActors>['query'],
): Promise<{ items: AuditActor[] }> {
  return { items: await inTenant(sql, tenantId, (tx) => actorsNamed(tx, tenantId, q, shownActors)) }
}

function sequenceOf(cursor: string | undefined): bigint | null {
  const place = placeOf(cursor, 'number')
  return place === null ? null : BigInt(place.value)
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
