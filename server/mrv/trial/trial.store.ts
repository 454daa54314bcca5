import type { Sql } from '#server/infra/db/database.ts'

/** What an unapproved account has; null for other accounts. Locks the account until the transaction ends. */
export async function thingsOfUnapproved(
  tx: Sql,
  { tenantId, accountId }: { tenantId: string; accountId: string },
): Promise<Record<'projects' | 'methodologies' | 'files', number> | null> {
  const [unapproved] = await tx`
    select from account where tenant_id = ${tenantId} and id = ${accountId} and status in ('pending', 'rejected')
    for no key update`
  if (!unapproved) return null
  const [row] = await tx<Record<'projects' | 'methodologies' | 'files', number>[]>`
    select
      (select count(*) from project where tenant_id = a.tenant_id and account_id = a.id)::int as projects,
      (select count(*) from methodology where tenant_id = a.tenant_id and account_id = a.id)::int as methodologies,
      (select count(*) from document where tenant_id = a.tenant_id and account_id = a.id)::int
        + (select count(image_file_name) from project where tenant_id = a.tenant_id and account_id = a.id)::int as files
    from account a where a.tenant_id = ${tenantId} and a.id = ${accountId}`
  return row ?? null
}
