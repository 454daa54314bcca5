import type { Fragment, Sql } from '#server/infra/db/database.ts'
import type { Finding, Place } from '#shared/contract/verifications.ts'
import type { FindingStatus } from '#shared/rules/lifecycle/verification.ts'
import { limits } from '#shared/rules/limits.ts'

/** With its messages in order. */
export type FindingRow = Omit<Finding, 'name' | 'owner' | 'overdue' | 'created' | 'messages' | 'acts'> & {
  createdAt: Date
  messages: Finding['messages']
}

const findings = (sql: Sql, matching: Fragment) => sql<FindingRow[]>`
  select f.id as "findingId", f.verification_id as "verificationId", f.type, f.number, f.words, f.owner_side as "ownerSide",
    f.due_date::text as "dueDate", f.status, f.created_at as "createdAt", coalesce(said.messages, '[]') as messages,
    case when d.id is not null then jsonb_strip_nulls(jsonb_build_object('documentId', d.id, 'originalName', d.original_name,
      'page', f.page, 'sheet', f.sheet, 'row', f.line,
      'region', case when f.region is not null then jsonb_build_object('left', f.region[1], 'top', f.region[2],
        'width', f.region[3], 'height', f.region[4]) end)) end as place
  from finding f
  left join document d on d.tenant_id = f.tenant_id and d.id = f.document_id
  left join lateral (
    select jsonb_agg(jsonb_build_object('messageId', m.id, 'act', m.act, 'account', a.name, 'words', m.words,
      'at', to_char(m.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by m.ordinal) as messages
    from finding_message m join account a on a.tenant_id = m.tenant_id and a.id = m.account_id
    where m.tenant_id = f.tenant_id and m.finding_id = f.id
  ) said on true
  where ${matching}
  order by f.created_at, f.id limit ${limits.findings}`

export function findingsOf(sql: Sql, tenantId: string, verificationId: string): Promise<FindingRow[]> {
  return findings(sql, sql`f.tenant_id = ${tenantId} and f.verification_id = ${verificationId}`)
}

/** Closed FARs (forward action requests) of the project's earlier periods. */
export function carriedTo(sql: Sql, tenantId: string, verificationId: string): Promise<FindingRow[]> {
  return findings(
    sql,
    sql`f.tenant_id = ${tenantId} and f.type = 'FAR' and f.status = 'closed' and f.verification_id in (
      select before.id
      from verification v
      join measurement m on m.tenant_id = v.tenant_id and m.id = v.measurement_id
      join measurement earlier on earlier.tenant_id = m.tenant_id and earlier.project_id = m.project_id
        and earlier.period << m.period
      join verification before on before.tenant_id = earlier.tenant_id and before.measurement_id = earlier.id
      where v.tenant_id = ${tenantId} and v.id = ${verificationId})`,
  )
}

export async function findingById(sql: Sql, tenantId: string, id: string): Promise<FindingRow | null> {
  const [row] = await findings(sql, sql`f.tenant_id = ${tenantId} and f.id = ${id}`)
  return row ?? null
}

/** Needs a lock on the verification. Returns the finding's number. */
export async function insertFinding(
  tx: Sql,
  finding: Pick<FindingRow, 'findingId' | 'verificationId' | 'type' | 'words' | 'ownerSide' | 'dueDate'> & {
    tenantId: string
    by: string
    place: Place | null
  },
): Promise<number> {
  const { documentId = null, page = null, sheet = null, row: line = null, region } = finding.place ?? {}
  const edges = region ? [region.left, region.top, region.width, region.height] : null
  const [row] = await tx<{ number: number }[]>`
    insert into finding (tenant_id, id, verification_id, number, type, words, owner_side, due_date, opened_by, document_id,
      page, sheet, line, region)
    select ${finding.tenantId}, ${finding.findingId}, ${finding.verificationId}, coalesce(max(number), 0) + 1,
      ${finding.type}, ${finding.words}, ${finding.ownerSide}, ${finding.dueDate}::date, ${finding.by}, ${documentId},
      ${page}::integer, ${sheet}::integer, ${line}::integer, ${edges}::integer[]
    from finding where tenant_id = ${finding.tenantId} and verification_id = ${finding.verificationId}
    returning number`
  if (!row) throw new Error('An insert returned no row.')
  return row.number
}

/** Appends a message and sets the state. Needs a lock on the verification. */
export async function addMessage(
  tx: Sql,
  message: {
    tenantId: string
    messageId: string
    findingId: string
    act: 'respond' | 'ask' | 'close'
    accountId: string
    words: string
    by: string
    status: FindingStatus
    at: Date
  },
): Promise<void> {
  const { tenantId, findingId, status, at } = message
  await tx`
    insert into finding_message (tenant_id, id, finding_id, ordinal, act, account_id, words, written_by, created_at)
    select ${tenantId}, ${message.messageId}, ${findingId}, coalesce(max(ordinal), 0) + 1, ${message.act},
      ${message.accountId}, ${message.words}, ${message.by}, ${at}
    from finding_message where tenant_id = ${tenantId} and finding_id = ${findingId}`
  await tx`
    update finding set status = ${status}, closed_at = ${status === 'closed' ? at : null}
    where tenant_id = ${tenantId} and id = ${findingId}`
}
