import type { Fragment, Sql } from '#server/infra/db/database.ts'
import type { Language } from '#shared/rules/languages.ts'

/** Notices for a person, or a claim for the address that the claimant gave. */
export type TakenLetter = {
  tenantId: string
  id: bigint
  kind: string
  /** One letter of notices a day. */
  isDaily: boolean
  attempts: number
} & ({ username: string; claimId: null; language: null } | { username: null; claimId: string; language: Language })

/**
 * Takes the letters that `due` locks, and schedules each as if it had failed: no other process takes it, and a crash
 * leads to a retry after 2 minutes × 3^attempts × (1 to 1.5 at random).
 */
export async function takeLetters(sql: Sql, due: Fragment): Promise<TakenLetter[]> {
  return sql<TakenLetter[]>`
    with due as (${due})
    update letter l set attempts = l.attempts + 1, tried_at = now(),
      next_at = now() + interval '2 minutes' * power(3, l.attempts) * (1 + random() / 2)
    from due where l.tenant_id = due.tenant_id and l.id = due.id
    returning l.tenant_id as "tenantId", l.id, l.kind, l.username, l.claim_id as "claimId", l.language, l.is_daily as "isDaily",
      l.attempts`
}

type Key = Pick<TakenLetter, 'tenantId' | 'id'>

export async function setSent(sql: Sql, { tenantId, id }: Key): Promise<void> {
  await sql`
    update letter set sent_at = now(), next_at = null, failure = null where tenant_id = ${tenantId} and id = ${id}`
}

/** `isRefused`: refused for good; `isLast`: no more retries. */
export async function setFailed(
  sql: Sql,
  { tenantId, id }: Key,
  failure: string,
  { isLast, isRefused }: { isLast: boolean; isRefused: boolean },
): Promise<void> {
  await sql`
    update letter set failure = ${failure}, is_refused = ${isRefused}, next_at = case when not ${isLast} then next_at end
    where tenant_id = ${tenantId} and id = ${id}`
}

/** Its notices stay, and later letters do not wait for it. */
export async function forgetLetter(sql: Sql, { tenantId, id }: Key): Promise<void> {
  await sql`
    with let_go as (update notice set letter_id = null where tenant_id = ${tenantId} and letter_id = ${id})
    delete from letter where tenant_id = ${tenantId} and id = ${id}`
}
