import type { Sql } from '#server/infra/db/database.ts'
import type { Language } from '#shared/rules/languages.ts'
import { limits } from '#shared/rules/limits.ts'

/** A letter about a claim that is to be sent. */
export type DueClaimLetter = {
  tenantId: string
  claimId: string
  attempts: number
  language: Language
  email: string
}

/**
 * Returns letters that are due, of claims that are confirmed on the chain and linked, so that there is a certificate. An account's are
 * taken in turn, and at most `limits.claimLettersAnHour` of them within an hour: the others wait. Each is put off as if it had failed
 * already: no other process takes it meanwhile, and if this one dies it is tried again. The delay is 2 minutes, three times longer
 * with each try, and up to half as long again at random.
 */
export async function takeDueClaimLetters(sql: Sql, limit: number): Promise<DueClaimLetter[]> {
  return sql<DueClaimLetter[]>`
    with writer as (
      select a.tenant_id, a.account_id, greatest(0, ${limits.claimLettersAnHour} - (
        select count(*) from claim_letter l
        where l.tenant_id = a.tenant_id and l.account_id = a.account_id and l.tried_at > now() - interval '1 hour')) as allowed
      from (select distinct tenant_id, account_id from claim_letter where next_at <= now()) a
      join tenant t on t.id = a.tenant_id and t.status = 'active'
    ),
    due as (
      select of_writer.* from writer w, lateral (
        select l.tenant_id, l.claim_id, c.notify_email
        from claim_letter l
        join claim c on c.tenant_id = l.tenant_id and c.id = l.claim_id
        join settlement s on s.tenant_id = c.tenant_id and s.transaction_id = c.transaction_id and s.state = 'confirmed'
        where l.tenant_id = w.tenant_id and l.account_id = w.account_id and l.next_at <= now()
          and exists (select from ledger_link k where k.tenant_id = c.tenant_id and k.transaction_id = c.transaction_id)
        order by l.next_at limit w.allowed for update of l skip locked
      ) of_writer
      limit ${limit}
    )
    update claim_letter l set attempts = l.attempts + 1, tried_at = now(),
      next_at = now() + interval '2 minutes' * power(3, l.attempts) * (1 + random() / 2)
    from due where l.tenant_id = due.tenant_id and l.claim_id = due.claim_id
    returning l.tenant_id as "tenantId", l.claim_id as "claimId", l.attempts, l.language, due.notify_email as email`
}

type Key = Pick<DueClaimLetter, 'tenantId' | 'claimId'>

export async function setClaimLetterSent(sql: Sql, { tenantId, claimId }: Key): Promise<void> {
  await sql`
    update claim_letter set sent_at = now(), next_at = null, failure = null
    where tenant_id = ${tenantId} and claim_id = ${claimId}`
}

/** Records why a letter was not sent; with `isLast` it is not tried again. */
export async function setClaimLetterFailed(
  sql: Sql,
  { tenantId, claimId }: Key,
  failure: string,
  isLast: boolean,
): Promise<void> {
  await sql`
    update claim_letter set failure = ${failure}, next_at = case when not ${isLast} then next_at end
    where tenant_id = ${tenantId} and claim_id = ${claimId}`
}
