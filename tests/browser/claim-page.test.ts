import { expect } from 'vitest'
import { listClaims } from '#shared/contract/claims.ts'
import { claimPath } from '#shared/rules/paths.ts'
import { callerAt } from '#tests/kit/person.ts'
import { expectGood, test } from './browser.ts'
import { world } from './world.ts'

test('a visitor reads a claim’s seal, copies its citation, and sees all retirements of its beneficiary', async ({
  page,
}) => {
  const name = 'Harbour Bakery'
  const query = { tenantId: 'sample', beneficiary: name }
  const { items } = await callerAt(world.baseUrl, null).call(listClaims, { query })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(claimPath(items.at(-1)?.claimId ?? ''))
  await page.getByRole('status').filter({ hasText: 'Valid' }).waitFor()
  await page.getByText(/^850 of the 11,980 units of batch 1/).waitFor()

  await page.getByText('Copy citation').click()
  await page.getByRole('tab', { name: 'BibTeX' }).click()
  await page.getByRole('button', { name: 'Copy: BibTeX', exact: true }).click()
  await page.getByText('The citation has been copied.').waitFor()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toMatch(/^@misc\{/)
  expect(copied).toContain(`title = {{850 Outcome Units retired for ${name}}}`)
  await expectGood(page)

  await page.getByRole('link', { name: 'All retirements for this beneficiary' }).click()
  await page.getByRole('heading', { level: 1, name }).waitFor()
  await page.locator('dl > div').filter({ hasText: 'Units retired' }).getByText('850').waitFor()
  await page.locator('main table tbody tr').filter({ hasText: 'Clean Cookstoves of Kitui' }).waitFor()
  await expectGood(page)
})
