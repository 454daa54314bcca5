import type { Sql } from '#server/infra/db/database.ts'
import { isoTime } from '#server/infra/db/times.ts'
import { vintageOf } from '#server/units/ledger/ranges.ts'
import type { Transaction } from '#shared/contract/transactions.ts'
import type { SettlementState } from '#shared/rules/lifecycle/settlement.ts'
import type { SerialParts } from '#shared/rules/serials.ts'

export type AssetRow = Omit<SerialParts, 'first' | 'last'> & {
  assetId: string
  project: string
  projectId: string
  projectAccountId: string
  issued: bigint
}

export async function assetById(sql: Sql, tenantId: string, assetId: string): Promise<AssetRow | null> {
  const [row] = await sql<AssetRow[]>`
    select s.id as "assetId", p.name as project, p.id as "projectId", p.account_id as "projectAccountId", s.issued,
      t.serial_prefix as prefix, s.country, p.number as "projectNumber", ${vintageOf(sql)} as vintage, s.batch
    from asset s
    join project p on p.tenant_id = s.tenant_id and p.id = s.project_id
    join tenant t on t.id = s.tenant_id
    where s.tenant_id = ${tenantId} and s.id = ${assetId}`
  return row ?? null
}

export type MovementRow = {
  transactionId: string
  type: Transaction['type']
  at: string
  fromId: string | null
  fromName: string | null
  toId: string | null
  toName: string | null
  claimId: string | null
  first: bigint
  last: bigint
  state: SettlementState
  stateReason: string | null
  transactionHash: string | null
  total: bigint
}

/** The ranges of an asset that moved between two numbers, newest first. */
export async function movementsBetween(
  sql: Sql,
  tenantId: string,
  { assetId, first, last }: { assetId: string; first: bigint; last: bigint },
  limit: number,
): Promise<MovementRow[]> {
  return sql<MovementRow[]>`
    select t.id as "transactionId", t.type, ${isoTime(sql, sql`t.occurred_at`)} as at, t.from_account as "fromId",
      f.name as "fromName", t.to_account as "toId", o.name as "toName", c.id as "claimId", e.first, e.last,
      coalesce(s.state, 'recorded') as state, s.reason as "stateReason", x.hash as "transactionHash", e.total
    from (
      select e.transaction_id, greatest(lower(e.serials), ${first}) as first, least(upper(e.serials) - 1, ${last}) as last,
        t.sequence, count(*) over () as total
      from entry e join transaction t on t.tenant_id = e.tenant_id and t.id = e.transaction_id
      where e.tenant_id = ${tenantId} and e.asset_id = ${assetId} and lower(e.serials) <= ${last} and upper(e.serials) > ${first}
      order by t.sequence desc, first limit ${limit}
    ) e
    join transaction t on t.tenant_id = ${tenantId} and t.id = e.transaction_id
    left join account f on f.tenant_id = t.tenant_id and f.id = t.from_account
    left join account o on o.tenant_id = t.tenant_id and o.id = t.to_account
    left join claim c on c.tenant_id = t.tenant_id and c.transaction_id = t.id
    left join settlement s on s.tenant_id = t.tenant_id and s.transaction_id = t.id
    left join chain_transaction x on x.id = s.chain_transaction_id
    order by e.sequence desc, e.first`
}
