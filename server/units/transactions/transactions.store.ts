import type { Fragment, Sql } from '#server/infra/db/database.ts'
import { containing, type Found, type Part } from '#server/infra/db/pages.ts'
import { isoTime } from '#server/infra/db/times.ts'
import { type RangeRow, rangeColumns } from '#server/units/ledger/ranges.ts'
import type { ValidQueryOf } from '#shared/contract/endpoint.ts'
import type { listTransactions, PublicRecord, Transaction } from '#shared/contract/transactions.ts'
import type { SettlementState } from '#shared/rules/lifecycle.ts'

export type TransactionRow = Pick<Transaction, 'tenantId' | 'type' | 'reason' | 'claimId'> & {
  id: string
  quantity: bigint
  occurredAt: string
  projectId: string | null
  projectName: string | null
  projectAccountId: string | null
  fromId: string | null
  fromName: string | null
  toId: string | null
  toName: string | null
  state: SettlementState
  stateReason: string | null
  transactionHash: string | null
}

const columns = (sql: Sql) => sql`
  t.id, t.tenant_id as "tenantId", t.type, t.quantity, ${isoTime(sql, sql`t.occurred_at`)} as "occurredAt", t.reason,
  p.id as "projectId", p.name as "projectName", p.account_id as "projectAccountId",
  t.from_account as "fromId", f.name as "fromName", t.to_account as "toId", o.name as "toName", c.id as "claimId",
  coalesce(s.state, 'recorded') as state, s.reason as "stateReason", x.hash as "transactionHash"`

const joins = (sql: Sql) => sql`
  left join project p on p.tenant_id = t.tenant_id and p.id = t.project_id
  left join account f on f.tenant_id = t.tenant_id and f.id = t.from_account
  left join account o on o.tenant_id = t.tenant_id and o.id = t.to_account
  left join claim c on c.tenant_id = t.tenant_id and c.transaction_id = t.id
  left join settlement s on s.tenant_id = t.tenant_id and s.transaction_id = t.id
  left join chain_transaction x on x.id = s.chain_transaction_id`

export type TransactionFilter = ValidQueryOf<typeof listTransactions>

/** A part of the movements of an account, newest first. */
export async function transactionsBy(
  sql: Sql,
  tenantId: string,
  filter: TransactionFilter,
  { after, limit }: Part,
): Promise<Found<TransactionRow>> {
  const { accountId } = filter
  const side = (column: Fragment) => sql`
    (select t.* from transaction t
    where t.tenant_id = ${tenantId} and ${column} = ${accountId} ${filtered(sql, filter)}
      ${after ? sql`and (t.occurred_at, t.id) < (${after.value}::text::timestamptz, ${after.id})` : sql``}
    order by t.occurred_at desc, t.id desc limit ${limit})`
  const [rows, [count]] = await Promise.all([
    sql<TransactionRow[]>`
      select ${columns(sql)}
      from (${side(sql`t.from_account`)} union ${side(sql`t.to_account`)}) t ${joins(sql)}
      order by t.occurred_at desc, t.id desc limit ${limit}`,
    sql<{ total: bigint }[]>`
      select count(*) as total from transaction t
      where t.tenant_id = ${tenantId} and (t.from_account = ${accountId} or t.to_account = ${accountId}) ${filtered(sql, filter)}`,
  ])
  return { rows, total: count?.total ?? 0n }
}

function filtered(sql: Sql, { type, from, to, q }: TransactionFilter) {
  return sql`
    ${type ? sql`and t.type = ${type}` : sql``}
    ${from ? sql`and t.occurred_at >= ${from}::date` : sql``}
    ${to ? sql`and t.occurred_at < ${to}::date + 1` : sql``}
    ${
      q
        ? sql`and (t.id = ${q}
            or exists (select from project p where p.tenant_id = t.tenant_id and p.id = t.project_id and p.name ilike ${containing(q)})
            or exists (select from account a where a.tenant_id = t.tenant_id and a.id in (t.from_account, t.to_account) and a.name ilike ${containing(q)}))`
        : sql``
    }`
}

/** One movement by its id; of the tenant, or of any where `tenantId` is null. */
export async function transactionById(sql: Sql, id: string, tenantId: string | null): Promise<TransactionRow | null> {
  const [row] = await sql<TransactionRow[]>`
    select ${columns(sql)} from transaction t ${joins(sql)}
    where t.id = ${id} ${tenantId ? sql`and t.tenant_id = ${tenantId}` : sql``} limit 1`
  return row ?? null
}

/** How the settlement of a movement stands. */
export type SettlementNow = { tenantId: string; id: string } & {
  state: SettlementState
  reason: string | null
  transactionHash: string | null
}

/** How the settlement of each of these movements stands. */
export async function settlementNow(
  sql: Sql,
  movements: readonly { tenantId: string; id: string }[],
): Promise<SettlementNow[]> {
  return sql<SettlementNow[]>`
    select m.tenant_id as "tenantId", m.id, coalesce(s.state, 'recorded') as state, s.reason, x.hash as "transactionHash"
    from unnest(${movements.map((each) => each.tenantId)}::text[], ${movements.map((each) => each.id)}::text[]) m(tenant_id, id)
    left join settlement s on s.tenant_id = m.tenant_id and s.transaction_id = m.id
    left join chain_transaction x on x.id = s.chain_transaction_id`
}

export type EntryRow = RangeRow & {
  projectName: string
  fromName: string | null
  toName: string
  toState: PublicRecord['entries'][number]['state']
}

/** The ranges that a movement moved, in its order. */
export async function entriesOf(sql: Sql, tenantId: string, transactionId: string, limit: number): Promise<EntryRow[]> {
  return sql<EntryRow[]>`
    select ${rangeColumns(sql, sql`e.serials`)}, p.name as "projectName", f.name as "fromName", o.name as "toName",
      e.to_state as "toState"
    from entry e
    join asset s on s.tenant_id = e.tenant_id and s.id = e.asset_id
    join project p on p.tenant_id = s.tenant_id and p.id = s.project_id
    join tenant t on t.id = e.tenant_id
    left join account f on f.tenant_id = e.tenant_id and f.id = e.from_account
    join account o on o.tenant_id = e.tenant_id and o.id = e.to_account
    where e.tenant_id = ${tenantId} and e.transaction_id = ${transactionId}
    order by e.ordinal limit ${limit}`
}

export type LinkRow = { sequence: bigint; hash: string; previousHash: string }

/** A movement's place in the hash chain; null until it is linked. */
export async function linkOf(sql: Sql, tenantId: string, transactionId: string): Promise<LinkRow | null> {
  const [row] = await sql<LinkRow[]>`
    select sequence, encode(hash, 'hex') as hash, encode(previous_hash, 'hex') as "previousHash"
    from ledger_link where tenant_id = ${tenantId} and transaction_id = ${transactionId}`
  return row ?? null
}
