import { hashesIn } from './hash.ts'
import { completeHash, type Range, rangeHash, subtreesOf } from './tree.ts'

const tileWidth = 256
const tileHeight = 8

/** Answers the bytes at an address of the log, such as `tile/0/000`. */
export type ReadTile = (path: string) => Promise<Uint8Array>

/** The hashes of ranges of a tree of `size` leaves, from the log's tiles (c2sp.org/tlog-tiles). */
export async function rangeHashesOf(readTile: ReadTile, size: number, ranges: readonly Range[]): Promise<string[]> {
  const tiles = new Map<string, Promise<string[]>>()
  const tile = (level: number, index: number) => {
    const width = Math.min(tileWidth, Math.floor(size / tileWidth ** level) - index * tileWidth)
    const path = tilePath(level, index, width)
    const known = tiles.get(path) ?? readTile(path).then(hashesIn)
    tiles.set(path, known)
    return known
  }
  const subtreeHash = async ({ height, index }: { height: number; index: number }) => {
    const width = 2 ** (height % tileHeight)
    const start = index * width
    const hashes = await tile(Math.floor(height / tileHeight), Math.floor(start / tileWidth))
    return completeHash(hashes.slice(start % tileWidth, (start % tileWidth) + width))
  }
  return Promise.all(ranges.map(async (range) => rangeHash(await Promise.all(subtreesOf(range).map(subtreeHash)))))
}

/** `tile/0/x001/234.p/5` is the tile 1 234 of level 0 with its first five hashes. */
export function tilePath(level: number, index: number, width: number): string {
  const digits = String(index).padStart(Math.ceil(String(index).length / 3) * 3, '0')
  const groups = digits.match(/\d{3}/g) ?? []
  const place = groups.map((group, at) => (at < groups.length - 1 ? `x${group}` : group)).join('/')
  return `tile/${level}/${place}${width < tileWidth ? `.p/${width}` : ''}`
}
