import { readFile } from 'node:fs/promises'
import { expect } from 'vitest'
import { readAccount } from '#shared/contract/accounts.ts'
import { createClaim, listClaims } from '#shared/contract/claims.ts'
import { listBalances } from '#shared/contract/wallet.ts'
import { figuresPath, paths } from '#shared/rules/paths.ts'
import { expectAccessible, expectNoSidewaysScroll, test } from './browser.ts'
import { sandboxCaller, signInAs } from './signed-in.ts'

test('on a phone the first screen has the search, and the map and what follows load when a visitor scrolls', async ({
  openPage,
}) => {
  const page = await openPage({ width: 360, height: 640 })
  await page.goto('/')
  await page.getByRole('region', { name: 'Figures of the registry' }).waitFor()
  const box = await page.getByRole('search').getByRole('textbox').boundingBox()
  expect((box?.y ?? 640) + (box?.height ?? 0)).toBeLessThan(640)
  const map = page.getByRole('link', { name: 'Open the large map' })
  expect(await map.count()).toBe(0)
  await page.mouse.wheel(0, 300)
  await map.waitFor()
  await page.mouse.wheel(0, 600)
  for (const name of [
    'Latest issuances',
    'Latest retirements',
    'Issued and claimed by month',
    'How anybody can check',
  ]) {
    await page.getByRole('heading', { name }).waitFor()
  }
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
})

test('the box of the front page finds and verifies, and says what a file is', async ({ openPage }) => {
  const page = await openPage()
  await page.goto('/')
  const ask = async (text: string) => {
    await page.getByRole('textbox', { name: 'Find or verify' }).fill(text)
    await page.getByRole('textbox', { name: 'Find or verify' }).press('Enter')
  }
  const main = page.getByRole('main')
  await ask('Cookstoves of Kitui')
  await main.getByRole('list', { name: 'Results' }).getByRole('link', { name: 'Clean Cookstoves of Kitui' }).waitFor()
  expect(await main.getByText(/registry has/).count()).toBe(0)
  await main.getByRole('link', { name: 'All results for “Cookstoves of Kitui”' }).waitFor()

  const buyer = await sandboxCaller('buyer')
  const query = { tenantId: 'sample', serials: 'true' } as const
  const [claim] = (await buyer.call(listClaims, { query })).items
  await ask(claim?.serials?.[0] ?? '')
  await main.getByText(/is retired:|are retired:/).waitFor()
  await expectAccessible(page)

  await ask('zzqx-0000')
  await main.getByText('Nothing in this registry matches.').waitFor()
  await main.getByLabel('Choose a certificate').setInputFiles({
    name: 'letter.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.7 C-099999'),
  })
  await main.getByText('This file names claim 099999').waitFor()
})

test('from the front page a visitor goes on to charts with tables and files, that fit on one sheet', async ({
  openPage,
}) => {
  const page = await openPage()
  await page.goto('/')
  await page.getByRole('link', { name: 'See these figures over time' }).click()

  await page.getByRole('heading', { name: 'Figures of the registry', level: 1 }).waitFor()
  await page.getByRole('img', { name: 'Issued and claimed by month' }).waitFor()
  await page.getByText('Show as a table').nth(2).click()
  const head = page.getByRole('table', { name: 'By type' }).getByRole('columnheader')
  expect(await head.allTextContents()).toEqual(['Type', 'Issued', 'Claimed', 'Burnt', 'Held'])
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV: By type' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('types.csv')
  const [heading, first] = (await readFile(await file.path(), 'utf8')).split('\r\n')
  expect(heading).toBe('\ufeffType,Issued,Claimed,Burnt,Held,As of')
  expect(first).toMatch(/^[^,]+,\d+,\d+,\d+,\d+,\d{4}-\d\d-\d\dT/)

  await page.getByText('Show as a table').nth(2).click()
  const sheets = (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type\s*\/Page\b/g)
  expect(sheets).toHaveLength(1)
})

test('what is below the figures is there at once where it is in view', async ({ openPage }) => {
  const page = await openPage({ width: 1280, height: 1000 })
  await page.clock.install()
  await page.goto('/')
  await page.getByRole('search').getByRole('textbox').waitFor()
})

test('arrow keys and the mouse read a month, and the address keeps the range', async ({ openPage }) => {
  const page = await openPage()
  await page.route('**/api/registry/sums?*', async (route) => {
    const response = await route.fetch()
    const sums = await response.json()
    const early = { key: '2015-03', issued: 400, retired: 90, cancelled: 0, held: 310 }
    await route.fulfill({ response, json: { ...sums, months: [early, ...sums.months] } })
  })
  await page.goto(figuresPath)
  const slider = page.getByRole('slider', { name: 'Month in “Issued and claimed by month”' })
  await slider.press('Home')
  expect(await slider.getAttribute('aria-valuetext')).toBe('Mar 2015, Issued: 400, Claimed: 90')
  await slider.press('ArrowRight')
  expect(await slider.getAttribute('aria-valuetext')).toBe('Apr 2015, Issued: 0, Claimed: 0')
  await slider.blur()
  const chart = page.getByRole('img', { name: 'Issued and claimed by month' })
  const { x = 0, y = 0, width = 0 } = (await chart.boundingBox()) ?? {}
  await page.mouse.move(x + width - 3, y + 60)
  const latest = new Intl.DateTimeFormat('en-GB', { month: 'short', year: 'numeric', timeZone: 'UTC' }).format()
  await page.getByRole('figure').first().getByText(latest, { exact: true }).first().waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: '5 years' }).click()
  await page.waitForURL(/range=5y/)
  await page.reload()
  await page.getByRole('button', { name: '5 years', pressed: true }).waitFor()
})

test('a beneficiary of one endless word stays within the screen', async ({ openPage }) => {
  const buyer = await sandboxCaller('buyer')
  const { accountId } = await buyer.call(readAccount)
  const [held] = (await buyer.call(listBalances, { query: { accountId } })).items
  const beneficiary = 'Qcc456f982bfec5d4a8c5c69dec'.repeat(3)
  await buyer.call(createClaim, {
    headers: { 'idempotency-key': beneficiary },
    body: {
      items: [{ assetId: held?.assetId ?? '', quantity: 1 }],
      beneficiaryKind: 'organisation',
      beneficiary,
      purpose: 'public claim',
      isAuthorised: true,
    },
  })
  const page = await openPage({ width: 360 })
  await signInAs(page, 'tenant-admin')
  await page.goto(figuresPath)
  await page.getByRole('main').getByRole('listitem').filter({ hasText: beneficiary }).first().waitFor()
  await expectNoSidewaysScroll(page)
  await page.goto(paths.claims)
  await page.getByRole('rowheader', { name: beneficiary }).waitFor()
  for (const width of [360, 640, 1024]) {
    await page.setViewportSize({ width, height: 800 })
    await expectNoSidewaysScroll(page)
  }
})
