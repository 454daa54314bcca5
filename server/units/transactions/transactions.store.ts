import type { Fragment, Sql } from '#server/infra/db/database.ts'
import type { Search } from '#server/infra/db/forgiving.ts'
import { type List, newestFirst, readList, type Source } from '#server/infra/db/list.ts'
import { type Found, lastDayBehind, type Part, type Placed } from '#server/infra/db/pages.ts'
import { isFound } from '#server/infra/db/search.ts'
import { isoTime } from '#server/infra/db/times.ts'
import { type RangeRow, rangeColumns } from '#server/units/ledger/ranges.ts'
import { isProjectFound } from '#server/units/project-search.store.ts'
import type { ValidQueryOf } from '#shared/contract/endpoint.ts'
import type { listTransactions, PublicRecord, Transaction } from '#shared/contract/transactions.ts'
import type { SettlementState } from '#shared/rules/lifecycle/settlement.ts'

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

type TransactionFilter = Omit<ValidQueryOf<typeof listTransactions>, 'q'>

/** An account's movements, newest first. */
export function transactionsBy(
  sql: Sql,
  tenantId: string,
  filter: TransactionFilter,
  part: Part,
): Promise<Found<TransactionRow & Placed>> {
  const { accountId, type, from, to } = filter
  const matching = (side: Fragment, last: string | undefined) => sql`
    t.tenant_id = ${tenantId} and ${side} = ${accountId}
    ${type ? sql`and t.type = ${type}` : sql``}
    ${from ? sql`and t.occurred_at >= ${from}::date` : sql``}
    ${last ? sql`and t.occurred_at < ${last}::date + 1` : sql``}
    ${part.search ? sql`and ${isNamed(sql, tenantId, part.search)}` : sql``}`
  const source = (side: Fragment, also: Fragment = sql``): Source => ({
    from: sql`transaction t`,
    within: sql`${matching(side, to)} ${also}`,
    behind: sql`${matching(side, lastDayBehind(part.after, to))} ${also}`,
    columns: sql`t.*`,
    key: [sql`t.occurred_at`, sql`t.id`],
  })
  const list: List = {
    sources: [
      source(sql`t.from_account`),
      source(sql`t.to_account`, sql`and t.from_account is distinct from t.to_account`),
    ],
    order: newestFirst,
    detail: { alias: sql`t`, columns: columns(sql), joins: joins(sql) },
  }
  return readList(sql, list, part)
}

/** SQL: movement `t` has this id, or moves units of a project or account that matches. */
const isNamed = (sql: Sql, tenantId: string, search: Search) => sql`
  (t.id = ${search.q} or ${isProjectFound(sql, tenantId, sql`t.project_id`, search)}
    or t.project_id is null and exists (
      select from entry e join asset s on s.tenant_id = e.tenant_id and s.id = e.asset_id
      where e.tenant_id = t.tenant_id and e.transaction_id = t.id
        and ${isProjectFound(sql, tenantId, sql`s.project_id`, search)})
    or ${isFound(sql, tenantId, 'account', sql`t.from_account`, search)}
    or ${isFound(sql, tenantId, 'account', sql`t.to_account`, search)})`

/** Of any tenant if `tenantId` is null. */
export async function transactionById(sql: Sql, id: string, tenantId: string | null): Promise<TransactionRow | null> {
  const [row] = await sql<TransactionRow[]>`
    select ${columns(sql)} from transaction t ${joins(sql)}
    where t.id = ${id} ${tenantId ? sql`and t.tenant_id = ${tenantId}` : sql``} limit 1`
  return row ?? null
}

export type SettlementNow = { tenantId: string; id: string } & {
  state: SettlementState
  reason: string | null
  transactionHash: string | null
}

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

/** In entry order. */
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

/** A movement's place in the hash chain; null until linked. */
export async function linkOf(sql: Sql, tenantId: string, transactionId: string): Promise<LinkRow | null> {
  const [row] = await sql<LinkRow[]>`
    select sequence, encode(hash, 'hex') as hash, encode(previous_hash, 'hex') as "previousHash"
    from ledger_link where tenant_id = ${tenantId} and transaction_id = ${transactionId}`
  return row ?? null
}
