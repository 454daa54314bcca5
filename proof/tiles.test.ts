import { expect, test } from 'vitest'
import { bytesOf, sha256Of } from './hash.ts'
import { rangeHashesOf, tilePath } from './tiles.ts'
import {
  completeHash,
  consistencyRanges,
  includes,
  inclusionRanges,
  isConsistent,
  leafHash,
  rangeHash,
  subtreesOf,
} from './tree.ts'

const size = 66_000
const leaves = Array.from({ length: size }, (_, at) => leafHash(sha256Of(`leaf ${at}`)))
const level = (below: readonly string[]) =>
  Array.from({ length: Math.floor(below.length / 256) }, (_, at) => completeHash(below.slice(at * 256, (at + 1) * 256)))
const levels = [leaves, level(leaves), level(level(leaves))]
const rootOf = (end: number) =>
  rangeHash(
    subtreesOf({ start: 0, end }).map(({ height, index }) =>
      completeHash(leaves.slice(index * 2 ** height, (index + 1) * 2 ** height)),
    ),
  )

/** A folder of tiles, as a mirror keeps it. */
async function readTile(path: string): Promise<Uint8Array> {
  const [, of, place = '', width = '256'] = /^tile\/(\d)\/([\dx/]+)(?:\.p\/(\d+))?$/.exec(path) ?? []
  const start = Number(place.replaceAll(/\D/g, '')) * 256
  const hashes = levels[Number(of)]?.slice(start, start + Number(width)) ?? []
  if (hashes.length !== Number(width)) throw new Error(`${path} is not there`)
  return Uint8Array.from(hashes.flatMap((hash) => [...bytesOf(hash)]))
}

test('tiles prove leaves and earlier trees', async () => {
  const root = rootOf(size)
  for (const index of [0, 255, 256, 65_535, 65_536, 65_999]) {
    const path = await rangeHashesOf(readTile, size, inclusionRanges(index, size))
    expect(includes(root, size, { leaf: leaves[index] ?? '', index, path })).toBe(true)
  }
  for (const earlier of [1, 255, 256, 257, 65_535, 65_536, 65_999]) {
    const path = await rangeHashesOf(readTile, size, consistencyRanges(earlier, size))
    expect(isConsistent({ size: earlier, root: rootOf(earlier) }, { size, root }, path)).toBe(true)
  }
})

test.each([
  [0, 0, 256, 'tile/0/000'],
  [1, 5, 7, 'tile/1/005.p/7'],
  [0, 1_234, 256, 'tile/0/x001/234'],
  [2, 1_234_067, 1, 'tile/2/x001/x234/067.p/1'],
])('the address of a tile (%#)', (of, index, width, path) => expect(tilePath(of, index, width)).toBe(path))
