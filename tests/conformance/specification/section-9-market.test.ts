import { describe, expect, test } from 'vitest'
import { filterItems, filterRanking, sortItems } from '#web/features/market/market-rules.ts'

const item = (
  name: string,
  sortPrice: number | null,
  addDate: string,
  flags: { verified?: true; nfsw?: true } = {},
) => ({
  name,
  sortPrice,
  addDate,
  verified: flags.verified ?? false,
  nfsw: flags.nfsw ?? false,
  lazyMinted: !flags.verified,
})
const items = [
  item('a', 2, '2026-02-01', { verified: true }),
  item('b', 3, '2026-03-01', { nfsw: true }),
  item('c', 1, '2026-01-01', { verified: true }),
]
const row = (name: string, category: string, blockchain: string, postDate: string) => ({
  name,
  category,
  blockchain,
  postDate,
})
const rows = [row('a', 'Forest', 'Chain 1', 'Last Month'), row('b', 'Wind', 'Chain 2', 'Last Week')]
const all = { category: 'All', blockchain: 'All', postDate: 'All Time' }

const names = (list: readonly { name: string }[]) => list.map(({ name }) => name).join('')

describe('9. Business constants and limits: market preview', () => {
  test.each([
    ['336 Price: Low to High sorts by ascending sortPrice', 'priceUp', 'cab'],
    ['337 Price: high to low sorts by descending sortPrice', 'priceDown', 'bac'],
    ['338 Recently Added sorts by ascending addDate', 'recentlyAdded', 'cab'],
    ['339 Auction Ending Soon sorts by descending addDate', 'endingSoon', 'bac'],
    ['340 any other value leaves the list unsorted', 'anything else', 'abc'],
  ])('%s', (_statement, option, expected) => {
    expect(names(sortItems(items, option))).toBe(expected)
  })

  test.each([
    ['341 Verified Only shows verified items', 'verified', 'ac'],
    ['342 NFSW Only shows items with nfsw', 'nfsw', 'b'],
    ['343 Show Lazy Minted shows lazily minted items', 'lazyMinted', 'b'],
    ['344 any other value shows all', 'anything else', 'abc'],
  ])('%s', (_statement, option, expected) => {
    expect(names(filterItems(items, option))).toBe(expected)
  })

  test('348 rankings are filtered by category, and All shows all', () => {
    expect(names(filterRanking(rows, { ...all, category: 'Wind' }))).toBe('b')
    expect(names(filterRanking(rows, all))).toBe('ab')
  })

  test('349 rankings are filtered by blockchain, and All shows all', () => {
    expect(names(filterRanking(rows, { ...all, blockchain: 'Chain 1' }))).toBe('a')
    expect(names(filterRanking(rows, all))).toBe('ab')
  })

  test('350 rankings are filtered by postDate', () => {
    expect(names(filterRanking(rows, { ...all, postDate: 'Last Week' }))).toBe('b')
  })

  test('351 All Time or Last Year shows all rows', () => {
    expect(names(filterRanking(rows, { ...all, postDate: 'All Time' }))).toBe('ab')
    expect(names(filterRanking(rows, { ...all, postDate: 'Last Year' }))).toBe('ab')
  })
})
