import type { Sql } from '#server/infra/db/database.ts'
import { wireTime } from '#server/infra/db/times.ts'

export type LogRow = { origin: string; publicKey: Buffer }
export type HeadRow = { size: bigint; root: string; signature: Buffer }

/** The newest head of a registry's log; null before the first one. */
export async function newestHead(sql: Sql, tenantId: string): Promise<(LogRow & HeadRow) | null> {
  const [row] = await sql<(LogRow & HeadRow)[]>`
    select l.origin, l.public_key as "publicKey", h.size, encode(h.root, 'hex') as root, h.signature
    from ledger_log l, lateral (
      select * from log_head where tenant_id = l.tenant_id order by size desc limit 1) h
    where l.tenant_id = ${tenantId}`
  return row ?? null
}

/** Null before the registry's first movement. */
export async function logOf(sql: Sql, tenantId: string): Promise<LogRow | null> {
  const [row] = await sql<LogRow[]>`
    select origin, public_key as "publicKey" from ledger_log where tenant_id = ${tenantId}`
  return row ?? null
}

export type AnchorRow = {
  size: bigint
  root: string
  chainId: bigint
  contract: string
  transactionHash: string
  blockNumber: bigint
  blockTime: string
  isFinal: boolean
}

/** Heads in blocks of the chain, newest first. */
export async function anchorsInBlocks(sql: Sql, tenantId: string, limit: number): Promise<AnchorRow[]> {
  return sql<AnchorRow[]>`
    select a.size, encode(h.root, 'hex') as root, c.chain_id as "chainId", c.contract, c.hash as "transactionHash",
      c.block_number as "blockNumber", ${wireTime(sql, sql`b.at`)} as "blockTime", c.state = 'final' as "isFinal"
    from log_anchor a
    join log_head h on h.tenant_id = a.tenant_id and h.size = a.size
    join chain_transaction c on c.id = a.chain_transaction_id and c.succeeded
    join chain_block b on b.chain_id = c.chain_id and b.number = c.block_number
    where a.tenant_id = ${tenantId}
    order by a.signed_at desc limit ${limit}`
}

/** The logs of all registries that are in use. */
export async function logsInUse(sql: Sql): Promise<(LogRow & { tenantId: string })[]> {
  return sql<(LogRow & { tenantId: string })[]>`
    select l.tenant_id as "tenantId", l.origin, l.public_key as "publicKey"
    from ledger_log l join tenant t on t.id = l.tenant_id where t.status = 'active' order by l.tenant_id`
}

/** The hashes of the links after `first` until `end`. */
export async function linkHashesOf(sql: Sql, tenantId: string, first: number, end: number): Promise<Buffer[]> {
  const rows = await sql<{ hash: Buffer }[]>`
    select hash from ledger_link where tenant_id = ${tenantId} and sequence > ${first} and sequence <= ${end} order by sequence`
  return rows.map(({ hash }) => hash)
}
