import { describe, expect } from 'vitest'
import { newMeasurementPath, paths } from '#shared/rules/paths.ts'
import { expectAccessible, test, themes } from './browser.ts'
import { signInAs } from './signed-in.ts'

describe.each(themes)('in the %s theme', (theme) => {
  test('a choice is found by typing and taken by keyboard alone, and can be erased', async ({ openPage }) => {
    const page = await openPage({ theme })
    await signInAs(page, 'proponent')
    await page.goto(paths.newProject)
    const field = page.getByRole('dialog').getByRole('combobox', { name: 'Measurement provider' })
    await field.focus()
    await page.keyboard.type('field mea')
    await page.getByRole('option', { name: 'Field Measures Ltd' }).waitFor()
    expect(await page.getByRole('listbox').getByRole('option').count()).toBe(1)
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await expect.poll(() => field.inputValue()).toBe('Field Measures Ltd')
    await page.keyboard.press('Control+A')
    await page.keyboard.press('Delete')
    await expect.poll(() => field.inputValue()).toBe('')
    await page.keyboard.type('no provider has this name')
    await page.getByText('Nothing matches.').waitFor()
  })
})

test('whoever has no project to measure reads what has to happen first, and its provider chooses one', async ({
  openPage,
}) => {
  const page = await openPage()
  await signInAs(page, 'verifier')
  await page.goto(paths.measurements)
  await page.getByRole('button', { name: 'Open a measurement' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('The registry must first approve a project with a measurement provider.').waitFor()
  expect(await dialog.getByRole('combobox').count()).toBe(0)
  await expectAccessible(page)
  await dialog.getByText('Close', { exact: true }).click()
  await dialog.waitFor({ state: 'detached' })

  const provider = await openPage()
  await signInAs(provider, 'measurer')
  await provider.goto(newMeasurementPath(''))
  await provider.getByRole('combobox', { name: 'Project' }).click()
  await provider.getByRole('option').first().waitFor()
  await provider.getByRole('combobox', { name: 'Project' }).fill('no project has this name')
  await provider.getByText('Nothing matches.').waitFor()
})

test('choices that cannot be read say so and are read again', async ({ page }) => {
  await signInAs(page, 'proponent')
  await page.route('**/api/methodologies?*', (route) => route.abort())
  page.expectRefusal({ path: '/api/methodologies', status: 0 })
  await page.goto(paths.newProject)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('alert').getByText('An error occurred while fetching the data.').waitFor()
  await page.unroute('**/api/methodologies?*')
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await dialog.getByRole('alert').waitFor({ state: 'detached' })
  await dialog.getByRole('combobox', { name: 'Methodology' }).fill('cookstoves')
  await page
    .getByRole('option', { name: /Improved cookstoves/ })
    .first()
    .waitFor()
})

test('an invitation is to no organisation until somebody chooses one', async ({ page }) => {
  await signInAs(page, 'tenant-admin')
  // Delays the accounts.
  const late = Promise.withResolvers<void>()
  await page.route('**/api/accounts?*', async (route) => {
    await late.promise
    await route.continue()
  })
  await page.goto(paths.userAdmin)
  await page.getByRole('button', { name: 'Invite User' }).click()
  const dialog = page.getByRole('dialog')
  const organisation = dialog.getByRole('combobox', { name: 'Account' })
  const own = dialog.getByRole('checkbox', { name: 'The person registers an organisation of their own' })
  await own.waitFor()
  expect(await dialog.locator('option', { hasText: 'organisation' }).count()).toBe(0)
  expect(await own.isChecked()).toBe(false)
  expect(await organisation.inputValue()).toBe('')
  late.resolve()
  await organisation.fill('harbour')
  await page.getByRole('option', { name: /Harbour Trading Company/ }).click()
  await own.check()
  await organisation.waitFor({ state: 'detached' })
})
