import { readFile } from 'node:fs/promises'
import { expect } from 'vitest'
import { listClaims } from '#shared/contract/claims.ts'
import { callerAt } from '#tests/kit/person.ts'
import { expectGood, expectNoSidewaysScroll, test } from './browser.ts'
import { world } from './world.ts'

test('a journalist verifies a pasted list of 25 lines, and gets the answers as a file and in figures', async ({
  openPage,
}) => {
  const page = await openPage({ width: 768 })
  const query = { tenantId: 'sample', beneficiary: 'Harbour Bakery', serials: 'true' as const }
  const { items } = await callerAt(world.baseUrl, null).call(listClaims, { query })
  const [batch = ''] = /^.*(?=-1-850$)/.exec(items.at(-1)?.serials?.[0] ?? '') ?? []
  const serials = Array.from({ length: 23 }, (_, at) => `${batch}-${at + 1}`)
  const lines = [...serials, 'nothing of this registry', `C-${String(items[0]?.claimNumber).padStart(6, '0')}`]
  expect(lines).toHaveLength(25)
  await page.goto('/claims')
  await page.getByText('Verify a claim').first().click()
  const box = page.getByRole('textbox', { name: 'Verify a claim' })
  await box.waitFor()
  await box.evaluate((field, text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', text)
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, lines.join('\n'))
  const dialog = page.getByRole('dialog', { name: 'Verify a list' })
  await expect.poll(() => dialog.getByLabel('Lines', { exact: true }).inputValue()).toBe(lines.join('\n'))
  const downloading = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Verify 25 lines' }).click()
  const file = await readFile(await (await downloading).path(), 'utf8')
  expect(file.trimEnd().split('\r\n')).toHaveLength(26)
  const figures = dialog.locator('dl > div')
  await figures
    .filter({ hasText: /^Retired/ })
    .getByText('23')
    .waitFor()
  await figures.filter({ hasText: 'Unknown here' }).getByText('1', { exact: true }).waitFor()
  await figures
    .filter({ hasText: /^Claim/ })
    .getByText('1', { exact: true })
    .waitFor()
  await expectGood(page)
  await page.setViewportSize({ width: 360, height: 800 })
  await expectNoSidewaysScroll(page)
})

test('a list from a file that is too long is refused before it is sent', async ({ page }) => {
  await page.goto('/claims')
  await page.getByRole('button', { name: 'Verify a list' }).click()
  const dialog = page.getByRole('dialog', { name: 'Verify a list' })
  const buffer = Buffer.from('x\n'.repeat(10_001))
  await dialog.locator('input[type=file]').setInputFiles({ name: 'list.txt', mimeType: 'text/plain', buffer })
  await dialog.getByText('A list may have 10,000 lines at most.').waitFor()
  await expectGood(page)
})
