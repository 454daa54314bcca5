import type { Sql } from '#server/infra/db/database.ts'

/** True if the methodology names the provider, or none of its kind. */
export async function isAllowed(
  sql: Sql,
  tenantId: string,
  methodologyId: string,
  accountId: string,
): Promise<boolean> {
  const [row] = await sql<{ allowed: boolean }[]>`
    select count(*) = 0 or bool_or(r.account_id = ${accountId}) as allowed
    from methodology_provider r
    join account named on named.tenant_id = r.tenant_id and named.id = r.account_id
    join account asked on asked.tenant_id = r.tenant_id and asked.id = ${accountId} and asked.kind = named.kind
    where r.tenant_id = ${tenantId} and r.methodology_id = ${methodologyId}`
  return row?.allowed ?? true
}
