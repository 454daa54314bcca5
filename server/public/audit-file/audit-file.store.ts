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
