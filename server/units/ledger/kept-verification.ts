import { noHash } from '#proof/movement.ts'
import type { Sql } from '#server/infra/db/database.ts'
import { wireTime } from '#server/infra/db/times.ts'
import { type LedgerFault, nothingVerified, type VerifiedLedger } from './verify-ledger.ts'

/** A verification to go on with; `wholeAt` is when it began with the first movement. */
export type Due = { tenantId: string; wholeAt: Date; verified: VerifiedLedger }

export type Pace = { now: Date; wholeMs: number; furtherMs: number }

/**
 * A ledger whose last whole verification is `wholeMs` ago or found a fault, from its first movement; or one with later
 * movements, from there. Each at most every `furtherMs`. Null without any.
 */
export async function dueVerification(sql: Sql, { now, wholeMs, furtherMs }: Pace): Promise<Due | null> {
  const before = (ms: number) => new Date(now.getTime() - ms)
  const [row] = await sql<{ tenantId: string; isWhole: boolean; wholeAt: Date; links: bigint; lastHash: string }[]>`
    select due.*, coalesce(v.whole_at, ${now}) as "wholeAt", coalesce(v.movements, 0) as links,
      coalesce(encode(v.last_hash, 'hex'), ${noHash}) as "lastHash"
    from (
      select t.id as "tenantId", coalesce(v.whole_at < ${before(wholeMs)} or v.fault_of is not null, true) as "isWhole"
      from tenant t left join ledger_verification v on v.tenant_id = t.id
    ) due
    left join ledger_verification v on v.tenant_id = due."tenantId"
    where exists (
        select from ledger_link l where l.tenant_id = due."tenantId" and l.sequence > case when "isWhole" then 0 else v.movements end)
      and (v.at is null or v.whole_at < ${before(wholeMs)} or v.at < ${before(furtherMs)})
    order by v.at nulls first limit 1`
  if (!row) return null
  const { tenantId, isWhole, wholeAt, links, lastHash } = row
  if (isWhole) return { tenantId, wholeAt: now, verified: nothingVerified }
  return { tenantId, wholeAt, verified: { links, lastHash, fault: null } }
}

export async function keepVerification(sql: Sql, at: Date, { tenantId, wholeAt, verified }: Due): Promise<void> {
  const { links, lastHash, fault } = verified
  await sql`
    insert into ledger_verification (tenant_id, whole_at, at, movements, last_hash, fault_sequence, fault_transaction, fault_of)
    values (${tenantId}, ${wholeAt}, ${at}, ${links}, decode(${lastHash}, 'hex'), ${fault?.sequence ?? null},
      ${fault?.transactionId ?? null}, ${fault?.of ?? null})
    on conflict (tenant_id) do update set whole_at = excluded.whole_at, at = excluded.at, movements = excluded.movements,
      last_hash = excluded.last_hash, fault_sequence = excluded.fault_sequence, fault_transaction = excluded.fault_transaction,
      fault_of = excluded.fault_of`
}

export type VerificationRow = {
  at: string
  wholeAt: string
  movements: bigint
  faultSequence: bigint | null
  faultTransaction: string | null
  faultOf: LedgerFault['of'] | null
}

/** Null before the first one. */
export async function lastVerification(sql: Sql, tenantId: string): Promise<VerificationRow | null> {
  const [row] = await sql<VerificationRow[]>`
    select ${wireTime(sql, sql`at`)} as at, ${wireTime(sql, sql`whole_at`)} as "wholeAt", movements,
      fault_sequence as "faultSequence", fault_transaction as "faultTransaction", fault_of as "faultOf"
    from ledger_verification where tenant_id = ${tenantId}`
  return row ?? null
}
