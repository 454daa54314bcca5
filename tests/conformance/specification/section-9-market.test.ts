import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { listMarketProjects, type MarketProject, makeOffer, withdrawOffer } from '#shared/contract/market.ts'
import { changeSettings, readSettings } from '#shared/contract/settings.ts'
import { listBalances } from '#shared/contract/wallet.ts'
import { paths } from '#shared/rules/paths.ts'
import { filterRanking } from '#web/features/market/market-rules.ts'
import { callerAs, test } from './people.ts'
import { open } from './screens.ts'

async function setMarket(enableMarketplace: boolean): Promise<void> {
  const admin = await callerAs('tenant-admin')
  const { version } = await admin.call(readSettings)
  await admin.call(changeSettings, { body: { enableMarketplace, version } })
}

let offered: MarketProject[]
beforeAll(async () => {
  await setMarket(true)
  const query = { tenantId: 'sample', limit: 60 }
  offered = (await (await callerAs('buyer')).call(listMarketProjects, { query })).items
})
afterAll(() => setMarket(false))

const section = (page: Page, title: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) })
const namesIn = (page: Page, title: string) =>
  section(page, title).getByRole('article').getByRole('heading').allTextContents()
const rankedOn = (page: Page) => section(page, 'Rankings').locator('tbody').getByRole('rowheader').allTextContents()
const namesOf = (items: readonly MarketProject[]) => items.map(({ projectName }) => projectName)

/** Chooses by label. */
const choose = (page: Page, select: string, label: string) =>
  page.getByRole('combobox', { name: select, exact: true }).selectOption({ label })

const moreOf = (field: 'assetsMinted' | 'balance') => (one: MarketProject, other: MarketProject) =>
  other[field] - one[field]
const byDate = (one: MarketProject, other: MarketProject) => one.addDate.localeCompare(other.addDate)
const weekMs = 7 * 24 * 60 * 60 * 1000
const row = (category: string, blockchain: string, postDate: string) => ({ category, blockchain, postDate })
const rows = [row('Forest', 'Chain 1', 'Last Month'), row('Wind', 'Chain 2', 'Last Week')]

