import { expect } from 'vitest'
import { readClaim } from '#shared/contract/claims.ts'
import { claimPath, paths } from '#shared/rules/paths.ts'
import { callerAt } from '#tests/kit/person.ts'
import { aClaim } from './a-claim.ts'
import { expectGood, test } from './browser.ts'
import { choose, expectGoodInEveryView } from './every-screen.ts'
import { signInAs } from './signed-in.ts'
import { world } from './world.ts'

async function certificateOf(claimId: string): Promise<string> {
  const read = () => callerAt(world.baseUrl, null).call(readClaim, { params: { claimId } })
  await expect.poll(async () => (await read()).certificate?.sha256 ?? null, { timeout: 60_000 }).not.toBeNull()
  return (await read()).certificate?.sha256 ?? ''
}

test('an account corrects a misspelt beneficiary; version 1 stays, superseded on the page and in the verify box', async ({
  openPage,
}) => {
  const claimId = await aClaim('Harbour Bakry')
  const firstFile = await certificateOf(claimId)
  const page = await openPage()
  await signInAs(page, 'buyer')
  await page.goto(claimPath(claimId))
  await page.getByText(/^You can correct the wording until .*: 30 more days\.$/).waitFor()
  await page.getByRole('button', { name: 'Correct the wording' }).click()
  const dialog = page.getByRole('dialog')
  const name = dialog.getByLabel('Beneficiary', { exact: true })
  expect(await name.inputValue()).toBe('Harbour Bakry')
  await expectGoodInEveryView(page)
  await choose(page, 'en')
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await dialog.getByText('Nothing has changed yet.').waitFor()
  expect(await dialog.getByRole('button', { name: 'Publish the correction' }).isDisabled()).toBe(true)
  await dialog.getByRole('button', { name: 'Back' }).click()
  await name.fill('Harbour Bakery II')
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await dialog.getByRole('row', { name: 'Beneficiary Harbour Bakry Harbour Bakery II' }).waitFor()
  await expectGoodInEveryView(page)
  await choose(page, 'en')
  await dialog.getByRole('button', { name: 'Publish the correction' }).click()
  await page.getByText('The wording has been corrected.').waitFor()

  const versionOf = (number: number) => page.getByRole('listitem').filter({ hasText: `Version ${number}` })
  await versionOf(1).getByText('Superseded').waitFor()
  await versionOf(1).getByText('Harbour Bakry').waitFor()
  await versionOf(2).getByText('Valid').waitFor()
  await versionOf(2).getByText('Harbour Bakery II').waitFor()
  await page
    .getByText(/^C-\d{6}, version 2$/)
    .first()
    .waitFor({ timeout: 30_000 })
  await expectGoodInEveryView(page)
  await choose(page, 'en')

  const visitor = await openPage()
  await visitor.goto(paths.claims)
  await visitor.getByLabel('Verify a claim').last().fill(firstFile)
  await visitor.getByRole('button', { name: 'Verify', exact: true }).click()
  await visitor.getByText('A later version on the claim’s page has replaced this certificate.').waitFor()
  await visitor.goto(claimPath(claimId))
  await visitor.getByRole('listitem').filter({ hasText: 'Version 1' }).getByText('Harbour Bakry').waitFor()
  expect(await visitor.getByRole('button', { name: 'Correct the wording' }).count()).toBe(0)
  await expectGood(visitor)
})

test('the registry corrects a wording with a reason that everybody reads', async ({ openPage }) => {
  const claimId = await aClaim('Harbour Fishers')
  const page = await openPage({ width: 360 })
  await signInAs(page, 'tenant-admin')
  await page.goto(claimPath(claimId))
  await page.getByRole('button', { name: 'Correct the wording' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Next' }).click()
  await dialog.getByLabel('Purpose in detail').fill('Report of 2024')
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await dialog.getByText('Please correct one field.').waitFor()
  await dialog.getByLabel('Reason, for everybody to read').fill('The report says so.')
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await dialog.getByRole('button', { name: 'Publish the correction' }).click()
  await page.getByText('Reason: The report says so.').waitFor()
  await page.getByText(/^Corrected by the registry/).waitFor()
  await expectGood(page)
})
