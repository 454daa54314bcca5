import { type Chain, explorerLink } from '#server/infra/chain/chain.ts'
import type { Sql } from '#server/infra/db/database.ts'
import type { Settlement } from './settlement.ts'

/** How many movements are in each state of settlement. */
export type SettlementProgress = { recorded: number; submitted: number; confirmed: number; parked: number }

/** The settlement of a tenant's movements, or of those of one account. */
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
    group by s.state`
  const progress = { recorded: 0, submitted: 0, confirmed: 0, parked: 0 }
  for (const { state, count } of rows) progress[state] = Number(count)
  return progress
}

/**
 * Reads the chain now, and returns how far an account's movements are and the newest block (null while there is none).
 * Fails with `unavailable` when the chain does not answer.
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

/** Where a movement stands, and what the chain says about the batch it went in. */
export type SettlementRecord = {
  state: keyof SettlementProgress
  /** Of a parked one: what the contract said. */
  reason: string | null
  /** Null until the movement is in a batch; what a block decides is null until it is in one. */
  chain: {
    chainId: number
    contract: string
    operationId: string
    /** The places of the movement's items in the batch. */
    firstItem: number
    items: number
    transactionHash: string | null
    blockNumber: number | null
    blockHash: string | null
    blockTime: Date | null
    confirmations: number | null
    gasUsed: number | null
    explorerUrl: string | null
  } | null
}

type RecordRow = {
  state: keyof SettlementProgress
  reason: string | null
  operationId: string | null
  firstItem: number
  items: number
  chainId: bigint
  contract: string
  transactionHash: string | null
  blockNumber: bigint | null
  blockHash: string | null
  blockTime: Date | null
  head: bigint | null
  gasUsed: bigint | null
}

/** The settlement of one movement, or null when there is no such movement. */
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
  const {
    state,
    reason,
    operationId,
    firstItem,
    items,
    contract,
    transactionHash,
    blockNumber,
    blockHash,
    blockTime,
    head,
  } = row
  if (operationId === null) return { state, reason, chain: null }
  return {
    state,
    reason,
    chain: {
      chainId: Number(row.chainId),
      ...{ contract, operationId, firstItem, items, transactionHash, blockHash, blockTime },
      blockNumber: blockNumber === null ? null : Number(blockNumber),
      confirmations: blockNumber === null || head === null ? null : Number(head - blockNumber) + 1,
      gasUsed: row.gasUsed === null ? null : Number(row.gasUsed),
      explorerUrl: transactionHash && explorerLink(chain, 'tx', transactionHash),
    },
  }
}

/** The newest comparison of a tenant's ledger with the chain, or null when there was none yet. */
export async function lastReconciliation(sql: Sql, tenantId: string): Promise<LastReconciliation | null> {
  const [row] = await sql<
    (Omit<LastReconciliation, 'sequence' | 'blockNumber'> & { sequence: bigint | null; blockNumber: bigint })[]
  >`
    select at, sequence, block_number as "blockNumber", agreed, assets, details as mismatches
    from reconciliation where tenant_id = ${tenantId} order by at desc limit 1`
  return row ? { ...row, sequence: Number(row.sequence ?? 0n), blockNumber: Number(row.blockNumber) } : null
}

export type LastReconciliation = {
  at: Date
  /** The newest ledger sequence that was compared; 0 when the ledger was empty. */
  sequence: number
  blockNumber: number
  agreed: boolean
  assets: number
  mismatches: { assetId: string; message: string }[]
}
