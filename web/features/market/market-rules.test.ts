import { expect, test } from 'vitest'
import { filterItems, filterRanking, sortItems } from './market-rules.ts'

const item = (name: string, sortPrice: number, addDate: string, verified = false) => ({
  name,
  sortPrice,
  addDate,
  verified,
  nfsw: false,
  lazyMinted: !verified,
})
const items = [item('a', 2, '2026-02-01', true), item('b', 3, '2026-03-01'), item('c', 1, '2026-01-01', true)]
const names = (list: readonly { name: string }[]) => list.map(({ name }) => name).join('')

test.each([
  ['priceUp', 'cab'],
  ['priceDown', 'bac'],
  ['recentlyAdded', 'cab'],
  ['endingSoon', 'bac'],
  ['anything else', 'abc'],
])('sorted by %s the items come as %s', (option, expected) => {
  expect(names(sortItems(items, option))).toBe(expected)
})

test.each([
  ['verified', 'ac'],
  ['nfsw', ''],
  ['lazyMinted', 'b'],
  ['anything else', 'abc'],
])('filtered by %s the items are %s', (option, expected) => {
  expect(names(filterItems(items, option))).toBe(expected)
})

const row = (name: string, category: string, blockchain: string, postDate: string) => ({
  name,
  category,
  blockchain,
  postDate,
})
const rows = [row('a', 'Forest', 'Chain 1', 'Last Month'), row('b', 'Wind', 'Chain 2', 'Last Week')]

test.each([
  [{ category: 'All', blockchain: 'All', postDate: 'All Time' }, 'ab'],
  [{ category: 'All', blockchain: 'All', postDate: 'Last Year' }, 'ab'],
  [{ category: 'Wind', blockchain: 'All', postDate: 'All Time' }, 'b'],
  [{ category: 'All', blockchain: 'Chain 1', postDate: 'All Time' }, 'a'],
  [{ category: 'All', blockchain: 'All', postDate: 'Last Week' }, 'b'],
])('the ranking of %j has the rows %s', (asked, expected) => {
  expect(names(filterRanking(rows, asked))).toBe(expected)
})
