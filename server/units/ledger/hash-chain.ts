import { createHash } from 'node:crypto'
import { type Database, inserted, inTransaction, type Sql } from '#server/infra/db/database.ts'
import { isoTime } from '#server/infra/db/times.ts'
import { notifyOfMovements } from '#server/people/notices/notify.ts'

/** A movement in its canonical form: what the hash of its link covers, in this order of fields. */
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

type PendingRow = Omit<CanonicalTransaction, 'tenantId' | 'sequence'>

const batchSize = 1_000
const genesis: Buffer = Buffer.alloc(32)

/** Returns sha256(previous hash ‖ canonical JSON in UTF-8), which anyone can recompute from the public record. */
function linkHash(previous: Buffer, transaction: CanonicalTransaction): Buffer {
  return createHash('sha256').update(previous).update(JSON.stringify(transaction)).digest()
}

/** Links the movements that wait for it, tenant by tenant, in batches, and notifies those concerned. Returns how many it linked. */
export async function linkPending(sql: Database): Promise<number> {
  const tenants = await sql<{ id: string }[]>`
    select id from tenant where exists (select from ledger_pending where tenant_id = tenant.id)`
  let linked = 0
  for (const { id } of tenants) {
    for (;;) {
      const count = await inTransaction(sql, (tx) => linkBatch(tx, id))
      linked += count
      if (count < batchSize) break
    }
  }
  return linked
}

/** One process links a tenant's movements at a time: a second one waits for the lock and then finds nothing left to do. */
async function linkBatch(tx: Sql, tenantId: string): Promise<number> {
  await tx`select pg_advisory_xact_lock(hashtextextended('ledger_link:' || ${tenantId}, 0))`
  const rows = await pendingOf(tx, tenantId)
  const [last] = await tx<{ sequence: bigint; hash: Buffer }[]>`
    select sequence, hash from ledger_link where tenant_id = ${tenantId} order by sequence desc limit 1`
  let sequence = last?.sequence ?? 0n
  let previous: Buffer = last?.hash ?? genesis
  const links = rows.map((row) => {
    sequence += 1n
    const hash = linkHash(previous, canonical(tenantId, sequence, row))
    const link = { tenant_id: tenantId, sequence, transaction_id: row.transactionId, previous_hash: previous, hash }
    previous = hash
    return link
  })
  if (links.length > 0) {
    const ids = links.map((link) => link.transaction_id)
    await tx`insert into ledger_link ${inserted(links)}`
    await tx`delete from ledger_pending where tenant_id = ${tenantId} and transaction_id = any (${ids})`
    await tx`select tally_movements(${tenantId}, ${ids})`
    await notifyOfMovements(tx, tenantId, ids)
  }
  return links.length
}

function canonical(tenantId: string, sequence: bigint, { transactionId, ...rest }: PendingRow): CanonicalTransaction {
  return { tenantId, transactionId, sequence: Number(sequence), ...rest }
}

/** The canonical form of the transaction `t`, in its order of fields; the hashes of all links depend on it. */
const canonicalColumns = (tx: Sql) => tx`
  t.id as "transactionId", t.type, t.quantity::text as quantity, t.from_account as "from", t.to_account as "to",
  ${isoTime(tx, tx`t.occurred_at`)} as "occurredAt", encode(t.document_hash, 'hex') as "documentHash",
  (select jsonb_agg(jsonb_build_array(e.asset_id, lower(e.serials)::text, (upper(e.serials) - 1)::text,
      e.from_account, e.from_state, e.to_account, e.to_state) order by e.ordinal)
    from entry e where e.tenant_id = t.tenant_id and e.transaction_id = t.id) as entries`

async function pendingOf(tx: Sql, tenantId: string): Promise<PendingRow[]> {
  return tx<PendingRow[]>`
    select ${canonicalColumns(tx)}
    from (select * from ledger_pending where tenant_id = ${tenantId} order by sequence limit ${batchSize}) w
    join transaction t on t.tenant_id = w.tenant_id and t.id = w.transaction_id
    order by w.sequence`
}

/** Recomputes a tenant's whole chain and returns the first sequence at which it does not hold, or null. */
export async function brokenLinkOf(sql: Sql, tenantId: string): Promise<number | null> {
  let previous: Buffer = genesis
  let expected = 1n
  const rows = sql<(PendingRow & { sequence: bigint; hash: Buffer })[]>`
    select ${canonicalColumns(sql)}, l.sequence, l.hash
    from ledger_link l join transaction t on t.tenant_id = l.tenant_id and t.id = l.transaction_id
    where l.tenant_id = ${tenantId} order by l.sequence`
  for await (const batch of rows.cursor(batchSize)) {
    for (const { sequence, hash, ...row } of batch) {
      const computed = linkHash(previous, canonical(tenantId, sequence, row))
      if (sequence !== expected || !computed.equals(hash)) return Number(expected)
      previous = computed
      expected += 1n
    }
  }
  return null
}
