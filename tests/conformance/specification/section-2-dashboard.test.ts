import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { listMeasurements } from '#shared/contract/measurements.ts'
import { createProject, listMyProjects } from '#shared/contract/projects.ts'
import { listVerifications } from '#shared/contract/verifications.ts'
import { listBalances } from '#shared/contract/wallet.ts'
import { callerAs, test, withSettings } from './people.ts'
import { aPicture, aPublishedProject, withPicture } from './records.ts'
import { expectAt, expectSeen, open } from './screens.ts'

const tile = (page: Page, label: string) =>
  page.locator('dl > div').filter({ has: page.locator('dt').getByText(label, { exact: true }) })
const figureOf = (page: Page, label: string) => tile(page, label).locator('dd').first()
const figure = (units: number) => units.toLocaleString('en-GB')
const lane = (page: Page, title = 'My Projects') => page.getByRole('list', { name: title })

/** Visible cards of the carousel. */
async function cardsAt(page: Page, width: number): Promise<number> {
  await page.setViewportSize({ width, height: 800 })
  const [whole, card] = await Promise.all(
    [lane(page), lane(page).getByRole('listitem').first()].map(async (part) => (await part.boundingBox())?.width ?? 0),
  )
  return Math.round((((whole ?? 0) + 30) / ((card ?? 0) + 30)) * 100) / 100
}

