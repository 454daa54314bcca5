import type { Sql } from '#server/infra/db/database.ts'

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
