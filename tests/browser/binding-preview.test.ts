import { expect } from 'vitest'
import { readAccount } from '#shared/contract/accounts.ts'
import { createClaim } from '#shared/contract/claims.ts'
import { listBalances, type WalletBalance } from '#shared/contract/wallet.ts'
import { paths } from '#shared/rules/paths.ts'
import { test } from './browser.ts'
import { choose, expectGoodInEveryView } from './every-screen.ts'
import { sandboxCaller, signInAs } from './signed-in.ts'

const beneficiary = 'Lighthouse of the Preview'

test('units that a colleague takes while the preview is open: nothing moves until the new preview is confirmed', async ({
  openPage,
}) => {
  const buyer = await sandboxCaller('buyer')
  const { accountId } = await buyer.call(readAccount)
  const held = async (): Promise<WalletBalance> => {
    const [first] = (await buyer.call(listBalances, { query: { accountId } })).items
    if (!first) throw new Error('The buyer holds nothing.')
    return first
  }
  const { assetId, projectName, vintage, balance } = await held()
  const page = await openPage()
  await signInAs(page, 'buyer')
  await page.goto(paths.wallet)
  const row = page.getByRole('row').filter({ hasText: projectName }).filter({ hasText: vintage })
  await row.first().getByRole('button', { name: 'Claim' }).click()
  await page.getByLabel(/Quantity of/).fill('2')
  await page.getByLabel('Beneficiary is').selectOption('organisation')
  await page.getByLabel('Beneficiary', { exact: true }).fill(beneficiary)
  await page.getByLabel('Purpose', { exact: true }).selectOption('corporate target')
  await page.getByLabel('I am authorised to act for the beneficiary.').check()
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByRole('button', { name: 'Claim for good' }).waitFor()

  await buyer.call(createClaim, {
    body: { items: [{ assetId, quantity: 1 }], beneficiaryKind: 'anonymous', purpose: 'personal', isAuthorised: true },
  })
  page.expectRefusal({ path: createClaim.path, status: 409 })
  await page.getByRole('button', { name: 'Claim for good' }).click()
  await page.getByText('What would happen is no longer what the preview showed.').waitFor()
  const [before, after] = [balance - 1, balance - 3].map((quantity) => quantity.toLocaleString('en'))
  await page.getByText(`Balance ${before} → ${after}`).waitFor()
  expect((await held()).balance).toBe(balance - 1)
  await expectGoodInEveryView(page)
  await choose(page, 'en')
  await page.getByRole('button', { name: 'Claim for good' }).click()
  await page.waitForURL(/\/claims\?key=/)
  await page.getByText(beneficiary, { exact: true }).first().waitFor()
  expect((await held()).balance).toBe(balance - 3)
})
