import { type Chain, explorerLink } from '#server/infra/chain/chain.ts'
import type { Sql } from '#server/infra/db/database.ts'
import type { ReplyOf } from '#shared/contract/endpoint.ts'
import type { readFigures } from '#shared/contract/registry.ts'
import type { PublicRecord } from '#shared/contract/transactions.ts'
import type { SettlementState } from '#shared/rules/lifecycle/settlement.ts'
import type { Settlement } from './settlement.ts'

type SettlementProgress = ReplyOf<typeof readFigures>['settlement']

/** Of a tenant, or of one account. */
export async function settlementProgress(
  sql: Sql,
  tenantId: string,
  accountId: string | null = null,
): Promise<SettlementProgress> {
  const rows = await sql<{ state: keyof SettlementProgress; count: bigint }[]>`
    select s.state, count(*) as count from settlement s
    where s.tenant_id = ${tenantId} and (${accountId}::text is null or exists (
      select from transaction t where t.tenant_id = s.tenant_id and t.id = s.transaction_id
        and ${accountId} in (t.from_account, t.to_account)))
    group by s.state
    union all
    select 'recorded', count(*) from unlinked() u join transaction t on t.tenant_id = u.tenant_id and t.id = u.transaction_id
    where u.tenant_id = ${tenantId} and (${accountId}::text is null or ${accountId} in (t.from_account, t.to_account))
      and not exists (select from settlement s where s.tenant_id = u.tenant_id and s.transaction_id = u.transaction_id)`
  const progress = { recorded: 0, submitted: 0, confirmed: 0, parked: 0 }
  for (const { state, count } of rows) progress[state] += Number(count)
  return progress
}

/**
 * Reads the chain now; returns an account's progress and the newest block. Fails with `unavailable` without the chain.
 */
export async function syncNow(
  { sql, settlement }: { sql: Sql; settlement: Settlement },
  tenantId: string,
  accountId: string | null,
): Promise<SettlementProgress & { head: number | null }> {
  await settlement.pass()
  const [[newest], progress] = await Promise.all([
    sql<{ head: bigint | null }[]>`select max(number) as head from chain_block`,
    settlementProgress(sql, tenantId, accountId),
  ])
  return { head: newest?.head == null ? null : Number(newest.head), ...progress }
}

/** A block's facts are null until the batch is in one. */
type ChainPart = NonNullable<PublicRecord['chain']> & {
  /** Places of the movement's items in the batch. */
  firstItem: number
  items: number
  blockHash: string | null
}

/** `reason` of a parked movement is the contract's; `chain` is null without a batch. */
type SettlementRecord = { state: SettlementState; reason: string | null; chain: ChainPart | null }

type RecordRow = Omit<SettlementRecord, 'chain'> &
  Pick<ChainPart, 'firstItem' | 'items' | 'contract' | 'transactionHash' | 'blockHash'> & {
    operationId: string | null
    chainId: bigint
    blockNumber: bigint | null
    blockTime: Date | null
    head: bigint | null
    gasUsed: bigint | null
  }

/** Null for an unknown movement. */
export async function publicRecord(
  { sql, chain }: { sql: Sql; chain: Pick<Chain, 'explorerUrl'> },
  tenantId: string,
  transactionId: string,
): Promise<SettlementRecord | null> {
  const [row] = await sql<RecordRow[]>`
    select s.state, s.reason, c.id as "operationId", s.first_item as "firstItem", s.items, c.chain_id as "chainId", c.contract,
      c.hash as "transactionHash", c.block_number as "blockNumber", c.block_hash as "blockHash", b.at as "blockTime",
      (select max(number) from chain_block h where h.chain_id = c.chain_id) as head, c.gas_used as "gasUsed"
    from settlement s
    left join chain_transaction c on c.id = s.chain_transaction_id
    left join chain_block b on b.chain_id = c.chain_id and b.number = c.block_number
    where s.tenant_id = ${tenantId} and s.transaction_id = ${transactionId}`
  if (!row) return null
  const { state, reason, operationId, chainId, blockNumber, blockTime, head, gasUsed, ...rest } = row
  if (operationId === null) return { state, reason, chain: null }
  return {
    state,
    reason,
    chain: {
      ...rest,
      operationId,
      chainId: Number(chainId),
      blockNumber: blockNumber === null ? null : Number(blockNumber),
      blockTime: blockTime?.toISOString() ?? null,
      confirmations: blockNumber === null || head === null ? null : Number(head - blockNumber) + 1,
      gasUsed: gasUsed === null ? null : Number(gasUsed),
      explorerUrl: rest.transactionHash && explorerLink(chain, 'tx', rest.transactionHash),
    },
  }
}

type Reconciliation = NonNullable<ReplyOf<typeof readFigures>['reconciliation']>
type ReconciliationRow = Omit<Reconciliation, 'at' | 'sequence'> & { at: Date; sequence: bigint | null }

/** Null before the first comparison. */
export async function lastReconciliation(sql: Sql, tenantId: string): Promise<Reconciliation | null> {
  const [row] = await sql<ReconciliationRow[]>`
    select at, sequence, agreed, assets, details as mismatches
    from reconciliation where tenant_id = ${tenantId} order by number desc limit 1`
  return row ? { ...row, at: row.at.toISOString(), sequence: Number(row.sequence ?? 0n) } : null
}

/** Comparisons run every five minutes, and movements reach the chain within one. */
const oldAfterMs = 12 * 60_000

/** The last comparison is old, or a movement has waited long. */
export function isOld(known: { now: Date; reconciliation: Reconciliation | null; waitingSince: Date | null }): boolean {
  const newest = known.reconciliation && new Date(known.reconciliation.at)
  return [newest, known.waitingSince].some((time) => time && known.now.getTime() - time.getTime() > oldAfterMs)
}
