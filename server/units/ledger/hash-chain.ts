import { createHash } from 'node:crypto'
import { type Database, inTransaction, type Sql } from '#server/infra/db/database.ts'
import { isoTime } from '#server/infra/db/times.ts'
import { notifyOfMovements } from '#server/people/notices/notify.ts'

/** What the hash of a link covers, in this order of fields. */
type CanonicalTransaction = {
  tenantId: string
  transactionId: string
  sequence: number
  type: string
  quantity: string
  from: string | null
  to: string | null
  occurredAt: string
  documentHash: string | null
  entries: [
    assetId: string,
    first: string,
    last: string,
    from: string | null,
    fromState: string | null,
    to: string,
    toState: string,
  ][]
}

type PendingRow = Omit<CanonicalTransaction, 'sequence'>
/** `ledgerSequence` is among all tenants, `sequence` in the tenant's chain. */
type Link = {
  tenantId: string
  sequence: bigint
  transactionId: string
  ledgerSequence: bigint
  previous: Buffer
  hash: Buffer
}

const batchSize = 1_000
/** Batches per call; settlement runs between calls. */
const mostBatches = 10
const genesis: Buffer = Buffer.alloc(32)

/** SHA-256 of previous hash ‖ canonical JSON in UTF-8, which anyone can recompute from the public record. */
function linkHash(previous: Buffer, transaction: CanonicalTransaction): Buffer {
  return createHash('sha256').update(previous).update(JSON.stringify(transaction)).digest()
}

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
    const previous = end?.hash ?? genesis
    const hash = linkHash(previous, canonical(sequence, row))
    ends.set(row.tenantId, { sequence, hash })
    return { tenantId: row.tenantId, sequence, transactionId: row.transactionId, ledgerSequence, previous, hash }
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
      select sequence, hash from ledger_link where tenant_id = t.id order by sequence desc limit 1) l`
  return new Map(rows.map(({ tenantId, ...end }) => [tenantId, end]))
}

/** Also begins the settlement of the movements; notifies the settler on commit. */
async function insertLinks(tx: Sql, links: readonly Link[]): Promise<void> {
  const hex = (bytes: Buffer) => bytes.toString('hex')
  await tx`
    with link as materialized (
      select * from unnest(${links.map((link) => link.tenantId)}::text[], ${links.map((link) => link.sequence)}::bigint[],
        ${links.map((link) => link.transactionId)}::text[], ${links.map((link) => link.ledgerSequence)}::bigint[],
        ${links.map((link) => hex(link.previous))}::text[], ${links.map((link) => hex(link.hash))}::text[])
        l(tenant_id, sequence, transaction_id, ledger_sequence, previous, hash)
    ), linked as (
      insert into ledger_link (tenant_id, sequence, transaction_id, previous_hash, hash)
      select tenant_id, sequence, transaction_id, decode(previous, 'hex'), decode(hash, 'hex') from link
    )
    insert into settlement (tenant_id, transaction_id, sequence) select tenant_id, transaction_id, ledger_sequence from link
    on conflict do nothing`
  await tx`select pg_notify('settlement', '')`
}

function canonical(sequence: bigint, { tenantId, transactionId, ...rest }: PendingRow): CanonicalTransaction {
  return { tenantId, transactionId, sequence: Number(sequence), ...rest }
}

/** The hashes of all links depend on this order of fields. */
const canonicalColumns = (tx: Sql) => tx`
  t.tenant_id as "tenantId", t.id as "transactionId", t.type, t.quantity::text as quantity, t.from_account as "from", t.to_account as "to",
  ${isoTime(tx, tx`t.occurred_at`)} as "occurredAt", encode(t.document_hash, 'hex') as "documentHash",
  (select jsonb_agg(jsonb_build_array(e.asset_id, lower(e.serials)::text, (upper(e.serials) - 1)::text,
      e.from_account, e.from_state, e.to_account, e.to_state) order by e.ordinal)
    from entry e where e.tenant_id = t.tenant_id and e.transaction_id = t.id) as entries`

async function pendingOf(tx: Sql): Promise<(PendingRow & { ledgerSequence: bigint })[]> {
  return tx<(PendingRow & { ledgerSequence: bigint })[]>`
    select ${canonicalColumns(tx)}, t.sequence as "ledgerSequence"
    from unlinked(${batchSize}) w
    join transaction t on t.tenant_id = w.tenant_id and t.id = w.transaction_id
    order by w.sequence`
}

/** Recomputes a tenant's chain; returns the first broken sequence, or null. */
export async function brokenLinkOf(sql: Sql, tenantId: string): Promise<number | null> {
  let previous: Buffer = genesis
  let expected = 1n
  const rows = sql<(PendingRow & { sequence: bigint; hash: Buffer })[]>`
    select ${canonicalColumns(sql)}, l.sequence, l.hash
    from ledger_link l join transaction t on t.tenant_id = l.tenant_id and t.id = l.transaction_id
    where l.tenant_id = ${tenantId} order by l.sequence`
  for await (const batch of rows.cursor(batchSize)) {
    for (const { sequence, hash, ...row } of batch) {
      const computed = linkHash(previous, canonical(sequence, row))
      if (sequence !== expected || !computed.equals(hash)) return Number(expected)
      previous = computed
      expected += 1n
    }
  }
  return null
}
