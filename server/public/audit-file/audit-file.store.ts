import type { Sql } from '#server/infra/db/database.ts'

/** The ids of the claims that an account made here in a year (UTC), by number; `part` counts from 1. */
export async function claimsOfYear(
  sql: Sql,
  { tenantId, accountId, year }: { tenantId: string; accountId: string; year: number },
  limit: number,
  part: number,
): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from claim
    where tenant_id = ${tenantId} and account_id = ${accountId} and origin is distinct from 'import'
      and claimed_at >= make_timestamptz(${year}, 1, 1, 0, 0, 0, 'UTC') and claimed_at < make_timestamptz(${year} + 1, 1, 1, 0, 0, 0, 'UTC')
    order by number limit ${limit} offset ${(part - 1) * limit}`
  return rows.map(({ id }) => id)
}

/** The movements in the hash chain that issued units which `movements` moved later, oldest first. */
export async function issuesOf(
  sql: Sql,
  tenantId: string,
  movements: readonly string[],
  limit: number,
): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select l.transaction_id as id
    from ledger_link l
    where l.tenant_id = ${tenantId} and l.transaction_id in (
      select m.transaction_id
      from entry e
      join entry m on m.tenant_id = e.tenant_id and m.asset_id = e.asset_id and m.serials && e.serials and m.from_account is null
      where e.tenant_id = ${tenantId} and e.transaction_id = any (${[...movements]}))
    order by l.sequence limit ${limit}`
  return rows.map(({ id }) => id)
}
