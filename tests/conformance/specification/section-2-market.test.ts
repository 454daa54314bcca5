import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { listMarketProjects } from '#shared/contract/market.ts'
import { paths } from '#shared/rules/paths.ts'
import { callerAs, setMarket, test } from './people.ts'
import { expectSeen, open } from './screens.ts'

const section = (page: Page, title: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) })

async function listedNames(): Promise<string[]> {
  const { items } = await (await callerAs('buyer')).call(listMarketProjects, {
    query: { tenantId: 'sample', limit: 200 },
  })
  expect(items).not.toEqual([])
  return items.map(({ projectName }) => projectName).sort()
}

describe('2. Screens and routes: market preview', () => {
  beforeAll(() => setMarket(true))
  afterAll(() => setMarket(false))

  test('144 The wallet is a modal that is closed at first, opens and closes', async ({ as }) => {
    const page = await as('buyer')
    await open(page, paths.market)
    const modal = page.getByRole('dialog', { name: 'Holdings' })
    expect(await modal.count()).toBe(0)
    await page.getByRole('button', { name: 'Holdings' }).click()
    await expectSeen(modal.getByText('Clean Cookstoves of Kitui'))
    await modal.getByRole('button', { name: 'Close' }).click()
    await modal.waitFor({ state: 'detached' })
  })

  test('145 The properties are a modal that is closed at first, opens and closes', async ({ as }) => {
    const page = await as('buyer')
    await open(page, paths.market)
    const modal = page.getByRole('dialog', { name: 'Clean Cookstoves of Kitui' })
    expect(await modal.count()).toBe(0)
    const row = page.getByRole('row').filter({ hasText: 'Clean Cookstoves of Kitui' })
    await row.first().getByRole('button', { name: 'Properties' }).click()
    await expectSeen(modal.getByText('Green Hills Cooperative'))
    await modal.getByRole('button', { name: 'Close' }).click()
    await modal.waitFor({ state: 'detached' })
  })

  test('146 Adding a project is a modal that is closed at first, opens and closes', async ({ as }) => {
    const page = await as('buyer')
    await open(page, paths.myProjects)
    const modal = page.getByRole('dialog', { name: 'Request New Project' })
    expect(await modal.count()).toBe(0)
    await page.getByRole('button', { name: 'Request New Project' }).click()
    await modal.getByRole('button', { name: 'Close' }).click()
    await modal.waitFor({ state: 'detached' })
  })

  test('147 The mobile menu and the dropdown are closed at first, open and close', async ({ as }) => {
    const page = await as('buyer', { width: 360 })
    await open(page, '/')
    const menu = page.getByRole('dialog', { name: 'Main menu' })
    expect(await menu.count()).toBe(0)
    await page.getByRole('button', { name: 'Open menu' }).click()
    await menu.getByRole('button', { name: 'Close' }).click()
    await menu.waitFor({ state: 'detached' })

    const button = page.getByRole('button', { name: 'My account' })
    const entry = page.getByRole('link', { name: 'My Profile' })
    expect(await button.getAttribute('aria-expanded')).toBe('false')
    expect(await entry.isVisible()).toBe(false)
    await button.click()
    await expectSeen(entry)
    await page.keyboard.press('Escape')
    await expect.poll(() => entry.isVisible()).toBe(false)
  })

  test('148 The list of trending items starts with its full content', async ({ as }) => {
    const page = await as('buyer')
    await open(page, paths.market)
    const names = await section(page, 'Trending items').getByRole('article').getByRole('heading').allInnerTexts()
    expect(names.sort()).toEqual(await listedNames())
  })

  test('149 The list of rankings starts with its full content', async ({ as }) => {
    const page = await as('buyer')
    await open(page, paths.market)
    const names = await section(page, 'Rankings').locator('tbody').getByRole('rowheader').allInnerTexts()
    expect(names.sort()).toEqual(await listedNames())
  })

  test('150 The list of collections starts with its full content', async ({ as }) => {
    const page = await as('buyer')
    await open(page, paths.market)
    const names = await section(page, 'Collections').getByRole('article').getByRole('heading').allInnerTexts()
    expect(names.sort()).toEqual(await listedNames())
  })
})
