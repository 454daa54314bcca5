import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { inviteUser } from '#shared/contract/users.ts'
import { paths, projectPath } from '#shared/rules/paths.ts'
import type { WatchedPage } from '#tests/browser/browser.ts'
import { choose } from '#tests/browser/choosing.ts'
import { callerAs, test } from './people.ts'
import { aPicture } from './records.ts'
import { aDraft } from './work.ts'

const mark = crypto.randomUUID().slice(0, 8)

async function failing(page: WatchedPage, path: string, method: string): Promise<void> {
  page.expectRefusal({ path, status: 500 })
  await page.route(
    ({ pathname }) => pathname === path,
    (route) => (route.request().method() === method ? route.fulfill({ status: 500, body: '' }) : route.fallback()),
  )
}

/** No account of the sample sees an empty list here. */
async function emptied(page: Page, path: string): Promise<void> {
  await page.route(
    ({ pathname }) => pathname === path,
    async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), items: [], total: 0, nextCursor: null } })
    },
  )
}

async function openUser(page: Page, firstName: string): Promise<void> {
  const email = `${firstName}-${mark}@registry.test`.toLowerCase()
  await (await callerAs('account-admin')).call(inviteUser, { body: { firstName, lastName: 'Odhiambo', email } })
  await page.goto(`${paths.userAdmin}?q=${email}`)
  await page.getByRole('button', { name: `Delete ${firstName} Odhiambo` }).click()
}

async function choosePicture(page: Page): Promise<void> {
  const picture = { name: 'reeds.png', mimeType: 'image/png', buffer: await aPicture() }
  await page.locator('input[type=file][name=image]').setInputFiles(picture)
  await page.getByRole('button', { name: 'Use this part' }).click()
}

async function fillRequest(page: Page, name: string): Promise<void> {
  await page.goto(paths.newProject)
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Project name').fill(name)
  await dialog.getByLabel('Description').fill('Reeds return.')
  await choose(page, 'Methodology', 'Improved cookstoves')
  await dialog.getByLabel('Start date').fill('2024-01-01')
  await dialog.getByLabel('End date').fill('2034-01-01')
  await dialog.getByRole('button', { name: 'Request New Project' }).click()
}

const confirmDelete = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Delete user' }).click()

describe('8. Error catalogue: texts', () => {
  test('296 Error deleting user.', async ({ as }) => {
    const page = await as('account-admin')
    await failing(page, '/api/accountAdmin/user', 'DELETE')
    await openUser(page, 'Imani')
    await confirmDelete(page)
    await page
      .getByRole('alert')
      .filter({ hasText: /Error deleting user\./ })
      .waitFor()
  })

  test('297 User deleted successfully.', async ({ as }) => {
    const page = await as('account-admin')
    await openUser(page, 'Juma')
    await confirmDelete(page)
    await page.getByText('User deleted successfully.', { exact: true }).waitFor()
  })

  test('298 Error loading users. Please refresh the page.', async ({ as }) => {
    const page = await as('account-admin')
    await failing(page, '/api/accountAdmin/user/all', 'GET')
    await page.goto(paths.userAdmin)
    await page.getByText('Error loading users. Please refresh the page.', { exact: true }).waitFor()
  })

  test('299 Failed to upload image. Please try again.', async ({ as }) => {
    const { projectKey } = await aDraft({ projectName: `Poplars ${mark}` })
    const page = await as('proponent')
    await failing(page, '/api/project/image', 'POST')
    await page.goto(projectPath(projectKey))
    await choosePicture(page)
    await page
      .getByRole('alert')
      .filter({ hasText: /Failed to upload image\. Please try again\./ })
      .waitFor()
  })

  test('300 An error occurred while uploading the image. Please try again.', async ({ as }) => {
    const { projectKey } = await aDraft({ projectName: `Aspens ${mark}` })
    const page = await as('proponent')
    page.expectRefusal({ path: '/api/project/image', status: 0 })
    await page.route('**/api/project/image', (route) => route.abort('failed'))
    await page.goto(projectPath(projectKey))
    await choosePicture(page)
    await page
      .getByRole('alert')
      .filter({ hasText: /An error occurred while uploading the image\. Please try again\./ })
      .waitFor()
  })

  test('301 Failed to create project', async ({ as }) => {
    const page = await as('proponent')
    await failing(page, '/api/project', 'POST')
    await fillRequest(page, `Oaks ${mark}`)
    await page
      .getByRole('alert')
      .filter({ hasText: /Failed to create project/ })
      .waitFor()
  })

  test('302 Project added successfully!', async ({ as }) => {
    const page = await as('proponent')
    await fillRequest(page, `Beeches ${mark}`)
    await page.getByText('Project added successfully!', { exact: true }).waitFor()
  })

  test.for([
    ['303 Error loading providers', '/api/measurement/providers/all', 'Error loading providers'],
    [
      '304 Error loading verification providers',
      '/api/verification/providers/all',
      'Error loading verification providers',
    ],
  ] as const)('%s', async ([, path, text], { as }) => {
    const page = await as('proponent')
    await failing(page, path, 'GET')
    await page.goto(paths.newProject)
    await page.getByRole('dialog').getByText(text, { exact: true }).waitFor()
  })

  test.for([
    ['305 No Verifications found for this user.', paths.verifications, 'No Verifications found for this user.'],
    ['306 No Measurements found for this user.', paths.measurements, 'No Measurements found for this user.'],
    ['308 No Projects found for this user.', paths.myProjects, 'No Projects found for this user.'],
  ] as const)('%s', async ([, path, text], { as }) => {
    const page = await as('buyer')
    await page.goto(path)
    await page.getByText(text, { exact: true }).waitFor()
  })

  test('307 No Methodologies found for this user.', async ({ as }) => {
    const page = await as('buyer')
    await emptied(page, '/api/methodologies')
    await page.goto(paths.methodologies)
    await page.getByText('No Methodologies found for this user.', { exact: true }).waitFor()
  })

  test('309 No Transactions found for this user', async ({ as }) => {
    const page = await as('measurer')
    await page.goto(paths.activity)
    await page.getByText('No Transactions found for this user', { exact: true }).waitFor()
  })

  test('310 No users found.', async ({ as }) => {
    const page = await as('account-admin')
    await emptied(page, '/api/accountAdmin/user/all')
    await page.goto(paths.userAdmin)
    await page.getByText('No users found.', { exact: true }).waitFor()
  })

  test('311 a failed sign-in says Sign-in failed, a failed sign-out Sign-out failed', async ({ page, as }) => {
    await page.goto('/?error=access_denied&state=y')
    await page.getByRole('alert').getByText('Sign-in failed', { exact: true }).waitFor()
    const buyer = await as('buyer')
    const path = '/identity/.well-known/openid-configuration'
    await failing(buyer, path, 'GET')
    await buyer.goto(paths.contact)
    await buyer.getByRole('button', { name: 'My account' }).click()
    await buyer.getByRole('button', { name: 'Sign out' }).click()
    await buyer.getByRole('alert').getByText('Sign-out failed', { exact: true }).waitFor()
    expect(new URL(buyer.url()).pathname).toBe(paths.contact)
  })
})
