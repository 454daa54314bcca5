import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { z } from 'zod'
import { listBalances } from '#shared/contract/wallet.ts'
import { paths } from '#shared/rules/paths.ts'
import { callerAs, setMarket, test } from './people.ts'
import { open } from './screens.ts'

const listed = z.looseObject({ items: z.array(z.record(z.string(), z.unknown())) })

async function offersOf(projectName: string) {
  const answer = await (await callerAs('buyer')).fetch('/api/projects/market?tenantId=sample&limit=200')
  return listed.parse(await answer.json()).items.filter((item) => item.projectName === projectName)
}

const section = (page: Page, title: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) })
const ranked = (page: Page) => section(page, 'Rankings').locator('tbody').getByRole('rowheader')

describe('3. Entities and their fields: market preview', () => {
  beforeAll(() => setMarket(true))
  afterAll(() => setMarket(false))

  test.for([
    ['181 A trending item has sortPrice', 'sortPrice', 990, 1_820],
    ['182 A trending item has addDate', 'addDate', expect.stringMatching(/^\d{4}-\d\d-\d\dT/), expect.any(String)],
    ['183 A trending item has verified', 'verified', true, false],
    ['184 A trending item has nfsw', 'nfsw', false, true],
    ['185 A trending item has lazyMinted', 'lazyMinted', true, false],
  ] as const)('%s', async ([, field, ofSchools, ofWoodland]) => {
    expect((await offersOf('Stoves for the Schools of Nakuru'))[0]?.[field]).toEqual(ofSchools)
    expect((await offersOf('Taita Hills Woodland'))[0]?.[field]).toEqual(ofWoodland)
  })

  test('186 An item of the collections is trending, top, recent, or none of them', async ({ as }) => {
    const page = await as('buyer')
    await open(page, paths.market)
    const collections = section(page, 'Collections')
    const cards = collections.getByRole('tabpanel').getByRole('article')
    const whole = await cards.count()
    const seen: string[] = []
    const shown = async () => (await cards.allInnerTexts()).join()
    for (const name of ['Trending', 'Top', 'Recent']) {
      await collections.getByRole('tab', { name, exact: true }).click()
      // Waits for a new selection.
      await expect.poll(async () => seen.includes(await shown())).toBe(false)
      await expect.poll(() => cards.count()).toBeLessThan(whole)
      seen.push(await shown())
    }
    expect(new Set(seen).size).toBe(3)
    expect(seen).not.toContain('')
  })

  test('187 A row of the ranking has a category, a blockchain and a time', async ({ as }) => {
    const page = await as('buyer')
    await open(page, paths.market)
    const whole = await ranked(page).count()
    for (const [filter, choice, row] of [
      ['Type', 'Cookstoves', 'Clean Cookstoves of Kitui'],
      ['Blockchain', 'EVM', 'Clean Cookstoves of Kitui'],
      ['Time', 'Last Week', 'Taita Hills Woodland'],
    ] as const) {
      const select = section(page, 'Rankings').getByRole('combobox', { name: filter })
      const all = (await select.locator('option').first().textContent()) ?? ''
      await select.selectOption(choice)
      await expect.poll(() => ranked(page).allInnerTexts()).toContain(row)
      await expect.poll(() => ranked(page).count()).toBeLessThan(whole)
      await select.selectOption(all)
    }
  })
})

describe('3. Entities and their fields: payloads', () => {
  test('191 What is sent with a transfer may carry userId', async () => {
    const buyer = await callerAs('buyer')
    const [held] = (await buyer.call(listBalances, { query: { accountId: 'harbour-trading' } })).items
    const body = {
      toAccountId: 'green-hills',
      items: [{ assetId: held?.assetId, quantity: 1 }],
      userId: 'proponent@registry.test',
    }
    const headers = { 'content-type': 'application/json' }
    const answer = await buyer.fetch('/api/wallet/transfer', { method: 'POST', headers, body: JSON.stringify(body) })
    expect(answer.status).toBe(201)
  })
})
