import { type Database, inTenant } from '#server/db/database.ts'
import { type Page, pageOf, pageSize, placeOf } from '#server/db/pages.ts'
import type { Deps } from '#server/deps.ts'
import type { Call } from '#server/http/serve.ts'
import type { AuditLine, exportAudit, listAudit } from '#shared/contract/registry.ts'
import type { Actor } from '#shared/rules/permissions.ts'
import { type AuditRow, auditBefore, auditCount } from './audit.store.ts'
import { csvLine } from './csv.ts'

/** What was done in the caller's tenant, newest first. */
export async function auditLog(
  { sql }: Deps,
  actor: Actor,
  query: Call<typeof listAudit>['query'],
): Promise<Page<AuditLine>> {
  const limit = pageSize(query.limit)
  const before = sequenceOf(query.cursor)
  const q = query.q ?? ''
  const [rows, total] = await inTenant(sql, actor.tenantId, (tx) =>
    Promise.all([auditBefore(tx, actor.tenantId, q, before, limit + 1), auditCount(tx, actor.tenantId, q)]),
  )
  return pageOf(rows, limit, total, lineOf, (row) => ({ value: String(row.sequence), id: '' }))
}

const exportPage = 1_000
const columns = [
  'sequence',
  'at',
  'actor',
  'actorName',
  'act',
  'subject',
  'before',
  'after',
  'address',
  'requestId',
] as const

/** The same acts as a table, all of them that the search finds, read page by page as they are sent. */
export async function* auditTable(
  { sql }: Deps,
  actor: Actor,
  query: Call<typeof exportAudit>['query'],
): AsyncGenerator<string> {
  yield csvLine(columns)
  for await (const rows of auditPages(sql, actor.tenantId, query.q ?? '')) {
    yield rows
      .map(lineOf)
      .map((line) => csvLine(columns.map((column) => cellOf(line[column]))))
      .join('')
  }
}

async function* auditPages(sql: Database, tenantId: string, q: string): AsyncGenerator<AuditRow[]> {
  let before: bigint | null = null
  do {
    const from = before
    const rows: AuditRow[] = await inTenant(sql, tenantId, (tx) => auditBefore(tx, tenantId, q, from, exportPage))
    if (rows.length > 0) yield rows
    before = rows.length === exportPage ? (rows.at(-1)?.sequence ?? null) : null
  } while (before !== null)
}

function sequenceOf(cursor: string | undefined): bigint | null {
  const place = placeOf(cursor, 'number')
  return place === null ? null : BigInt(place.value)
}

function lineOf({ sequence, at, ...row }: AuditRow): AuditLine {
  return { ...row, sequence: Number(sequence), at: at.toISOString() }
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
