import type { Hex } from '#server/infra/chain/derive.ts'
import type { Database, Fragment, Sql } from '#server/infra/db/database.ts'
import type { Movement, MovementPart } from './plan.ts'

export const changedChannel = 'settlement_changed'

/** The planner's statistics do not know thousands of new movements yet. */
const alongIndexes =
  '; set local enable_seqscan = off; set local enable_hashjoin = off; set local enable_mergejoin = off; set local join_collapse_limit = 1'

/** Tenants above their share that get unused shares. */
const largestServed = 16

/**
 * Recorded movements for the next batches, in ledger order per tenant. `refused` selects those of refused batches; else
 * tenants take turns, so that nobody waits behind thousands.
 */
export async function dueMovements(
  sql: Database,
  { refused, limit }: { refused: boolean; limit: number },
): Promise<Movement[]> {
  const rows = await sql.begin(
    (tx) => dueParts(tx, refused ? refusedDue(tx, limit) : dueInTurn(tx, limit)),
    alongIndexes,
  )
  const movements: Movement[] = []
  for (const { tenantId, transactionId, refusals, documentHash, ...part } of rows) {
    const last = movements.at(-1)
    if (last?.tenantId === tenantId && last.transactionId === transactionId) last.parts.push(part)
    else {
      const hash = documentHash && hexOf(documentHash)
      movements.push({ tenantId, transactionId, refusals, documentHash: hash, parts: [part] })
    }
  }
  return movements
}

type DueRow = MovementPart & Omit<Movement, 'parts' | 'documentHash'> & { documentHash: Buffer | null }

const dueParts = (tx: Sql, due: Fragment) => tx<DueRow[]>`
    with recursive ${due}
    select d.tenant_id as "tenantId", d.transaction_id as "transactionId", d.refusals, t.document_hash as "documentHash",
      e.asset_id as "assetId", a.verified_quantity as cap, e.from_account as "fromAccount", e.to_account as "toAccount",
      e.to_state as "toState", sum(upper(e.serials) - lower(e.serials))::bigint as quantity
    from due d
    join transaction t on t.tenant_id = d.tenant_id and t.id = d.transaction_id
    join entry e on e.tenant_id = d.tenant_id and e.transaction_id = d.transaction_id
    join asset a on a.tenant_id = e.tenant_id and a.id = e.asset_id
    group by d.turn, d.sequence, d.tenant_id, d.transaction_id, d.refusals, t.document_hash,
      e.asset_id, a.verified_quantity, e.from_account, e.to_account, e.to_state
    order by d.turn, d.sequence, min(e.ordinal)`

const refusedDue = (sql: Sql, limit: number) => sql`
  due as (
    select tenant_id, transaction_id, sequence, refusals, 0 as turn from settlement
    where state = 'recorded' and refusals > 0 order by sequence limit ${limit}
  )`

/** `waiting` leaps in the index from tenant to tenant; `fair` takes equal shares, `more` the rest. */
const dueInTurn = (sql: Sql, limit: number) => {
  const isDue = sql`state = 'recorded' and refusals = 0`
  return sql`
    waiting as (
      (select tenant_id from settlement where ${isDue} order by tenant_id limit 1)
      union all
      select (select s.tenant_id from settlement s where ${isDue} and s.tenant_id > w.tenant_id order by s.tenant_id limit 1)
      from waiting w where w.tenant_id is not null
    ),
    share as (select greatest(1, ${limit}::bigint / greatest(1, count(tenant_id))) as each from waiting),
    fair as (
      select s.* from waiting w, share, lateral (
        select tenant_id, transaction_id, sequence, row_number() over (order by sequence) as turn from settlement
        where tenant_id = w.tenant_id and ${isDue} order by sequence limit share.each) s
    ),
    more as (
      select s.* from share, (
        select tenant_id, max(sequence) as last from fair, share group by tenant_id, each having count(*) = each limit ${largestServed}
      ) f, lateral (
        select tenant_id, transaction_id, sequence, share.each + row_number() over (order by sequence) as turn from settlement
        where tenant_id = f.tenant_id and ${isDue} and sequence > f.last order by sequence limit ${limit}) s
    ),
    due as (
      select tenant_id, transaction_id, sequence, 0 as refusals, turn from (table fair union all table more) f
      order by turn, sequence limit ${limit}
    )`
}

/** Whether a movement waits for its first batch. */
export async function hasDue(sql: Sql): Promise<boolean> {
  const [row] = await sql<{ found: boolean }[]>`
    select exists (select from settlement where state = 'recorded' and refusals = 0) as found`
  return row?.found ?? false
}

