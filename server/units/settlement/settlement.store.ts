import type { Hex } from '#server/infra/chain/derive.ts'
import type { Sql } from '#server/infra/db/database.ts'
import type { Movement, MovementPart } from './plan.ts'

/** The channel that notifies of every change of some movement's settlement. */
export const changedChannel = 'settlement_changed'

/** The oldest recorded movements in the order of the ledger: with `refused` those of a refused batch, else the others. */
export async function dueMovements(
  sql: Sql,
  { refused, limit }: { refused: boolean; limit: number },
): Promise<Movement[]> {
  const rows = await sql<(MovementPart & Omit<Movement, 'parts' | 'documentHash'> & { documentHash: Buffer | null })[]>`
    with due as (
      select s.tenant_id, s.transaction_id, s.refusals, t.sequence, t.document_hash
      from settlement s join transaction t on t.tenant_id = s.tenant_id and t.id = s.transaction_id
      where s.state = 'recorded' and (s.refusals > 0) = ${refused}
      order by t.sequence limit ${limit}
    )
    select d.tenant_id as "tenantId", d.transaction_id as "transactionId", d.refusals, d.document_hash as "documentHash",
      e.asset_id as "assetId", a.verified_quantity as cap, e.from_account as "fromAccount", e.to_account as "toAccount",
      e.to_state as "toState", sum(upper(e.serials) - lower(e.serials))::bigint as quantity
    from due d
    join entry e on e.tenant_id = d.tenant_id and e.transaction_id = d.transaction_id
    join asset a on a.tenant_id = e.tenant_id and a.id = e.asset_id
    group by d.sequence, d.tenant_id, d.transaction_id, d.refusals, d.document_hash,
      e.asset_id, a.verified_quantity, e.from_account, e.to_account, e.to_state
    order by d.sequence, min(e.ordinal)`
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

/** Whether a movement is recorded and in no batch; with `refused` true or false, one of a refused batch or one of none. */
export async function hasDue(sql: Sql, { refused }: { refused?: boolean }): Promise<boolean> {
  const [row] = await sql<{ found: boolean }[]>`
    select exists (select from settlement where state = 'recorded'
      and (${refused ?? null}::boolean is null or (refusals > 0) = ${refused ?? null}::boolean)) as found`
  return row?.found ?? false
}

export type Placed = { tenantId: string; transactionId: string; firstItem: number; items: number }

/** Marks recorded movements as items of a batch; throws when one of them is not recorded any more. */
export async function markSubmitted(tx: Sql, batchId: Hex, placed: readonly Placed[]): Promise<void> {
  const changed = await tx`
    update settlement s set state = 'submitted', chain_transaction_id = ${batchId}, first_item = p.first_item, items = p.items,
      updated_at = now()
    from unnest(${placed.map((each) => each.tenantId)}::text[], ${placed.map((each) => each.transactionId)}::text[],
      ${placed.map((each) => each.firstItem)}::int[], ${placed.map((each) => each.items)}::int[])
      p(tenant_id, transaction_id, first_item, items)
    where s.tenant_id = p.tenant_id and s.transaction_id = p.transaction_id and s.state = 'recorded'`
  if (changed.count !== placed.length) throw new Error('Another settler took one of these movements.')
  await notifyOfChange(tx)
}

/** Confirms movements that change nothing on chain. */
export async function confirmWithoutChain(sql: Sql, movements: readonly Movement[]): Promise<void> {
  await sql`
    update settlement s set state = 'confirmed', updated_at = now()
    from unnest(${movements.map((each) => each.tenantId)}::text[], ${movements.map((each) => each.transactionId)}::text[])
      p(tenant_id, transaction_id)
    where s.tenant_id = p.tenant_id and s.transaction_id = p.transaction_id and s.state = 'recorded'`
  await notifyOfChange(sql)
}

/** Confirms the movements of a batch. Returns their tenants. */
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

/** Returns the movements of a batch to `recorded`; with `refused`, since the contract refused it, so that it is taken apart. */
export async function releaseBatch(tx: Sql, batchId: Hex, { refused }: { refused: boolean }): Promise<void> {
  await tx`
    update settlement set state = 'recorded', chain_transaction_id = null, first_item = null, items = null,
      refusals = refusals + ${refused ? 1 : 0}, updated_at = now()
    where chain_transaction_id = ${batchId}`
  await notifyOfChange(tx)
}

/** Parks a movement with the contract's reason. */
export async function park(sql: Sql, { tenantId, transactionId }: Movement, reason: string): Promise<void> {
  await sql`
    update settlement set state = 'parked', reason = ${reason}, updated_at = now()
    where tenant_id = ${tenantId} and transaction_id = ${transactionId} and state = 'recorded'`
  await notifyOfChange(sql)
}

/** Makes a tenant's parked movements due again, to be checked one by one before they are sent. Returns how many. */
export async function retryParked(sql: Sql, tenantId: string): Promise<number> {
  const changed = await sql`
    update settlement set state = 'recorded', reason = null, refusals = 1, updated_at = now()
    where tenant_id = ${tenantId} and state = 'parked'`
  await sql`select pg_notify('settlement', '')`
  return changed.count
}

/** How many movements of each tenant are parked, with the reason of one of them. */
export async function parkedByTenant(sql: Sql): Promise<{ tenantId: string; count: number; reason: string }[]> {
  return sql<{ tenantId: string; count: number; reason: string }[]>`
    select tenant_id as "tenantId", count(*)::int as count, min(reason) as reason from settlement
    where state = 'parked' group by tenant_id order by tenant_id`
}

/** Notifies whoever shows settlement, once the transaction commits. */
export async function notifyOfChange(sql: Sql): Promise<void> {
  await sql`select pg_notify(${changedChannel}, '')`
}

export const hexOf = (bytes: Buffer): Hex => `0x${bytes.toString('hex')}`
export const bytesOf = (hex: Hex): Buffer => Buffer.from(hex.slice(2), 'hex')
