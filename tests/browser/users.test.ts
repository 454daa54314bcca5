import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { newId } from '#server/infra/db/database.ts'
import { inviteUser, listUsers, updateUser } from '#shared/contract/users.ts'
import { test } from './browser.ts'
import { changeStored, ended, sandboxCaller, signInAs } from './signed-in.ts'

const path = '/accountAdmin/userAdmin'

async function openAt(page: Page, role: 'account-admin' | 'tenant-admin', lastName: string) {
  const admin = await sandboxCaller('account-admin')
  const email = `${newId()}@registry.test`
  const { username } = await admin.call(inviteUser, { body: { firstName: 'Amina', lastName, email } })
  await signInAs(page, role)
  await page.goto(`${path}?q=${lastName}`)
  await page.getByRole('cell', { name: email }).waitFor()
  return { admin, username, email }
}

test('an edit leaves alone what another admin has changed meanwhile', async ({ page }) => {
  const lastName = 'Mwende'
  const { admin, username, email } = await openAt(page, 'account-admin', lastName)
  await page.getByRole('button', { name: `Edit Amina ${lastName}` }).click()
  await admin.call(updateUser, { body: { username, role: 'AccountAdmin' } })
  await page.getByLabel('First name').fill('Aminata')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByText('The user has been updated.').waitFor()
  const { items } = await admin.call(listUsers, { query: { q: email } })
  expect(items).toMatchObject([{ firstName: 'Aminata', role: 'AccountAdmin' }])
  await admin.call(updateUser, { body: { username, role: 'General' } })
})

test('deleting starts at the way out and ends at the title of the list', async ({ page }) => {
  const lastName = 'Njeri'
  await openAt(page, 'account-admin', lastName)
  await page.getByRole('button', { name: `Delete Amina ${lastName}` }).click()
  const focused = () => page.evaluate(() => document.activeElement?.textContent)
  expect(await focused()).toBe('Cancel')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete user' }).click()
  await page.getByText('User deleted successfully.').waitFor()
  await page.getByText('No users found.').waitFor()
  await expect.poll(focused).toBe('User administration')
})

test('the link of an invitation stays until its button is pressed', async ({ page }) => {
  const lastName = 'Wanjiru'
  await openAt(page, 'account-admin', lastName)
  await page.getByRole('button', { name: `Send Amina ${lastName} the invitation again` }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('No e-mail has been sent.').waitFor()
  await page.mouse.click(10, 10)
  await page.keyboard.press('Escape')
  expect(await dialog.getByText(/\/identity\/password\?token=/).isVisible()).toBe(true)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await dialog.waitFor({ state: 'detached' })
})

test('in French, the screen shows why an admin stays, and that nothing was done where a server between answered', async ({
  openPage,
}) => {
  const page = await openPage({ locale: 'fr-FR' })
  await signInAs(page, 'tenant-admin', 'Mon compte')
  await page.goto(`${path}?q=account-admin`)
  await page.getByRole('button', { name: 'Supprimer Account Admin' }).click()
  const confirm = page.getByRole('dialog').getByRole('button', { name: 'Supprimer l’utilisateur' })
  page.expectRefusal({ path: '/api/accountAdmin/user', status: 409 })
  await confirm.click()
  await page.getByRole('alert').filter({ hasText: 'C’est le dernier administrateur' }).waitFor()

  page.expectRefusal({ path: '/api/accountAdmin/user', status: 502 })
  await page.route('**/api/accountAdmin/user?**', (route) => route.fulfill({ status: 502, body: '<html></html>' }))
  await confirm.click()
  await page.getByRole('alert').filter({ hasText: 'Le registre indique que rien n’a été fait' }).waitFor()
})

test('what was typed into an invitation is there again after a session that ended, and not after a cancelled one', async ({
  page,
}) => {
  await signInAs(page, 'account-admin')
  await page.goto(path)
  await page.getByRole('button', { name: 'Invite User' }).click()
  await page.getByLabel('First name').fill('Zawadi')
  page.expectRefusal({ path: '/identity/token', status: 400 })
  await page.getByLabel('Last name').fill('Kamau')
  await page.getByLabel('E-mail', { exact: true }).fill(`${newId()}@registry.test`)
  const invite = page.getByRole('dialog').getByRole('button', { name: 'Invite User' })
  await changeStored(page, { ...ended(), refresh_token: 'not-one-of-ours' }, invite)
  await page.getByText('Your session has ended').waitFor()
  await page.getByRole('main').getByRole('button', { name: 'Sign In' }).first().click()
  await page.getByRole('heading', { name: 'User administration' }).waitFor()

  await page.getByRole('button', { name: 'Invite User' }).click()
  expect(await page.getByLabel('First name').inputValue()).toBe('Zawadi')
  expect(await page.getByLabel('Last name').inputValue()).toBe('Kamau')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Invite User' }).click()
  expect(await page.getByLabel('First name').inputValue()).toBe('')
})
