import { expect } from 'vitest'
import { proposeMethodology } from '#shared/contract/methodologies.ts'
import { readPreferences } from '#shared/contract/preferences.ts'
import { paths } from '#shared/rules/paths.ts'
import { expectAccessible, expectNoSidewaysScroll, test } from './browser.ts'
import { sandboxCaller, signInAs } from './signed-in.ts'

/** A proposal notifies the registry's admins. */
async function propose(name: string): Promise<void> {
  const proponent = await sandboxCaller('proponent')
  await proponent.call(proposeMethodology, { body: { name, version: '1.0', description: 'Measured.' } })
}

test('the bell counts what is unread, leads to it, and clears when it is read', async ({ openPage }) => {
  const page = await openPage({ width: 360 })
  await signInAs(page, 'tenant-admin')
  await page.goto(paths.notices)
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await page.getByRole('link', { name: 'Notices', exact: true }).waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1')

  await propose('Seagrass of the lagoon')
  await propose('Seaweed of the lagoon')
  await page.reload()
  await page.getByRole('link', { name: 'Notices, 2 unread' }).click()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page
    .getByRole('link', { name: /^The methodology Seaweed of the lagoon, version 1.0, has been proposed/ })
    .click()
  await page.getByRole('heading', { name: 'Seaweed of the lagoon 1.0' }).waitFor()
  await page.getByRole('link', { name: 'Notices, 1 unread', includeHidden: true }).waitFor({ state: 'attached' })

  await page.goto(`${paths.notices}?unread=true`)
  await page.getByRole('button', { name: /^Mark as read: The methodology Seagrass/ }).click()
  await page.getByText('You have read everything.').waitFor()
  await page.getByRole('link', { name: 'Notices', exact: true }).waitFor()
})

test('the language that a reader chooses is the one that it is written to in', async ({ page }) => {
  await signInAs(page, 'verifier')
  const verifier = await sandboxCaller('verifier')
  const languageOfLetters = async () => (await verifier.call(readPreferences)).language
  expect(await languageOfLetters()).toBe('en')
  await page.getByRole('button', { name: 'Language' }).click()
  await page.getByRole('button', { name: 'Français' }).first().click()
  await page.getByRole('button', { name: 'Mon compte' }).waitFor()
  await expect.poll(languageOfLetters).toBe('fr')
})
