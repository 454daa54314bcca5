import {
  brokenConstraint,
  type Database,
  type Fragment,
  failureOfDatabase,
  json,
  newId,
  retryBusy,
} from '#server/infra/db/database.ts'
import type { QuantityOfYear } from '#shared/rules/calendar-years.ts'
import type { BeneficiaryKind } from '#shared/rules/claim.ts'
import type { Idempotency } from '#shared/rules/idempotency.ts'
import type { Language } from '#shared/rules/languages.ts'
import type { Actor } from '#shared/rules/permissions.ts'
import { readPreviewId } from './previewed.ts'

/**
 * Each movement is one SQL function (migrations/current/ledger_*.sql): idempotency key, units, entries and actor are
 * written together or not at all.
 */
export type Item = { assetId: string; quantity: number }
export type Moved = { transactionId: string }
/** The act waits with its units locked (docs/adr/0122-acts-that-wait.md). */
export type Waiting = { pendingId: string }

/** With a `previewId` the movement is made as the preview showed it, or not at all. */
type Order = { actor: Actor & { userId: string }; idempotency: Idempotency; previewId?: string | undefined }

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
  /** Of the letter to `notify_email`. */
  notify_language: Language | null
  own_reference: string | null
  /** Of the private words' hash, in hex. */
  private_salt: string | null
  verify_code: string
}

/** Without `byYear`, oldest vintages first. */
export type MintItem = {
  verificationId: string
  quantity: number
  byYear?: readonly QuantityOfYear[] | undefined
}

/** Issues units to the projects' account in one movement, or reserves them; each vintage's first mint creates its asset. */
export function mint(
  sql: Database,
  order: Order,
  { tenantId, items }: { tenantId: string; items: readonly MintItem[] },
): Promise<Moved | Waiting> {
  const parameters = json(items.map((item) => ({ ...item, newAssetId: newId() })))
  return move(sql, tenantId, sql`ledger_mint(${orderParameters(sql, order, tenantId)}, ${newId()}, ${parameters})`)
}

/** Within one tenant. */
export function transfer(
  sql: Database,
  order: Order,
  draft: { from: string; to: string; items: readonly Item[]; reason: string | null },
): Promise<Moved | Waiting> {
  const { from, to, items, reason } = draft
  const parameters = sql`${orderParameters(sql, order)}, ${newId()}, ${from}, ${to}, ${json(items)}, ${reason}`
  return move(sql, order.actor.tenantId, asPreviewed(sql, order, sql`ledger_transfer(${parameters})`))
}

/** Retires units irreversibly; the chain records `documentHash`. */
export function claim(
  sql: Database,
  order: Order,
  draft: { from: string; items: readonly Item[]; wording: ClaimWording; documentHash: Buffer },
): Promise<(Moved & { claimId: string }) | Waiting> {
  const { from, items, wording, documentHash } = draft
  const parameters = sql`${orderParameters(sql, order)}, ${newId()}, ${from}, ${json(items)}, ${json(wording)}, ${documentHash}`
  return move(sql, order.actor.tenantId, asPreviewed(sql, order, sql`ledger_claim(${parameters})`))
}

/** Cancels units without a claim. */
export function burn(
  sql: Database,
  order: Order,
  draft: { from: string; items: readonly Item[]; reason: string },
): Promise<Moved | Waiting> {
  const { from, items, reason } = draft
  const parameters = sql`${orderParameters(sql, order)}, ${newId()}, ${from}, ${json(items)}, ${reason}`
  return move(sql, order.actor.tenantId, asPreviewed(sql, order, sql`ledger_burn(${parameters})`))
}

function orderParameters(sql: Database, { actor, idempotency }: Order, tenantId = actor.tenantId) {
  const { key, requestHash } = idempotency
  return sql`${tenantId}, ${actor.userId}, ${key}, ${requestHash}, ${actor.address}, ${actor.requestId}`
}

function asPreviewed(sql: Database, { actor, previewId }: Order, call: Fragment): Fragment {
  if (previewId === undefined) return call
  const { hash, until } = readPreviewId(previewId)
  return sql`as_previewed(${actor.tenantId}, ${call}, ${hash}, ${until})`
}

/**
 * The statement first sets the tenant for the row policies. Of two concurrent movements with one key, the second breaks
 * the key's index, lacks units, exceeds what is verified or differs from its preview; repeated, it returns the first one's result.
 */
async function move<Answer>(sql: Database, tenantId: string, call: Fragment): Promise<Answer> {
  const run = () => sql<{ answer: Answer }[]>`
    select ${call} as answer from (select set_config('registry.tenant', ${tenantId}, true)) wall`
  const isSecond = (error: unknown) => {
    const failure = failureOfDatabase(error)
    const isTooLate =
      failure?.code === 'insufficient_balance' ||
      failure?.code === 'exceeds_verified' ||
      failure?.refusal?.reason === 'units.previewDiffers'
    return isTooLate || brokenConstraint(error) === 'movement_request_by_key'
  }
  const [row] = await retryBusy(run).catch((error) => (isSecond(error) ? retryBusy(run) : Promise.reject(error)))
  if (!row) throw new Error('A movement returned no row.')
  return row.answer
}
