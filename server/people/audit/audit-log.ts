import { type Database, inTenant, type Sql } from '#server/infra/db/database.ts'
import { exactly, type Search } from '#server/infra/db/forgiving.ts'
import { type Found, type Page, type Part, type Place, type Placed, pageOf } from '#server/infra/db/pages.ts'
import type { InfraDeps } from '#server/infra/doors/deps.ts'
import { corrector } from '#server/people/search/corrections.ts'
import type { AuditActor, AuditLine, exportAudit, listAudit, listAuditActors } from '#shared/contract/audit.ts'
import type { ValidQueryOf } from '#shared/contract/endpoint.ts'
import { csvLine } from '#shared/rules/csv.ts'
import { type Actor, reachOf } from '#shared/rules/permissions.ts'
import { type AuditFilter, actorsNamed, auditLines } from './audit.store.ts'
import { withNames } from './subjects.ts'

/** Returns the lines that the caller may read, newest first. */
export async function auditLog(
  { sql }: Pick<InfraDeps, 'sql'>,
  actor: Actor,
  query: ValidQueryOf<typeof listAudit>,
): Promise<Page<AuditLine>> {
  const filter = { ...query, accountIds: readableTo(actor) }
  return pageOf(query, {
    correct: corrector(sql, actor, actor.tenantId),
    read: (part) => inTenant(sql, actor.tenantId, (tx) => linesWithNames(tx, actor, filter, part)),
    itemOf: (line) => line,
  })
}

async function linesWithNames(
  tx: Sql,
  actor: Actor,
  filter: AuditFilter,
  part: Part,
): Promise<Found<AuditLine & Placed>> {
  const { rows, ...found } = await auditLines(tx, actor.tenantId, filter, part)
  const lines = await withNames(tx, actor, rows)
  return { ...found, rows: lines.map((line) => ({ ...line, sortValue: String(line.sequence), sortId: '' })) }
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
  const search = query.q ? exactly(query.q) : null
  for await (const lines of auditPages(sql, actor, { ...query, accountIds: readableTo(actor) }, search)) {
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

async function* auditPages(
  sql: Database,
  actor: Actor,
  filter: AuditFilter,
  search: Search | null,
): AsyncGenerator<readonly AuditLine[]> {
  let after: Place | null = null
  do {
    const part: Part = { after, limit: exportPage, search }
    const { rows } = await inTenant(sql, actor.tenantId, (tx) => linesWithNames(tx, actor, filter, part))
    if (rows.length > 0) yield rows
    const last = rows.length === exportPage ? rows.at(-1) : undefined
    after = last ? { value: last.sortValue, id: last.sortId } : null
  } while (after !== null)
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

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
