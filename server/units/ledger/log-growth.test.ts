import { ed25519 } from '@noble/curves/ed25519'
import { beforeAll, expect, test } from 'vitest'
import { checkpointText } from '#proof/checkpoint.ts'
import { consistencyRanges, includes, inclusionRanges, isConsistent, leafHash, nodeHash } from '#proof/tree.ts'
import type { Database } from '#server/infra/db/database.ts'
import { closeAfterwards } from '#tests/kit/closing.ts'
import { aDatabase } from '#tests/kit/database.ts'
import { aLedgerTenant, type LedgerTenant } from '#tests/kit/settled-ledger.ts'
import { linkPending } from './hash-chain.ts'
import { growLogs } from './log-growth.ts'
import { rangeHashes } from './tree.ts'

let sql: Database
let tenant: LedgerTenant
beforeAll(async () => {
  const database = await aDatabase()
  closeAfterwards(database.drop)
  sql = database.sql
  tenant = await aLedgerTenant(sql)
})

const site = 'https://registry.example'
const grow = async () => {
  while (await growLogs(sql, site));
}
/** Links without movements: the tree is over their hashes. */
const addLinks = (count: number) => sql`
  insert into ledger_link (tenant_id, sequence, transaction_id, previous_hash, hash)
  select ${tenant.tenantId}, last.sequence + n, 'made-' || last.sequence + n, sha256('x'), sha256(int8send(last.sequence + n))
  from (select coalesce(max(sequence), 0) as sequence from ledger_link where tenant_id = ${tenant.tenantId}) last,
    generate_series(1, ${count}::int) n`

type Head = { size: number; root: string; signature: Buffer }
const heads = async (): Promise<Head[]> => {
  const rows = await sql<(Omit<Head, 'size'> & { size: bigint })[]>`
    select size, encode(root, 'hex') as root, signature from log_head where tenant_id = ${tenant.tenantId} order by size`
  return rows.map((row) => ({ ...row, size: Number(row.size) }))
}
const leavesOf = async () => {
  const links = await sql<{ hash: string }[]>`
    select encode(hash, 'hex') as hash from ledger_link where tenant_id = ${tenant.tenantId} order by sequence`
  return links.map(({ hash }) => leafHash(hash))
}
/** As RFC 9162 defines the root. */
function rootOf(hashes: readonly string[]): string {
  if (hashes.length === 1) return hashes[0] ?? ''
  let k = 1
  while (k * 2 < hashes.length) k *= 2
  return nodeHash(rootOf(hashes.slice(0, k)), rootOf(hashes.slice(k)))
}

test('a log grows with its chain over tiles of every width, and each head is the root of its links, signed', async () => {
  const { assetId } = await tenant.mint(10)
  await tenant.transfer(assetId, 1)
  while (!(await linkPending(sql)));
  await grow()
  for (const added of [1, 252, 1, 1, 300, 700, 66_000, 5]) {
    await addLinks(added)
    await grow()
  }
  const [leaves, signed] = [await leavesOf(), await heads()]
  const steps = Array.from({ length: 16 }, (_, at) => 1_257 + (at + 1) * 4_096)
  expect(signed.map(({ size }) => size)).toEqual([2, 3, 255, 256, 257, 557, 1_257, ...steps, 67_257, 67_262])
  const [log] = await sql<{ origin: string; key: Buffer }[]>`
    select origin, public_key as key from ledger_log where tenant_id = ${tenant.tenantId}`
  expect(log?.origin).toBe(`registry.example/log/${tenant.tenantId}`)
  for (const { size, root, signature } of signed) {
    expect(root).toBe(rootOf(leaves.slice(0, size)))
    const text = Buffer.from(checkpointText({ origin: log?.origin ?? '', size, root }))
    expect(ed25519.verify(signature, text, log?.key ?? Buffer.alloc(32))).toBe(true)
  }
  const nodes = await sql`
    select level, count(*)::int as nodes from log_node where tenant_id = ${tenant.tenantId} group by level order by level`
  expect(nodes).toEqual([
    { level: 1, nodes: 262 },
    { level: 2, nodes: 1 },
  ])
  const newest = signed.at(-1) ?? { size: 0, root: '' }
  for (const index of [0, 1, 254, 255, 256, 65_535, 65_536, 67_000, 67_261]) {
    const path = await rangeHashes(sql, tenant.tenantId, inclusionRanges(index, newest.size))
    expect(includes(newest.root, newest.size, { leaf: leaves[index] ?? '', index, path })).toBe(true)
  }
  for (const earlier of signed.slice(0, -1)) {
    const path = await rangeHashes(sql, tenant.tenantId, consistencyRanges(earlier.size, newest.size))
    expect(isConsistent(earlier, newest, path)).toBe(true)
  }
}, 60_000)

test('processes that grow a log at once sign each size once, and a killed one leaves nothing', async () => {
  await addLinks(10)
  const before = await heads()
  await sql
    .begin(async (tx) => {
      await tx`lock table log_head in exclusive mode`
      const growing = Promise.allSettled([1, 2, 3].map(() => growLogs(sql, site)))
      const waits = async () => {
        const [row] = await sql<{ pid: number }[]>`
        select pid from pg_stat_activity where datname = current_database() and query like '%insert into log_head%'
          and wait_event_type = 'Lock' limit 1`
        return row?.pid ?? 0
      }
      await expect.poll(waits).toBeGreaterThan(0)
      await sql`select pg_terminate_backend(${await waits()})`
      return { growing }
    })
    .then(({ growing }) => growing)
  await grow()
  const after = await heads()
  expect(after.slice(0, before.length)).toEqual(before)
  expect(after.map(({ size }) => size)).toEqual([...before.map(({ size }) => size), (before.at(-1)?.size ?? 0) + 10])
})

test('no head and no node is ever changed or removed, and requests cannot read the key', async () => {
  for (const change of ['update log_head set size = size', 'delete from log_head', 'delete from log_node']) {
    await expect(sql.unsafe(change)).rejects.toThrow('is append-only')
  }
  await expect(
    sql`insert into log_head (tenant_id, size, root, signature) select tenant_id, size, sha256('fork'), signature from log_head`,
  ).rejects.toThrow('log_head_pkey')
  const [rights] = await sql`select has_table_privilege('registry_app', 'log_key', 'select') as "canRead"`
  expect(rights).toEqual({ canRead: false })
})
