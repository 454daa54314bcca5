import type { MovementRecord } from '#proof/movement.ts'
import type { Fragment, Sql } from '#server/infra/db/database.ts'
import { isoTime } from '#server/infra/db/times.ts'

/** A movement before it has a place in the hash chain. */
export type CanonicalRow = Omit<MovementRecord, 'sequence'>

/** What the canonical text of movement `t` states (docs/proof.md); the hashes of all links depend on these values. */
export const canonicalColumns = (sql: Sql): Fragment => sql`
  t.tenant_id as "tenantId", t.id as "transactionId", t.type, t.quantity::text as quantity, t.from_account as "from", t.to_account as "to",
  ${isoTime(sql, sql`t.occurred_at`)} as "occurredAt", encode(t.document_hash, 'hex') as "documentHash",
  (select jsonb_agg(jsonb_build_array(e.asset_id, lower(e.serials)::text, (upper(e.serials) - 1)::text,
      e.from_account, e.from_state, e.to_account, e.to_state) order by e.ordinal)
    from entry e where e.tenant_id = t.tenant_id and e.transaction_id = t.id) as entries`
