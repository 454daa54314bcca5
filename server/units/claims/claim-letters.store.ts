import type { Fragment, Sql } from '#server/infra/db/database.ts'
import { limits } from '#shared/rules/limits.ts'

/** Locks due letters of claims with a certificate, at most `limits.claimLettersAnHour` per account and hour. */
export function dueClaimLetters(sql: Sql, limit: number): Fragment {
  return sql`
    select of_account.* from (
      select a.tenant_id, a.account_id, greatest(0, ${limits.claimLettersAnHour} - (
        select count(*) from letter l
        where l.tenant_id = a.tenant_id and l.account_id = a.account_id and l.tried_at > now() - interval '1 hour')) as allowed
      from (select distinct tenant_id, account_id from letter where next_at <= now() and account_id is not null) a
      join tenant t on t.id = a.tenant_id and t.status = 'active'
    ) w, lateral (
      select l.tenant_id, l.id
      from letter l
      join claim c on c.tenant_id = l.tenant_id and c.id = l.claim_id
      join settlement s on s.tenant_id = c.tenant_id and s.transaction_id = c.transaction_id and s.state = 'confirmed'
      where l.tenant_id = w.tenant_id and l.account_id = w.account_id and l.next_at <= now()
        and exists (select from ledger_link k where k.tenant_id = c.tenant_id and k.transaction_id = c.transaction_id)
      order by l.next_at limit w.allowed for update of l skip locked
    ) of_account
    limit ${limit}`
}

export async function addressOf(sql: Sql, tenantId: string, claimId: string): Promise<string | null> {
  const [row] = await sql<{ email: string | null }[]>`
    select notify_email as email from claim where tenant_id = ${tenantId} and id = ${claimId}`
  return row?.email ?? null
}
