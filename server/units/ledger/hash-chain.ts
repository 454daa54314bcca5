import { linkHash, movementText, noHash } from '#proof/movement.ts'
import { type Database, inTransaction, type Sql } from '#server/infra/db/database.ts'
import { notifyOfMovements } from '#server/people/notices/notify.ts'
import { type CanonicalRow, canonicalColumns } from './canonical.ts'

/** `ledgerSequence` is among all tenants, `sequence` in the tenant's chain. */
type Link = {
  tenantId: string
  sequence: bigint
  transactionId: string
  ledgerSequence: bigint
  previousHash: string
  hash: string
}

const batchSize = 1_000
/** Batches per call; settlement runs between calls. */
const mostBatches = 10

/**
 * Links waiting movements in batches; each batch passes its movements to settlement and notifies people. Returns true
 * if no movement from before the call is left.
 */
export async function linkPending(sql: Database): Promise<boolean> {
  for (let batch = 0; batch < mostBatches; batch += 1) {
    if ((await inTransaction(sql, linkBatch)) < batchSize) return true
  }
  return false
}

/** One process links at a time; who finds nothing to link does not wait for the lock. */
async function linkBatch(tx: Sql): Promise<number> {
  const [waiting] = await tx`select from unlinked(1)`
  if (!waiting) return 0
  // Forces look-ups by key: a plan made for few movements would read all of them for each.
  await tx`
    select pg_advisory_xact_lock(hashtextextended('ledger_link', 0)), set_config('enable_seqscan', 'off', true),
      set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true)`
  const rows = await pendingOf(tx)
  if (rows.length === 0) return 0
  const ends = await lastLinksOf(tx, [...new Set(rows.map(({ tenantId }) => tenantId))])
  const links = rows.map(({ ledgerSequence, ...row }): Link => {
    const end = ends.get(row.tenantId)
    const sequence = (end?.sequence ?? 0n) + 1n
    const previousHash = end?.hash ?? noHash
    const hash = linkHash(previousHash, movementText({ ...row, sequence: Number(sequence) }))
    ends.set(row.tenantId, { sequence, hash })
    return { tenantId: row.tenantId, sequence, transactionId: row.transactionId, ledgerSequence, previousHash, hash }
  })
  await insertLinks(tx, links)
  await tx`
    select tally_movements(l.tenant_id, array_agg(l.transaction_id))
    from unnest(${links.map((link) => link.tenantId)}::text[], ${links.map((link) => link.transactionId)}::text[])
      l(tenant_id, transaction_id) group by l.tenant_id order by l.tenant_id`
  await notifyOfMovements(tx, links)
  return links.length
}

async function lastLinksOf(tx: Sql, tenantIds: string[]): Promise<Map<string, Pick<Link, 'sequence' | 'hash'>>> {
  const rows = await tx<Pick<Link, 'tenantId' | 'sequence' | 'hash'>[]>`
    select t.id as "tenantId", l.sequence, l.hash from unnest(${tenantIds}::text[]) t(id), lateral (
      select sequence, encode(hash, 'hex') as hash from ledger_link where tenant_id = t.id order by sequence desc limit 1) l`
  return new Map(rows.map(({ tenantId, ...end }) => [tenantId, end]))
}

/** Also begins the settlement of the movements; notifies the settler on commit. */
async function insertLinks(tx: Sql, links: readonly Link[]): Promise<void> {
  await tx`
    with link as materialized (
      select * from unnest(${links.map((link) => link.tenantId)}::text[], ${links.map((link) => link.sequence)}::bigint[],
        ${links.map((link) => link.transactionId)}::text[], ${links.map((link) => link.ledgerSequence)}::bigint[],
        ${links.map((link) => link.previousHash)}::text[], ${links.map((link) => link.hash)}::text[])
        l(tenant_id, sequence, transaction_id, ledger_sequence, previous, hash)
    ), linked as (
      insert into ledger_link (tenant_id, sequence, transaction_id, previous_hash, hash)
      select tenant_id, sequence, transaction_id, decode(previous, 'hex'), decode(hash, 'hex') from link
    )
    insert into settlement (tenant_id, transaction_id, sequence) select tenant_id, transaction_id, ledger_sequence from link
    on conflict do nothing`
  await tx`select pg_notify('settlement', '')`
}

async function pendingOf(tx: Sql): Promise<(CanonicalRow & { ledgerSequence: bigint })[]> {
  return tx<(CanonicalRow & { ledgerSequence: bigint })[]>`
    select ${canonicalColumns(tx)}, t.sequence as "ledgerSequence"
    from unlinked(${batchSize}) w
    join transaction t on t.tenant_id = w.tenant_id and t.id = w.transaction_id
    order by w.sequence`
}
