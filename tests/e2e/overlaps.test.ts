import { expect } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll, test, themes, type WatchedPage } from './browser.ts'
import { signInAs } from './signed-in.ts'

async function expectGood(page: WatchedPage): Promise<void> {
  await page.locator('.animate-pulse').first().waitFor({ state: 'detached' })
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
}

/** Requests a project and returns its address. */
async function request(page: WatchedPage, name: string): Promise<string> {
  await page.goto('/myProjects?new=1')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Project name').fill(name)
  await dialog.getByLabel('Description').fill('Peat is rewetted.')
  const methodologies = dialog.getByRole('combobox', { name: 'Methodology' })
  await methodologies.selectOption(
    await methodologies.locator('option', { hasText: 'Improved cookstoves' }).first().getAttribute('value'),
  )
  await dialog.getByLabel('Start date').fill('2023-01-01')
  await dialog.getByLabel('End date').fill('2030-12-31')
  await dialog.getByRole('button', { name: 'Request New Project' }).click()
  await page.getByRole('heading', { name, level: 1 }).waitFor()
  return page.url()
}

test.for(themes)(
  'an admin sees in the %s theme what a project may overlap with, and decides',
  async (theme, { openPage }) => {
    const name = `Rewetting of the great ${theme} bog`
    const proponent = await openPage()
    await signInAs(proponent, 'proponent')
    await request(proponent, `${name} II`)
    const address = await request(proponent, name)
    await proponent.getByRole('tab', { name: 'Details' }).waitFor()
    expect(await proponent.getByRole('tab', { name: 'Overlaps' }).count()).toBe(0)

    const admin = await openPage({ theme, width: theme === 'dark' ? 360 : 1280 })
    await signInAs(admin, 'tenant-admin')
    await admin.goto(address)
    await admin.getByRole('tab', { name: 'Overlaps' }).click()
    await admin.getByRole('link', { name: `${name} II` }).waitFor()
    const neighbour = admin.getByRole('listitem').filter({ has: admin.getByRole('link', { name: `${name} II` }) })
    await neighbour.getByText('Not decided yet.').waitFor()
    await expectGood(admin)
    await admin.getByRole('button', { name: `Decide about ${name} II` }).click()
    const dialog = admin.getByRole('dialog')
    await dialog.getByRole('radio', { name: 'Overlap accepted' }).check()
    await dialog.getByRole('button', { name: 'Decide' }).click()
    await admin.getByText('Please correct one field.').waitFor()
    await expectGood(admin)
    await dialog.getByLabel('Reason').fill('The second one takes over in 2027.')
    await dialog.getByRole('button', { name: 'Decide' }).click()
    await admin.getByText('The decision has been recorded.').waitFor()
    await neighbour.getByText('The second one takes over in 2027.').waitFor()
    await neighbour.getByText('Overlap accepted').waitFor()
  },
)
