import { describe, expect } from 'vitest'
import { newId } from '#server/infra/db/database.ts'
import { decideAccount, readAccount } from '#shared/contract/accounts.ts'
import { inviteUser } from '#shared/contract/users.ts'
import { paths } from '#shared/rules/paths.ts'
import { callerAt } from '#tests/kit/person.ts'
import { expectGood, test, themes } from './browser.ts'
import {
  addPersonWithoutAccount,
  changeStored,
  fillIn,
  openSignIn,
  sandboxCaller,
  signInByForm,
  storedUser,
} from './signed-in.ts'
import { world } from './world.ts'

describe('in French, a session', () => {
  test('begins at the provider’s page, lands on the dashboard with a clean address, and ends with signing out', async ({
    openPage,
  }) => {
    const page = await openPage({ locale: 'fr-FR' })
    await openSignIn(page, 'Se connecter')
    expect(await page.locator('html').getAttribute('lang')).toBe('fr')
    await fillIn(page, 'proponent@registry.test', world.password)
    await page.getByRole('button', { name: 'Mon compte' }).waitFor()
    expect(page.url()).toBe(`${world.baseUrl}/`)

    await page.getByRole('button', { name: 'Mon compte' }).click()
    await page.getByRole('button', { name: 'Se déconnecter' }).click()
    await page.getByRole('button', { name: 'Se connecter' }).first().waitFor()
    expect(await storedUser(page)).toBeNull()
    await page.goto('/activity')
    await page.getByRole('button', { name: 'Se connecter' }).first().waitFor()

    await openSignIn(page, 'Se connecter')
    expect(await page.getByLabel('Mot de passe').isVisible()).toBe(true)
  })
})

describe('in Swahili, a session', () => {
  test('without an account leads to onboarding, after which the new group is in the token without signing in again', async ({
    openPage,
  }) => {
    const email = await addPersonWithoutAccount()
    const page = await openPage({ locale: 'sw' })
    await openSignIn(page, 'Ingia')
    page.expectRefusal({ path: '/api/account', status: 404 })
    await fillIn(page, email, world.password)
    await page.getByRole('heading', { name: 'Sajili shirika lako' }).waitFor()
    await page.getByLabel('Jina la shirika').fill('Shamba la Mikoko')
    await page.getByLabel('Nchi').selectOption('KE')
    await page.getByRole('button', { name: 'Sajili' }).click()
    await page.getByRole('heading', { name: 'Sajili shirika lako' }).waitFor({ state: 'detached' })
    const user = await storedUser(page)
    expect(user?.profile.groups).toContainEqual(expect.stringMatching(/^sample\|[\w-]+\|General$/))

    const owner = callerAt(world.baseUrl, user?.access_token ?? '')
    const { accountId, status } = await owner.call(readAccount)
    expect(status).toBe('pending')
    const admin = await sandboxCaller('tenant-admin')
    await admin.call(decideAccount, { params: { accountId }, body: { act: 'approve' } })
    expect((await owner.call(readAccount)).status).toBe('active')
  })
})

describe('in English', () => {
  test('an admin who belongs to no account is offered nothing that needs one', async ({ page }) => {
    await signInByForm(page, 'tenant-admin')
    await page.goto(paths.home)
    await page.getByRole('heading', { name: 'My Projects' }).waitFor()
    const { profile } = (await storedUser(page)) ?? {}
    const groups = profile?.groups.filter((group) => !group.endsWith('|General'))
    await changeStored(page, { profile: { ...profile, groups } })
    await page.goto(paths.home)
    await page.getByRole('link', { name: 'Review', exact: true }).waitFor()
    expect(await page.getByRole('heading', { name: 'My Projects' }).count()).toBe(0)
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('link', { name: 'Verifications', exact: true }).first().waitFor()
    expect(await page.getByRole('link', { name: /^New / }).count()).toBe(0)
    await page.goto(paths.newProject)
    await page.getByText('No Projects found for this user.').or(page.getByRole('table')).first().waitFor()
    expect(await page.getByRole('button', { name: 'Request New Project' }).count()).toBe(0)
  })

  test('an invitation’s link leads to a password and the password to the dashboard', async ({ openPage }) => {
    const admin = await sandboxCaller('account-admin')
    const email = `${newId()}@registry.test`
    const { invitationUrl } = await admin.call(inviteUser, { body: { firstName: 'Amina', lastName: 'Achieng', email } })
    const page = await openPage()
    await page.goto(String(invitationUrl))
    await page.getByLabel('New password').fill('seven green turtles')
    await page.getByLabel('Repeat the password').fill('seven green turtles')
    await page.getByRole('button', { name: 'Save the password' }).click()
    await page.getByRole('link', { name: /^Go to/ }).click()
    await openSignIn(page, 'Sign In')
    await fillIn(page, email, 'seven green turtles')
    await page.getByRole('button', { name: 'My account' }).waitFor()
  })

  test('a guesser has to wait', async ({ openPage }) => {
    const page = await openPage()
    await openSignIn(page, 'Sign In')
    page.expectRefusal({ path: /^\/identity\/interaction\//, status: 401 })
    page.expectRefusal({ path: /^\/identity\/interaction\//, status: 429 })
    for (let n = 0; n < 5; n++) {
      await fillIn(page, 'guessed@registry.test', `guess ${n}`)
      await page.getByText('The e-mail address or the password is not right.').waitFor()
    }
    await fillIn(page, 'guessed@registry.test', 'another guess')
    await page.getByText(/Too many attempts\. Try again in \d+ seconds\./).waitFor()
  })
})

describe.each(themes)('the provider’s pages in the %s theme', (theme) => {
  test('are accessible and fit a narrow screen', async ({ openPage }) => {
    const page = await openPage({ theme, width: 360 })
    page.expectRefusal({ path: /^\/identity\/(password|interaction)/, status: 410 })
    page.expectRefusal({ path: /^\/identity\/(password|interaction)/, status: 401 })
    await openSignIn(page, 'Sign In')
    await expectGood(page)
    await fillIn(page, 'nobody@registry.test', 'wrong')
    await page.getByRole('alert').waitFor()
    await expectGood(page)
    for (const path of ['/identity/forgot', '/identity/password?token=x', '/identity/signed-out']) {
      await page.goto(path)
      await expectGood(page)
    }
  })
})
