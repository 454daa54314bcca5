import { completeHash, leafHash, type Range, rangeHash, subtreesOf } from '#proof/tree.ts'
import type { Sql } from '#server/infra/db/database.ts'

/** A tile covers 256 hashes of a level; `log_node` has the hashes of complete tiles, one level above. */
export const tileWidth = 256
const tileHeight = 8

/** `level` counts tiles: 0 are leaves, 1 the roots of 256 leaves. Without the hash at `end`. */
export type Row = { level: number } & Range

/** The hashes of ranges of a tenant's tree, whose links and nodes exist. */
export async function rangeHashes(sql: Sql, tenantId: string, ranges: readonly Range[]): Promise<string[]> {
  const subtrees = ranges.map(subtreesOf)
  const rows = subtrees.flat().map(({ height, index }): Row => {
    const width = 2 ** (height % tileHeight)
    return { level: Math.floor(height / tileHeight), start: index * width, end: (index + 1) * width }
  })
  const hashes = (await hashRows(sql, tenantId, rows)).map(completeHash).values()
  return subtrees.map((own) => rangeHash(hashes.take(own.length).toArray()))
}

/** The hashes of each row, in order. Throws where one is missing. */
export async function hashRows(sql: Sql, tenantId: string, rows: readonly Row[]): Promise<string[][]> {
  const [leaves, nodes] = [rows.filter(({ level }) => level === 0), rows.filter(({ level }) => level > 0)]
  const found = await Promise.all([
    leaves.length > 0 ? linkHashes(sql, tenantId, leaves) : [],
    nodes.length > 0 ? nodeHashes(sql, tenantId, nodes) : [],
  ])
  const [ofLeaves, ofNodes] = [found[0].values(), found[1].values()]
  return rows.map(({ level, start, end }) => {
    const { value: hashes = [] } = level === 0 ? ofLeaves.next() : ofNodes.next()
    if (hashes.length !== end - start) throw new Error(`The tree of ${tenantId} has gaps at level ${level}, ${start}.`)
    return level === 0 ? hashes.map(leafHash) : hashes
  })
}

async function linkHashes(sql: Sql, tenantId: string, rows: readonly Row[]): Promise<string[][]> {
  const found = await sql<{ hashes: string[] | null }[]>`
    select (
      select array_agg(encode(l.hash, 'hex') order by l.sequence) from ledger_link l
      where l.tenant_id = ${tenantId} and l.sequence > r.first and l.sequence <= r.last) as hashes
    from unnest(${rows.map(({ start }) => start)}::bigint[], ${rows.map(({ end }) => end)}::bigint[])
      with ordinality r(first, last, place) order by r.place`
  return found.map(({ hashes }) => hashes ?? [])
}

async function nodeHashes(sql: Sql, tenantId: string, rows: readonly Row[]): Promise<string[][]> {
  const found = await sql<{ hashes: string[] | null }[]>`
    select (
      select array_agg(encode(n.hash, 'hex') order by n.index) from log_node n
      where n.tenant_id = ${tenantId} and n.level = r.level and n.index >= r.first and n.index < r.last) as hashes
    from unnest(${rows.map(({ level }) => level)}::integer[], ${rows.map(({ start }) => start)}::bigint[],
      ${rows.map(({ end }) => end)}::bigint[]) with ordinality r(level, first, last, place) order by r.place`
  return found.map(({ hashes }) => hashes ?? [])
}
