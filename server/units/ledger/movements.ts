import { type Database, json, newId, retryBusy } from '#server/infra/db/database.ts'
import type { BeneficiaryKind } from '#shared/rules/claim.ts'
import type { Idempotency } from '#shared/rules/idempotency.ts'
import type { Actor } from '#shared/rules/permissions.ts'

/**
 * The movements of units. Each is one SQL function (migrations/current/ledger_*.sql): one round trip in which the key is
 * remembered, the units move, the entries, the audit line and the settlement row are written, or nothing is.
 */
export type Item = { assetId: string; quantity: number }
export type Moved = { transactionId: string }

/** Who moves, by which request. */
type Order = { actor: Actor & { userId: string }; idempotency: Idempotency }

/** The columns of a claim that its maker words. */
export type ClaimWording = {
  id: string
  beneficiary_kind: BeneficiaryKind
  beneficiary_name: string
  beneficiary_country: string | null
  purpose: string
  purpose_detail: string
  period: string | null
  country_of_consumption: string | null
  note: string
  note_is_public: boolean
  notify_email: string | null
  own_reference: string | null
  verify_code: string
}

/** Issues units of a verification to its project's account; the first mint opens the asset. */
export async function mint(
  sql: Database,
  { actor, idempotency }: Order,
  draft: { tenantId: string; verificationId: string; quantity: number },
): Promise<Moved> {
  const context = json({ address: actor.address, requestId: actor.requestId })
  const [row] = await retryBusy(
    () => sql<{ answer: Moved }[]>`
      select ledger_mint(${draft.tenantId}, ${actor.userId}, ${idempotency.key}, ${idempotency.requestHash}, ${context},
        ${newId()}, ${newId()}, ${draft.verificationId}, ${draft.quantity}) as answer
      from ${within(sql, draft.tenantId)}`,
  )
  return answered(row)
}

/** Moves units from one account to another of the same tenant. */
export async function transfer(
  sql: Database,
  { actor, idempotency }: Order,
  draft: { from: string; to: string; items: readonly Item[]; reason: string | null },
): Promise<Moved> {
  const context = json({ address: actor.address, requestId: actor.requestId })
  const [row] = await retryBusy(
    () => sql<{ answer: Moved }[]>`
      select ledger_transfer(${actor.tenantId}, ${actor.userId}, ${idempotency.key}, ${idempotency.requestHash}, ${context},
        ${newId()}, ${draft.from}, ${draft.to}, ${json([...draft.items])}, ${draft.reason}) as answer
      from ${within(sql, actor.tenantId)}`,
  )
  return answered(row)
}

/** Retires units for a beneficiary, for good. `documentHash` is the hash of the claim that the chain will carry. */
export async function claim(
  sql: Database,
  { actor, idempotency }: Order,
  draft: { from: string; items: readonly Item[]; wording: ClaimWording; documentHash: Buffer },
): Promise<Moved & { claimId: string }> {
  const context = json({ address: actor.address, requestId: actor.requestId })
  const [row] = await retryBusy(
    () => sql<{ answer: Moved & { claimId: string } }[]>`
      select ledger_claim(${actor.tenantId}, ${actor.userId}, ${idempotency.key}, ${idempotency.requestHash}, ${context},
        ${newId()}, ${draft.from}, ${json([...draft.items])}, ${json(draft.wording)}, ${draft.documentHash}) as answer
      from ${within(sql, actor.tenantId)}`,
  )
  return answered(row)
}

/** Takes units of an account out of circulation without a claim. */
export async function burn(
  sql: Database,
  { actor, idempotency }: Order,
  draft: { from: string; items: readonly Item[]; reason: string },
): Promise<Moved> {
  const context = json({ address: actor.address, requestId: actor.requestId })
  const [row] = await retryBusy(
    () => sql<{ answer: Moved }[]>`
      select ledger_burn(${actor.tenantId}, ${actor.userId}, ${idempotency.key}, ${idempotency.requestHash}, ${context},
        ${newId()}, ${draft.from}, ${json([...draft.items])}, ${draft.reason}) as answer
      from ${within(sql, actor.tenantId)}`,
  )
  return answered(row)
}

/** Names the tenant to the second wall in the statement itself; it is read before the movement begins. */
const within = (sql: Database, tenantId: string) => sql`
  (select set_config('registry.tenant', ${tenantId}, true)) wall`

function answered<Answer>(row: { answer: Answer } | undefined): Answer {
  if (!row) throw new Error('a movement answers one row')
  return row.answer
}
