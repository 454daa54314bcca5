import type { Sql } from '#server/infra/db/database.ts'
import type { RecipientOutcome } from '#shared/rules/recipient-request.ts'

export type RequestRow = {
  requestId: string
  recipientId: string
  name: string
  askedById: string
  askedBy: string
  askedAt: Date
  endsAt: Date
  outcome: RecipientOutcome | null
  /** Of the account. */
  hasApprovers: boolean
}

const requests = (sql: Sql) => sql`
  select q.id as "requestId", q.recipient_id as "recipientId", a.name, q.asked_by as "askedById",
    coalesce(nullif(trim(concat_ws(' ', u.first_name, u.last_name)), ''), u.username) as "askedBy", q.asked_at as "askedAt",
    q.ends_at as "endsAt", q.outcome, has_approvers(q.tenant_id, q.account_id) as "hasApprovers"
  from recipient_request q
  join account a on a.tenant_id = q.tenant_id and a.id = q.recipient_id
  join app_user u on u.tenant_id = q.tenant_id and u.username = q.asked_by`

const most = 200

/** The oldest first. */
export async function waitingRequests(sql: Sql, tenantId: string, accountId: string): Promise<RequestRow[]> {
  return sql<RequestRow[]>`
    ${requests(sql)} where q.tenant_id = ${tenantId} and q.account_id = ${accountId} and q.outcome is null
    order by q.asked_at, q.id limit ${most}`
}

export async function waitingRequestFor(
  sql: Sql,
  tenantId: string,
  accountId: string,
  recipientId: string,
): Promise<RequestRow | null> {
  const [row] = await sql<RequestRow[]>`
    ${requests(sql)} where q.tenant_id = ${tenantId} and q.account_id = ${accountId} and q.recipient_id = ${recipientId}
      and q.outcome is null`
  return row ?? null
}

/** Locked until the transaction ends. */
export async function lockedRequest(
  tx: Sql,
  tenantId: string,
  accountId: string,
  requestId: string,
): Promise<RequestRow | null> {
  await tx`select from recipient_request where tenant_id = ${tenantId} and id = ${requestId} for no key update`
  const [row] = await tx<RequestRow[]>`
    ${requests(tx)} where q.tenant_id = ${tenantId} and q.account_id = ${accountId} and q.id = ${requestId}`
  return row ?? null
}

/** The account or its registry asks for a second person for movements. */
export async function asksForSecond(sql: Sql, tenantId: string, accountId: string): Promise<boolean> {
  const rows = await sql`
    select from account a join tenant t on t.id = a.tenant_id
    where a.tenant_id = ${tenantId} and a.id = ${accountId} and coalesce(a.approval_from, t.approval_from) is not null`
  return rows.length > 0
}

/** Usernames of those who approve what the person prepared. */
export async function approversOf(sql: Sql, tenantId: string, accountId: string, preparer: string): Promise<string[]> {
  const rows = await sql<
    { username: string }[]
  >`select username from approvers_of(${tenantId}, ${accountId}, ${preparer})`
  return rows.map(({ username }) => username)
}

/** Expires after 14 days, as an approval of a movement. */
export async function insertRequest(
  tx: Sql,
  tenantId: string,
  { requestId, accountId, recipientId, askedBy }: Record<'requestId' | 'accountId' | 'recipientId' | 'askedBy', string>,
): Promise<void> {
  await tx`
    insert into recipient_request (tenant_id, id, account_id, recipient_id, asked_by, ends_at)
    values (${tenantId}, ${requestId}, ${accountId}, ${recipientId}, ${askedBy}, now() + interval '14 days')`
}

export async function endRequest(
  tx: Sql,
  tenantId: string,
  requestId: string,
  outcome: RecipientOutcome,
): Promise<void> {
  await tx`
    update recipient_request set outcome = ${outcome}, ended_at = now() where tenant_id = ${tenantId} and id = ${requestId}`
}

/** The longest ago first. */
export async function requestsDue(
  sql: Sql,
  limit: number,
): Promise<{ tenantId: string; accountId: string; requestId: string }[]> {
  return sql<{ tenantId: string; accountId: string; requestId: string }[]>`
    select tenant_id as "tenantId", account_id as "accountId", id as "requestId" from recipient_request
    where outcome is null and ends_at <= now() order by ends_at limit ${limit}`
}