/** Whether a movement of a refused batch waits. */
export async function hasRefused(sql: Sql): Promise<boolean> {
  const [row] = await sql<{ found: boolean }[]>`
    select exists (select from settlement where state = 'recorded' and refusals > 0) as found`
  return row?.found ?? false
}

/** A value per row: with a literal, the planner would scan a tenant's due movements for each. */
const recorded = 'recorded'

export type Placed = { tenantId: string; transactionId: string; firstItem: number; items: number }

/** Throws if another settler took one of the movements. */
export async function markSubmitted(tx: Sql, batchId: Hex, placed: readonly Placed[]): Promise<void> {
  const changed = await tx`
    update settlement s set state = 'submitted', chain_transaction_id = ${batchId}, first_item = p.first_item, items = p.items,
      updated_at = now()
    from unnest(${placed.map((each) => each.tenantId)}::text[], ${placed.map((each) => each.transactionId)}::text[],
      ${placed.map((each) => each.firstItem)}::int[], ${placed.map((each) => each.items)}::int[],
      ${placed.map(() => recorded)}::text[]) p(tenant_id, transaction_id, first_item, items, state)
    where s.tenant_id = p.tenant_id and s.transaction_id = p.transaction_id and s.state = p.state`
  if (changed.count !== placed.length) throw new Error('Another settler took one of these movements.')
  await notifyOfChange(tx)
}

export async function confirmWithoutChain(sql: Sql, movements: readonly Movement[]): Promise<void> {
  await sql`
    update settlement s set state = 'confirmed', updated_at = now()
    from unnest(${movements.map((each) => each.tenantId)}::text[], ${movements.map((each) => each.transactionId)}::text[],
      ${movements.map(() => recorded)}::text[]) p(tenant_id, transaction_id, state)
    where s.tenant_id = p.tenant_id and s.transaction_id = p.transaction_id and s.state = p.state`
  await notifyOfChange(sql)
}

/** Returns the tenants. */
export async function confirmBatch(tx: Sql, batchId: Hex): Promise<string[]> {
  const rows = await tx<{ tenantId: string }[]>`
    with changed as (
      update settlement set state = 'confirmed', updated_at = now()
      where chain_transaction_id = ${batchId} and state = 'submitted'
      returning tenant_id
    )
    select distinct tenant_id as "tenantId" from changed`
  await notifyOfChange(tx)
  return rows.map((row) => row.tenantId)
}

/** `refused` has the movements taken apart. */
export async function releaseBatch(tx: Sql, batchId: Hex, { refused }: { refused: boolean }): Promise<void> {
  await tx`
    update settlement set state = 'recorded', chain_transaction_id = null, first_item = null, items = null,
      refusals = refusals + ${refused ? 1 : 0}, updated_at = now()
    where chain_transaction_id = ${batchId}`
  await notifyOfChange(tx)
}

export async function park(sql: Sql, { tenantId, transactionId }: Movement, reason: string): Promise<void> {
  await sql`
    update settlement set state = 'parked', reason = ${reason}, updated_at = now()
    where tenant_id = ${tenantId} and transaction_id = ${transactionId} and state = 'recorded'`
  await notifyOfChange(sql)
}

/** Makes parked movements due again, to be checked one by one. Returns their number. */
export async function retryParked(sql: Sql, tenantId: string): Promise<number> {
  const changed = await sql`
    update settlement set state = 'recorded', reason = null, refusals = 1, updated_at = now()
    where tenant_id = ${tenantId} and state = 'parked'`
  await sql`select pg_notify('settlement', '')`
  return changed.count
}

/** Later parked movements may only follow from the first, whose reason is returned. */
export async function parkedByTenant(
  sql: Sql,
): Promise<{ tenantId: string; count: number; first: string; reason: string }[]> {
  return sql<{ tenantId: string; count: number; first: string; reason: string }[]>`
    select distinct on (tenant_id) tenant_id as "tenantId", count(*) over (partition by tenant_id)::int as count,
      transaction_id as first, reason
    from settlement where state = 'parked' order by tenant_id, sequence`
}

/** Sent when the transaction commits. */
export async function notifyOfChange(sql: Sql): Promise<void> {
  await sql`select pg_notify(${changedChannel}, '')`
}

export const hexOf = (bytes: Buffer): Hex => `0x${bytes.toString('hex')}`
export const bytesOf = (hex: Hex): Buffer => Buffer.from(hex.slice(2), 'hex')
