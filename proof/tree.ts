import { bytesOf, sha256Of } from './hash.ts'

/** Merkle trees of RFC 9162, section 2.1. Hashes are hex; a range of leaves has no leaf at its end. */
export type Range = { start: number; end: number }

/** A complete subtree of 2^height leaves, the `index`th of its height from the left. */
export type Subtree = { height: number; index: number }

/** Of the data of a leaf, here the 32 bytes of a link's hash in hex. */
export const leafHash = (data: string): string => sha256Of(Uint8Array.of(0), bytesOf(data))

export const nodeHash = (left: string, right: string): string =>
  sha256Of(Uint8Array.of(1), bytesOf(left), bytesOf(right))

/** The root of a tree without leaves. */
export const emptyRoot = sha256Of()

/** The hash of the complete subtree over 2^n hashes of one height. */
export function completeHash(hashes: readonly string[]): string {
  let row = hashes
  while (row.length > 1) {
    const pairs = row
    row = Array.from({ length: pairs.length / 2 }, (_, at) => nodeHash(pairs[2 * at] ?? '', pairs[2 * at + 1] ?? ''))
  }
  const [hash] = row
  if (hash === undefined || hashes.length !== 2 ** Math.round(Math.log2(hashes.length))) {
    throw new Error(`${hashes.length} hashes make no complete tree.`)
  }
  return hash
}

/** The complete subtrees of a range that a tree or a proof has, from left to right. */
export function subtreesOf({ start, end }: Range): Subtree[] {
  const found: Subtree[] = []
  for (let from = start; from < end; ) {
    const height = heightBelow(end - from + 1)
    found.push({ height, index: from / 2 ** height })
    from += 2 ** height
  }
  return found
}

/** The hash of a range from the hashes of its complete subtrees. */
export function rangeHash(hashes: readonly string[]): string {
  return hashes.reduceRight((right, left) => nodeHash(left, right))
}

/** The ranges whose hashes prove that a leaf is in a tree, in the order of RFC 9162, section 2.1.3.1. */
export function inclusionRanges(index: number, size: number): Range[] {
  const path: Range[] = []
  let [start, end] = [0, size]
  while (end - start > 1) {
    const middle = start + 2 ** heightBelow(end - start)
    path.unshift(index < middle ? { start: middle, end } : { start, end: middle })
    if (index < middle) end = middle
    else start = middle
  }
  return path
}

/**
 * The ranges whose hashes prove that the tree of `size` leaves begins with the tree of `earlier` leaves
 * (RFC 9162, section 2.1.4.1).
 */
export function consistencyRanges(earlier: number, size: number): Range[] {
  const path: Range[] = []
  let [start, end] = [0, size]
  while (earlier < end) {
    const middle = start + 2 ** heightBelow(end - start)
    path.unshift(earlier <= middle ? { start: middle, end } : { start, end: middle })
    if (earlier <= middle) end = middle
    else start = middle
  }
  return start > 0 ? [{ start, end }, ...path] : path
}

/** Whether the path leads from a leaf to the root (RFC 9162, section 2.1.3.2). */
export function includes(
  root: string,
  size: number,
  { leaf, index, path }: { leaf: string; index: number; path: readonly string[] },
): boolean {
  if (index < 0 || index >= size) return false
  let [place, last, hash] = [index, size - 1, leaf]
  for (const other of path) {
    if (last === 0) return false
    if (isOdd(place) || place === last) {
      hash = nodeHash(other, hash)
      while (!isOdd(place) && place !== 0) [place, last] = [half(place), half(last)]
    } else hash = nodeHash(hash, other)
    ;[place, last] = [half(place), half(last)]
  }
  return last === 0 && hash === root
}

export type Head = { size: number; root: string }

/** Whether the path proves that the later tree begins with the earlier one (RFC 9162, section 2.1.4.2). */
export function isConsistent(earlier: Head, later: Head, path: readonly string[]): boolean {
  if (earlier.size > later.size) return false
  if (earlier.size === later.size) return path.length === 0 && earlier.root === later.root
  if (earlier.size === 0) return path.length === 0 && earlier.root === emptyRoot
  let [place, last] = [earlier.size - 1, later.size - 1]
  while (isOdd(place)) [place, last] = [half(place), half(last)]
  // An earlier tree that is complete is a subtree of the later one, so its root is not repeated.
  const [first, ...rest] = place === 0 ? [earlier.root, ...path] : path
  if (first === undefined) return false
  let [old, hash] = [first, first]
  for (const other of rest) {
    if (last === 0) return false
    if (isOdd(place) || place === last) {
      old = nodeHash(other, old)
      hash = nodeHash(other, hash)
      while (!isOdd(place) && place !== 0) [place, last] = [half(place), half(last)]
    } else hash = nodeHash(hash, other)
    ;[place, last] = [half(place), half(last)]
  }
  return last === 0 && old === earlier.root && hash === later.root
}

/** Of the largest power of two below `leaves`. */
function heightBelow(leaves: number): number {
  let height = 0
  while (2 ** (height + 1) < leaves) height += 1
  return height
}

const isOdd = (place: number) => place % 2 === 1
const half = (place: number) => Math.floor(place / 2)
