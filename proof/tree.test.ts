import { expect, test } from 'vitest'
import { sha256Of } from './hash.ts'
import {
  completeHash,
  consistencyRanges,
  emptyRoot,
  includes,
  inclusionRanges,
  isConsistent,
  leafHash,
  nodeHash,
  type Range,
  rangeHash,
  subtreesOf,
} from './tree.ts'

const most = 40
const leaves = Array.from({ length: most }, (_, at) => leafHash(sha256Of(`leaf ${at}`)))

/** As RFC 9162, section 2.1.1 defines the hash. */
function defined(hashes: readonly string[]): string {
  if (hashes.length === 0) return sha256Of()
  if (hashes.length === 1) return hashes[0] ?? ''
  let k = 1
  while (k * 2 < hashes.length) k *= 2
  return nodeHash(defined(hashes.slice(0, k)), defined(hashes.slice(k)))
}

const hashOf = (range: Range) =>
  rangeHash(
    subtreesOf(range).map(({ height, index }) =>
      completeHash(leaves.slice(index * 2 ** height, (index + 1) * 2 ** height)),
    ),
  )
const rootOf = (size: number) => (size === 0 ? emptyRoot : hashOf({ start: 0, end: size }))

test('roots are those that the RFC defines', () => {
  expect(emptyRoot).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
  for (let size = 0; size <= most; size += 1) expect(rootOf(size)).toBe(defined(leaves.slice(0, size)))
})

// Published by the authors of certificate-transparency-go; of leaves "", 00, 10, 2021, …
test('a leaf and a node have the hashes of the RFC', () => {
  expect(leafHash('')).toBe('6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d')
  expect(nodeHash(leafHash(''), leafHash('00'))).toBe(
    'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  )
})

test('every leaf of every tree is proved, and nothing else is', () => {
  for (let size = 1; size <= most; size += 1) {
    for (let index = 0; index < size; index += 1) {
      const path = inclusionRanges(index, size).map(hashOf)
      const proof = { leaf: leaves[index] ?? '', index, path }
      expect(includes(rootOf(size), size, proof)).toBe(true)
      expect(includes(rootOf(size), size, { ...proof, leaf: leaves[(index + 1) % most] ?? '' })).toBe(false)
      expect(includes(rootOf(size), size, { ...proof, index: index === 0 ? size - 1 : index - 1 })).toBe(size === 1)
      expect(includes(rootOf(size), size, { ...proof, path: [...path, emptyRoot] })).toBe(false)
      expect(includes(rootOf(size), size, { ...proof, path: path.slice(1) })).toBe(size === 1)
      expect(includes(emptyRoot, size, proof)).toBe(false)
    }
  }
  expect(includes(rootOf(1), 1, { leaf: leaves[0] ?? '', index: 1, path: [] })).toBe(false)
})

test('every tree is consistent with every earlier one, and with no other', () => {
  for (let size = 0; size <= most; size += 1) {
    const later = { size, root: rootOf(size) }
    for (let earlier = 0; earlier <= size; earlier += 1) {
      const head = { size: earlier, root: rootOf(earlier) }
      const path = earlier === 0 || earlier === size ? [] : consistencyRanges(earlier, size).map(hashOf)
      expect(isConsistent(head, later, path), `${earlier} in ${size}`).toBe(true)
      const forked = { ...head, root: sha256Of('fork') }
      expect(isConsistent(forked, later, path)).toBe(false)
      expect(isConsistent(head, { ...later, root: sha256Of('fork') }, path)).toBe(earlier === 0 && size > 0)
      if (path.length > 0) expect(isConsistent(head, later, path.slice(1))).toBe(false)
      expect(isConsistent(head, later, [...path, emptyRoot])).toBe(false)
    }
  }
  expect(isConsistent({ size: 2, root: rootOf(2) }, { size: 1, root: rootOf(1) }, [])).toBe(false)
})

test('the proofs of a tree of two to the forty leaves are short', () => {
  const size = 2 ** 40 + 3
  expect(inclusionRanges(size - 1, size).length).toBeLessThan(43)
  expect(consistencyRanges(2 ** 39 + 1, size).length).toBeLessThan(83)
  expect(subtreesOf({ start: 0, end: size })).toEqual([
    { height: 40, index: 0 },
    { height: 1, index: 2 ** 39 },
    { height: 0, index: 2 ** 40 + 2 },
  ])
})