describe('2. Screens and routes: dashboard', () => {
  test('72 The dashboard has a welcome message', async ({ as }) => {
    const page = await as('buyer')
    await open(page, '/')
    await expectSeen(page.getByRole('heading', { level: 1, name: 'Welcome, Harbour Trading Company' }))
  })

  test('73 The dashboard has a language switch of English, French and Swahili', async ({ as }) => {
    const page = await as('buyer')
    await open(page, '/')
    const main = page.getByRole('main')
    for (const [language, code, welcome] of [
      ['Français', 'fr', 'Bienvenue'],
      ['Kiswahili', 'sw', 'Karibu'],
      ['English', 'en', 'Welcome'],
    ] as const) {
      await main.getByRole('button', { name: language, exact: true }).click()
      await expectSeen(main.getByRole('heading', { level: 1, name: new RegExp(`^${welcome}, Harbour`) }))
      expect(await page.locator('html').getAttribute('lang')).toBe(code)
    }
  })

  test('74 A language can be chosen only while that is on', async ({ as }) => {
    const page = await as('buyer')
    await withSettings({ languageSelection: false }, async () => {
      await open(page, '/')
      expect(await page.getByText('Français').count()).toBe(0)
      expect(await page.getByRole('button', { name: 'Language' }).count()).toBe(0)
      await open(page, '/user/current')
      await expectSeen(page.getByLabel('Theme'))
      expect(await page.getByLabel('Language').count()).toBe(0)
    })
    await open(page, '/')
    await expectSeen(page.getByRole('main').getByRole('button', { name: 'Français' }))
    await open(page, '/user/current')
    await expectSeen(page.getByRole('combobox', { name: 'Language' }))
  })

  test('75 A tile has the number of my projects', async ({ as }) => {
    const page = await as('proponent')
    const { total } = await (await callerAs('proponent')).call(listMyProjects)
    await open(page, '/')
    await expect.poll(() => figureOf(page, 'My Projects').textContent()).toBe(figure(total))
  })

  test('76 A tile has the sum of the balances, under the plural name of the primary asset', async ({ as }) => {
    const page = await as('proponent')
    const proponent = await callerAs('proponent')
    const { items } = await proponent.call(listBalances, { query: { accountId: 'green-hills', limit: 200 } })
    const sum = items.reduce((whole, { balance }) => whole + balance, 0)
    expect(sum).toBeGreaterThan(0)
    await open(page, '/')
    await expect.poll(() => figureOf(page, 'Outcome Units').textContent()).toBe(figure(sum))
  })

  test('77 A tile has the number of measurements, only where there are some', async ({ as }) => {
    const [measurer, buyer] = [await as('measurer'), await as('buyer')]
    const { total } = await (await callerAs('measurer')).call(listMeasurements, { query: { tenantId: 'sample' } })
    await open(measurer, '/')
    await expect.poll(() => figureOf(measurer, 'Measurements').textContent()).toBe(figure(total))
    const read = buyer.waitForResponse(/\/api\/measurements/)
    await open(buyer, '/')
    await read
    await expectSeen(tile(buyer, 'Outcome Units'))
    expect(await tile(buyer, 'Measurements').count()).toBe(0)
  })

  test('78 A tile has the number of verifications, only where there are some', async ({ as }) => {
    const [verifier, buyer] = [await as('verifier'), await as('buyer')]
    const { total } = await (await callerAs('verifier')).call(listVerifications, { query: { tenantId: 'sample' } })
    await open(verifier, '/')
    await expect.poll(() => figureOf(verifier, 'Verifications').textContent()).toBe(figure(total))
    const read = buyer.waitForResponse(/\/api\/verifications/)
    await open(buyer, '/')
    await read
    await expectSeen(tile(buyer, 'Outcome Units'))
    expect(await tile(buyer, 'Verifications').count()).toBe(0)
  })

  test('79 A carousel has all of my projects', async ({ as }) => {
    const admin = await callerAs('tenant-admin')
    const [place, ...rest] = Array.from({ length: 23 }, (_, n) => `Island ${n + 1} of ${crypto.randomUUID()}`)
    for (const projectName of [place ?? '', ...rest]) {
      const facts = { projectName, description: 'One of many.', methodologyId: 'sample-2' }
      await admin.call(createProject, { body: { ...facts, startDate: '2024-01-01', endDate: '2030-12-31' } })
    }
    const page = await as('tenant-admin')
    await open(page, '/')
    const next = page.getByRole('button', { name: 'Next' }).first()
    while (await next.isEnabled()) {
      await lane(page).evaluate((list) => list.scrollTo({ left: list.scrollWidth, behavior: 'instant' }))
      await page.evaluate(() => new Promise(requestAnimationFrame))
    }
    const shown = await lane(page).getByRole('listitem').getByRole('link').allInnerTexts()
    expect(shown).toEqual(expect.arrayContaining([place, ...rest]))
  })

  test('80 A carousel of the owned projects is shown only where there are owned assets', async ({ as }) => {
    const [buyer, measurer] = [await as('buyer'), await as('measurer')]
    await open(buyer, '/')
    await expectSeen(lane(buyer, 'Owned Projects').getByText('Clean Cookstoves of Kitui'))
    const read = measurer.waitForResponse(/\/api\/projects\/ownedAssets/)
    await open(measurer, '/')
    await read
    await expectSeen(measurer.getByRole('heading', { name: 'My Projects' }))
    expect(await measurer.getByRole('heading', { name: 'Owned Projects' }).count()).toBe(0)
  })

  test('81 A card has the picture and the name of its project and leads to its detail', async ({ as }) => {
    const { projectKey, projectName } = await aPublishedProject()
    await withPicture(projectKey, await aPicture())
    const page = await as('buyer')
    await open(page, '/')
    const card = lane(page, 'Owned Projects').getByRole('article').filter({ hasText: projectName })
    const picture = card.locator('img')
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    await card.getByRole('link', { name: projectName }).click()
    await expectSeen(page.getByRole('heading', { level: 1, name: projectName }))
    expectAt(page, '/collection/project')
  })

  test.for([
    ['82 The carousel shows one card below 565 pixels', 1, [360, 564]],
    ['83 The carousel shows two cards from 565 pixels', 2, [565, 999]],
    ['84 The carousel shows three cards from 1000 pixels', 3, [1000, 1099]],
    ['85 The carousel shows four cards from 1100 pixels', 4, [1100, 1600]],
  ] as const)('%s', async ([, cards, widths], { as }) => {
    const page = await as('proponent')
    await open(page, '/')
    await expectSeen(lane(page))
    for (const width of widths) expect(await cardsAt(page, width), `at ${width} pixels`).toBeCloseTo(cards, 1)
  })

  test('86 The cards of the carousel are 30 pixels apart', async ({ as }) => {
    const page = await as('proponent')
    await open(page, '/')
    const cards = lane(page).getByRole('listitem')
    const [first, second] = [await cards.nth(0).boundingBox(), await cards.nth(1).boundingBox()]
    expect((second?.x ?? 0) - (first?.x ?? 0) - (first?.width ?? 0)).toBeCloseTo(30, 1)
  })

  test('87 An empty carousel has a plus button that opens the creation of a project', async ({ as }) => {
    const page = await as('buyer')
    await open(page, '/')
    const plus = page.getByRole('link', { name: 'Request New Project' })
    await expectSeen(plus.locator('svg.lucide-plus'))
    await plus.click()
    await expectSeen(page.getByRole('dialog', { name: 'Request New Project' }))
  })
})