describe('9. Business constants and limits: market preview', () => {
  test.for<[string, string, (one: MarketProject, other: MarketProject) => number]>([
    [
      '336 Price: Low to High sorts by ascending sortPrice',
      'Price: Low to High',
      (one, other) => one.sortPrice - other.sortPrice,
    ],
    [
      '337 Price: high to low sorts by descending sortPrice',
      'Price: high to low',
      (one, other) => other.sortPrice - one.sortPrice,
    ],
    ['338 Recently Added sorts by ascending addDate', 'Recently Added', byDate],
    ['339 Auction Ending Soon sorts by descending addDate', 'Auction Ending Soon', (one, other) => byDate(other, one)],
  ])('%s', async ([, option, compare], { as }) => {
    const page = await as('buyer')
    await open(page, paths.market)
    await choose(page, 'Sort', option)
    const sorted = namesOf(offered.toSorted(compare))
    expect(new Set(sorted).size).toBeGreaterThan(1)
    await expect.poll(() => namesIn(page, 'Trending items')).toEqual(sorted)
  })

  test('340 any other value leaves the list unsorted', async ({ as }) => {
    const page = await as('buyer')
    await open(page, `${paths.market}?sort=anything`)
    await expect.poll(() => namesIn(page, 'Trending items')).toEqual(namesOf(offered))
  })

  test.for([
    ['341 Verified Only shows what is verified', 'Verified Only', 'verified'],
    ['342 NFSW Only shows what is nfsw', 'NFSW Only', 'nfsw'],
    ['343 Show Lazy Minted shows what is lazyMinted', 'Show Lazy Minted', 'lazyMinted'],
  ] as const)('%s', async ([, option, flag], { as }) => {
    const page = await as('buyer')
    await open(page, paths.market)
    await choose(page, 'Filter', option)
    const flagged = offered.filter((item) => item[flag])
    expect(flagged.length).toBeGreaterThan(0)
    expect(flagged.length).toBeLessThan(offered.length)
    await expect.poll(() => namesIn(page, 'Trending items')).toEqual(namesOf(flagged))
  })

  test('344 any other value shows all', async ({ as }) => {
    const page = await as('buyer')
    await open(page, `${paths.market}?filter=anything`)
    await expect.poll(() => namesIn(page, 'Trending items')).toEqual(namesOf(offered))
  })

  test.for<[string, string, (one: MarketProject, other: MarketProject) => number]>([
    ['345 collections can be filtered by trending', 'Trending', moreOf('assetsMinted')],
    ['346 collections can be filtered by top', 'Top', moreOf('balance')],
    ['347 collections can be filtered by recent', 'Recent', (one, other) => byDate(other, one)],
  ])('%s', async ([, tab, compare], { as }) => {
    const page = await as('buyer')
    await open(page, '/market')
    await page.getByRole('tab', { name: tab, exact: true }).click()
    // A collection is the first half, in market order.
    const first = offered.toSorted(compare).slice(0, Math.ceil(offered.length / 2))
    const shown = namesOf(offered.filter((item) => first.includes(item)))
    await expect.poll(() => namesIn(page, 'Collections')).toEqual(shown)
  })

  test('348 rankings are filtered by category, and All shows all', async ({ as }) => {
    const page = await as('buyer')
    await open(page, paths.market)
    const all = await rankedOn(page)
    expect(all).toHaveLength(offered.length)
    const [type] = offered.map((item) => item.type).filter(Boolean)
    await choose(page, 'Type', type ?? '')
    const ofType = namesOf(offered.filter((item) => item.type === type))
    await expect.poll(async () => (await rankedOn(page)).toSorted()).toEqual(ofType.toSorted())
    await choose(page, 'Type', 'All categories')
    await expect.poll(() => rankedOn(page)).toEqual(all)
    expect(filterRanking(rows, { category: 'Wind', blockchain: 'All', postDate: 'All Time' })).toEqual([rows[1]])
    expect(filterRanking(rows, { category: 'All', blockchain: 'All', postDate: 'All Time' })).toEqual(rows)
  })

  test('349 rankings are filtered by blockchain, and All shows all', async ({ as }) => {
    const page = await as('buyer')
    await open(page, paths.market)
    const all = await rankedOn(page)
    await choose(page, 'Blockchain', 'EVM')
    const issued = namesOf(offered.filter((item) => item.verified && !item.lazyMinted))
    await expect.poll(async () => (await rankedOn(page)).toSorted()).toEqual(issued.toSorted())
    await choose(page, 'Blockchain', 'All blockchains')
    await expect.poll(() => rankedOn(page)).toEqual(all)
  })

  test('350 rankings are filtered by postDate', async ({ as }) => {
    expect(filterRanking(rows, { category: 'All', blockchain: 'All', postDate: 'Last Week' })).toEqual([rows[1]])
    const page = await as('buyer')
    await open(page, paths.market)
    await choose(page, 'Time', 'Last Week')
    const ofWeek = offered.filter(({ addDate }) => Date.now() - Date.parse(addDate) <= weekMs)
    expect(ofWeek.length).toBeLessThan(offered.length)
    await expect.poll(async () => (await rankedOn(page)).toSorted()).toEqual(namesOf(ofWeek).toSorted())
  })

  test('351 All Time or Last Year shows all rows', async ({ as }) => {
    for (const postDate of ['All Time', 'Last Year']) {
      expect(filterRanking(rows, { category: 'All', blockchain: 'All', postDate })).toEqual(rows)
    }
    const page = await as('buyer')
    await open(page, paths.market)
    const all = await rankedOn(page)
    await choose(page, 'Time', 'Last Year')
    await expect.poll(() => rankedOn(page)).toEqual(all)
  })

  test('the lists have all offers, however many, and sort and filter all of them', async ({ as }) => {
    const holder = await callerAs('proponent')
    const { items: balances } = await holder.call(listBalances, { query: { accountId: 'green-hills' } })
    const subjectId = balances[0]?.assetId ?? ''
    const terms = {
      quantity: 1,
      currency: 'CHF',
      note: '',
      endsOn: '2199-01-01',
      contact: 'a@b.test',
      nfsw: false,
    } as const
    // The list shows the newest first, so the cheapest comes last.
    const prices = [1, ...Array.from({ length: 205 }, (_, index) => 900_000 + index)]
    const made: string[] = []
    try {
      for (const price of prices) {
        const { offer } = await holder.call(makeOffer, { body: { kind: 'issued', subjectId, price, ...terms } })
        made.push(offer.offerId)
      }
      const page = await as('buyer')
      await open(page, paths.market)
      await expect.poll(async () => (await rankedOn(page)).length).toBe(offered.length + prices.length)
      await choose(page, 'Sort', 'Price: Low to High')
      await section(page, 'Trending items').getByText('several currencies').waitFor()
      await choose(page, 'Currency', 'CHF')
      await expect.poll(async () => (await namesIn(page, 'Trending items')).length).toBe(prices.length)
      expect(await section(page, 'Trending items').getByText('several currencies').count()).toBe(0)
      await section(page, 'Trending items').getByRole('article').first().getByText('0.01').waitFor()
    } finally {
      for (const offerId of made) await holder.call(withdrawOffer, { params: { offerId } })
    }
  })
})
