import { ed25519 } from '@noble/curves/ed25519'
import { checkpointText } from '#proof/checkpoint.ts'
import { completeHash } from '#proof/tree.ts'
import { type Worker, workOnChanges } from '#server/infra/db/changes.ts'
import { type Database, inTransaction, levelOf, type Sql } from '#server/infra/db/database.ts'
import type { Log } from '#server/infra/log.ts'
import { hashRows, rangeHashes, tileWidth } from './tree.ts'

/** A head follows its movements by at most this time. */
const growEveryMs = 2_000
/** Links of one transaction, and of one head. */
const mostLinks = 16 * tileWidth

/** Lets the logs of all registries follow their hash chains. Logs failures and retries. */
export function startLogs(sql: Database, log: Log, publicUrl: string): Worker {
  const work = async (isStopped: () => boolean) => {
    try {
      while (!isStopped() && (await growLogs(sql, publicUrl)));
    } catch (err) {
      log[levelOf(err)]({ err }, 'The logs of the ledgers wait: a pass failed.')
    }
  }
  return workOnChanges({ work, lookEveryMs: growEveryMs })
}

/** Signs a new head for each log that has fewer leaves than its chain has links. Returns whether there was one. */
export async function growLogs(sql: Database, publicUrl: string): Promise<boolean> {
  const behind = await sql<{ tenantId: string }[]>`
    select t.id as "tenantId" from tenant t,
      lateral (select sequence from ledger_link where tenant_id = t.id order by sequence desc limit 1) l
    where l.sequence > coalesce((select size from log_head where tenant_id = t.id order by size desc limit 1), 0)`
  if (behind.length === 0) return false
  const seed = await keySeed(sql)
  for (const { tenantId } of behind) await inTransaction(sql, (tx) => grow(tx, { tenantId, seed, publicUrl }))
  return true
}

type OpenedLog = { tenantId: string; seed: Uint8Array; publicUrl: string }

/** Gives the log of a registry its name and key. */
async function openLog(tx: Sql, { tenantId, seed, publicUrl }: OpenedLog): Promise<void> {
  await tx`
    insert into ledger_log (tenant_id, origin, public_key)
    values (${tenantId}, ${`${new URL(publicUrl).host}/log/${tenantId}`}, ${Buffer.from(ed25519.getPublicKey(seed))})
    on conflict (tenant_id) do nothing`
}

/** One process grows a log at a time. A link is in the tree after its transaction, so a head never takes one back. */
async function grow(tx: Sql, log: OpenedLog): Promise<void> {
  const { tenantId, seed } = log
  await tx`select pg_advisory_xact_lock(hashtextextended(${`ledger_log ${tenantId}`}, 0))`
  await openLog(tx, log)
  const [state] = await tx<{ origin: string; size: bigint; links: bigint }[]>`
    select origin, coalesce((select size from log_head where tenant_id = ${tenantId} order by size desc limit 1), 0) as size,
      coalesce((select sequence from ledger_link where tenant_id = ${tenantId} order by sequence desc limit 1), 0) as links
    from ledger_log where tenant_id = ${tenantId}`
  if (!state || state.size >= state.links) return
  const before = Number(state.size)
  const size = Math.min(Number(state.links), before + mostLinks)
  await addNodes(tx, tenantId, before, size)
  const [root = ''] = await rangeHashes(tx, tenantId, [{ start: 0, end: size }])
  const text = checkpointText({ origin: state.origin, size, root })
  const signature = ed25519.sign(new TextEncoder().encode(text), seed)
  await tx`
    insert into log_head (tenant_id, size, root, signature)
    values (${tenantId}, ${size}, decode(${root}, 'hex'), ${Buffer.from(signature)})`
}

/** Adds the hashes of the tiles that became complete, level by level. */
async function addNodes(tx: Sql, tenantId: string, before: number, size: number): Promise<void> {
  const complete = (leaves: number, level: number) => Math.floor(leaves / tileWidth ** level)
  for (let level = 1; complete(size, level) > 0; level += 1) {
    const [first, end] = [complete(before, level), complete(size, level)]
    const tiles = Array.from({ length: end - first }, (_, at) => ({
      level: level - 1,
      start: (first + at) * tileWidth,
      end: (first + at + 1) * tileWidth,
    }))
    const hashes = (await hashRows(tx, tenantId, tiles)).map(completeHash)
    await tx`
      insert into log_node (tenant_id, level, index, hash)
      select ${tenantId}, ${level}, n.index, decode(n.hash, 'hex')
      from unnest(${hashes.map((_, at) => first + at)}::bigint[], ${hashes}::text[]) n(index, hash)`
  }
}

/** Signs in the name of a registry's log, with the log's key. */
type Issuer = { origin: string; sign: (bytes: Uint8Array) => Uint8Array }
export type IssuerOf = (tenantId: string) => Promise<Issuer>

/** Opens the log if it has no link yet. `sql` is the owner's: requests cannot read the key. */
export function issuersWith(sql: Database, publicUrl: string): IssuerOf {
  return async (tenantId) => {
    const seed = await keySeed(sql)
    const originOf = async () => {
      const [log] = await sql<{ origin: string }[]>`select origin from ledger_log where tenant_id = ${tenantId}`
      return log?.origin
    }
    let origin = await originOf()
    if (origin === undefined) {
      await openLog(sql, { tenantId, seed, publicUrl })
      origin = await originOf()
    }
    if (origin === undefined) throw new Error(`The log of ${tenantId} could not be opened.`)
    return { origin, sign: (bytes) => ed25519.sign(bytes, seed) }
  }
}

/** The first call makes the key. */
async function keySeed(sql: Database): Promise<Uint8Array> {
  const read = async () => (await sql<{ seed: Buffer }[]>`select seed from log_key`)[0]?.seed
  const known = await read()
  if (known) return known
  await sql`
    insert into log_key (seed) values (${Buffer.from(ed25519.utils.randomPrivateKey())}) on conflict ((true)) do nothing`
  const made = await read()
  if (!made) throw new Error('The logs have no key.')
  return made
}
