import type { Sql } from './database.ts'

/** Records that these files have no row. */
export async function addUnnamed(tx: Sql, tenantId: string, keys: readonly string[]): Promise<void> {
  await tx`
    insert into unnamed_file (tenant_id, file_key) select ${tenantId}, unnest(${[...keys]}::text[])
    on conflict do nothing`
}

/** Removes the records and returns their keys; locks them until the transaction ends. */
export async function takeUnnamed(tx: Sql, tenantId: string, keys: readonly string[]): Promise<string[]> {
  const rows = await tx<{ key: string }[]>`
    delete from unnamed_file where tenant_id = ${tenantId} and file_key = any (${[...keys]}) returning file_key as key`
  return rows.map(({ key }) => key)
}

/** Files of all tenants without a row, oldest first. */
export async function unnamedSince(sql: Sql, before: Date, most: number): Promise<{ tenantId: string; key: string }[]> {
  return sql<{ tenantId: string; key: string }[]>`
    select tenant_id as "tenantId", file_key as key from unnamed_file where since < ${before}
    order by since limit ${most}`
}

export async function countUnnamed(sql: Sql, before: Date): Promise<number> {
  const [row] = await sql<{ files: number }[]>`
    select count(*)::int as files from unnamed_file where since < ${before}`
  return row?.files ?? 0
}
