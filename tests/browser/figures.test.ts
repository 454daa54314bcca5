import { readFile } from 'node:fs/promises'
import { expect } from 'vitest'
import { readAccount } from '#shared/contract/accounts.ts'
import { createClaim } from '#shared/contract/claims.ts'
import { listBalances } from '#shared/contract/wallet.ts'
import { figuresPath, paths } from '#shared/rules/paths.ts'
import { expectAccessible, expectNoSidewaysScroll, test } from './browser.ts'
import { sandboxCaller, signInAs } from './signed-in.ts'

test('below the figures a visitor searches, sees what happened last, and goes on to charts with tables and files', async ({
  openPage,
}) => {
  const page = await openPage({ height: 500 })
  await page.goto('/')
  await page.getByRole('region', { name: 'Figures of the registry' }).waitFor()
  expect(await page.getByRole('search').count()).toBe(0)
  await page.mouse.wheel(0, 600)
  await page.getByRole('search').getByRole('textbox').waitFor()
  for (const name of ['Latest issuances', 'Latest retirements', 'What the figures mean', 'How anybody can check']) {
    await page.getByRole('heading', { name }).waitFor()
  }
  await expectAccessible(page)
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

  await page.emulateMedia({ media: 'print' })
  for (const name of ['By type', 'By country']) await page.getByRole('table', { name }).waitFor()
})

test('what is below the figures is there at once where it is in view', async ({ openPage }) => {
  const page = await openPage({ width: 1280, height: 1000 })
  await page.clock.install()
  await page.goto('/')
  await page.getByRole('search').getByRole('textbox').waitFor()
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
  await page.getByRole('cell', { name: beneficiary }).waitFor()
  for (const width of [360, 640, 1024]) {
    await page.setViewportSize({ width, height: 800 })
    await expectNoSidewaysScroll(page)
  }
})
