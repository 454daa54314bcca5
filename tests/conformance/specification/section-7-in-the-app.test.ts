import type { Locator, Page, Request } from 'playwright-core'
import { describe, expect } from 'vitest'
import { listClaims } from '#shared/contract/claims.ts'
import { proposeMethodology } from '#shared/contract/methodologies.ts'
import { inviteUser } from '#shared/contract/users.ts'
import { methodologyPath, paths, projectPath } from '#shared/rules/paths.ts'
import { choose } from '#tests/browser/choosing.ts'
import { changeStored, fillIn, nowS, openSignIn, signInAs, storedUser } from '#tests/browser/signed-in.ts'
import { world } from '#tests/browser/world.ts'
import { callerAs, test, visitor } from './people.ts'
import { cellOf, rowsWith, runUntilSeen, stopClock } from './screens.ts'
import { aDraft } from './work.ts'

const mark = crypto.randomUUID().slice(0, 8)

/** Names of form fields sent after the page's next load; Chromium does not report bodies with files. */
async function fieldsSentBy(page: Page): Promise<string[]> {
  const names: string[] = []
  await page.exposeFunction('noteField', (name: string) => void names.push(name))
  await page.addInitScript(() => {
    const { send } = XMLHttpRequest.prototype
    XMLHttpRequest.prototype.send = function (body) {
      if (body instanceof FormData) for (const name of body.keys()) Reflect.get(window, 'noteField')(name)
      send.call(this, body)
    }
  })
  return names
}

/** GET calls from now on. */
function readsOf(page: Page) {
  const reads: Request[] = []
  page.on('request', (request) => {
    if (request.method() === 'GET' && new URL(request.url()).pathname.startsWith('/api/')) reads.push(request)
  })
  return {
    of: (path: string) => reads.filter((request) => new URL(request.url()).pathname === path),
    forget: () => void reads.splice(0),
  }
}

const tokenOf = (request: Request | undefined) => request?.headers().authorization
const queryOf = (request: Request | undefined) => new URL(request?.url() ?? 'none:').searchParams

describe('7. Calls made: by the web app', () => {
  test('245 authenticated calls send the bearer token', async ({ as }) => {
    const page = await as('buyer')
    const reads = readsOf(page)
    await page.goto(paths.wallet)
    await page.getByRole('row').nth(1).waitFor()
    const token = (await storedUser(page))?.access_token
    for (const path of ['/api/account', '/api/wallet/balances']) {
      expect(tokenOf(reads.of(path)[0])).toBe(`Bearer ${token}`)
    }
  })

  test('246 public calls send none, whoever is signed in', async ({ as }) => {
    const page = await as('buyer')
    expect((await visitor.call(listClaims, { query: { tenantId: 'sample' } })).total).toBeGreaterThan(0)
    // Leaves the buyer's dashboard, which reads own claims with a token. The page that is opened makes its first reads
    // before the app, which must make those of this test.
    await page.goto(paths.contact)
    await page.getByRole('button', { name: 'My account' }).waitFor()
    const reads = readsOf(page)
    const menu = page.getByRole('banner').getByRole('navigation')
    await menu.getByRole('link', { name: 'Projects', exact: true }).click()
    await page.getByRole('row').nth(1).waitFor()
    await page.getByRole('link', { name: 'Clean Cookstoves of Kitui' }).first().click()
    await page.getByRole('heading', { name: 'Clean Cookstoves of Kitui', level: 1 }).waitFor()
    await menu.getByRole('link', { name: 'Claims', exact: true }).click()
    await page.getByRole('row').nth(1).waitFor()
    for (const path of ['/api/projects', '/api/claims', '/api/project']) {
      // Slow machines may reload stale data.
      expect([...new Set(reads.of(path).map(tokenOf))]).toEqual([undefined])
    }
  })

  test('266 a methodology is read by its name', async ({ as }) => {
    const page = await as('proponent')
    const reads = readsOf(page)
    const proponent = await callerAs('proponent')
    const name = `Counting willows ${mark}`
    const propose = (version: string) =>
      proponent.call(proposeMethodology, { body: { name, version, description: 'Willows are counted.' } })
    const { methodologyId } = await propose('1.0')
    await propose('2.0')
    await page.goto(methodologyPath(methodologyId))
    await page.getByRole('link', { name: 'Version 2.0 is newer.' }).click()
    await page.getByRole('heading', { name: `${name} 2.0`, level: 1 }).waitFor()
    const [read] = reads.of('/api/methodology/name')
    expect(new URL(read?.url() ?? '').searchParams.get('methodologyName')).toBe(name)
  })

  test('275 a document of a project is sent to POST /api/project/document with projectKey, documentType and document', async ({
    as,
  }) => {
    const { projectKey } = await aDraft({ projectName: `Willows of the shore ${mark}` })
    const page = await as('proponent')
    const names = await fieldsSentBy(page)
    await page.goto(`${projectPath(projectKey)}&tab=documents`)
    const file = { name: 'willows.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n% willows\n') }
    await page.getByRole('tabpanel').locator('input[type=file]').setInputFiles(file)
    const [request] = await Promise.all([
      page.waitForRequest((made) => made.method() === 'POST' && new URL(made.url()).pathname.startsWith('/api/')),
      page.getByRole('button', { name: 'Upload' }).click(),
    ])
    expect(new URL(request.url()).pathname).toBe('/api/project/document')
    await page.getByText('willows.pdf has been added.').waitFor()
    expect(names).toEqual(['projectKey', 'documentType', 'document'])
  })

  test('250 the app asks for the projects of a tenant with isAdmin=true where an admin looks at them', async ({
    as,
  }) => {
    const page = await as('tenant-admin')
    const reads = readsOf(page)
    await page.goto('/collection')
    await page.getByRole('row').nth(1).waitFor()
    // The page itself names the visitor's list, and the dashboard may still count the projects that wait.
    const read = reads.of('/api/projects').find((each) => tokenOf(each) && !queryOf(each).has('status'))
    const searchParams = queryOf(read)
    expect([searchParams.get('tenantId'), searchParams.get('isAdmin')]).toEqual(['sample', 'true'])
    expect(tokenOf(read)).toMatch(/^Bearer ./)
  })

  test('278 a user is deleted by DELETE /api/accountAdmin/user?username={username} with a JSON body', async ({
    as,
  }) => {
    const email = `deleted-${mark}@registry.test`
    const body = { firstName: 'Imani', lastName: 'Otieno', email }
    const { username } = await (await callerAs('account-admin')).call(inviteUser, { body })
    const page = await as('account-admin')
    await page.goto(`/accountAdmin/userAdmin?q=${email}`)
    await page.getByRole('button', { name: 'Delete Imani Otieno' }).click()
    const sent = page.waitForRequest((request) => request.method() === 'DELETE')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete user' }).click()
    const request = await sent
    expect(new URL(request.url()).pathname).toBe('/api/accountAdmin/user')
    expect(new URL(request.url()).searchParams.get('username')).toBe(username)
    expect(request.headers()['content-type']).toBe('application/json')
    expect(request.postDataJSON()).toEqual({ username })
    await page.getByText('User deleted successfully.').waitFor()
  })

  test('279 a change refreshes the list of users', async ({ as }) => {
    const email = `${mark}@registry.test`
    const page = await as('account-admin')
    await page.goto(`${paths.userAdmin}?q=${email}`)
    await page.getByRole('button', { name: 'Invite User' }).click()
    expect(await page.getByRole('cell', { name: email }).count()).toBe(0)
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('First name').fill('Neema')
    await dialog.getByLabel('Last name').fill('Otieno')
    await dialog.getByLabel('E-mail', { exact: true }).fill(email)
    await dialog.getByRole('button', { name: 'Invite User' }).click()
    await page.getByRole('dialog', { name: 'Invitation link' }).getByRole('button', { name: 'Close' }).click()
    await page.getByRole('cell', { name: email }).waitFor()
    await page.getByRole('button', { name: 'Edit Neema Otieno' }).click()
    await dialog.getByLabel('First name').fill('Zawadi')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Delete Zawadi Otieno' }).click()
    await dialog.getByRole('button', { name: 'Delete user' }).click()
    await page.getByRole('cell', { name: email }).waitFor({ state: 'detached' })
  })

  test('280 a change refreshes the lists of projects', async ({ openPage }) => {
    await aDraft({ projectName: `Alders ${mark}` })
    const page = await openPage()
    await signInAs(page, 'proponent')
    // Only stale data is read again; a stopped clock keeps it fresh.
    await stopClock(page)
    await page.goto('/myProjects')
    const alders = page.getByRole('link', { name: `Alders ${mark}`, exact: true })
    await runUntilSeen(page, alders)
    const steps: [Locator, Locator][] = [
      [alders, page.getByRole('tab', { name: 'Settings' })],
      [page.getByRole('tab', { name: 'Settings' }), page.getByLabel('Project name')],
    ]
    for (const [clicked, seen] of steps) {
      await clicked.click()
      await runUntilSeen(page, seen)
    }
    await page.getByLabel('Project name').fill(`Elders ${mark}`)
    await page.getByRole('button', { name: 'Save' }).click()
    await runUntilSeen(page, page.getByRole('heading', { name: `Elders ${mark}`, level: 1 }))
    await page.getByRole('button', { name: 'My account' }).click()
    await page.getByRole('link', { name: 'My Projects' }).click()
    await runUntilSeen(page, page.getByRole('link', { name: `Elders ${mark}`, exact: true }))
  })

  test('280 a new project refreshes the lists of projects', async ({ as }) => {
    const page = await as('proponent')
    const reads = readsOf(page)
    await page.goto('/myProjects?new=1')
    await page.getByRole('row').nth(1).waitFor()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Project name').fill(`Hazels ${mark}`)
    await dialog.getByLabel('Description').fill('Hazels hold the bank.')
    await choose(page, 'Methodology', 'Improved cookstoves')
    await dialog.getByLabel('Start date').fill('2024-01-01')
    await dialog.getByLabel('End date').fill('2034-01-01')
    reads.forget()
    await dialog.getByRole('button', { name: 'Request New Project' }).click()
    await page.getByRole('heading', { name: `Hazels ${mark}`, level: 1 }).waitFor()
    expect(reads.of('/api/projects/my')).toHaveLength(1)
  })

  test('281 a change refreshes the project’s page', async ({ as }) => {
    const page = await as('proponent')
    const { projectKey } = await aDraft({ projectName: `Birches ${mark}` })
    const reads = readsOf(page)
    await page.goto(projectPath(projectKey))
    await page.getByRole('button', { name: 'Edit statement' }).click()
    await page.getByLabel('Sustainability statement').fill('Birches hold the bank.')
    reads.forget()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('paragraph').filter({ hasText: 'Birches hold the bank.' }).waitFor()
    expect(reads.of('/api/project')).toHaveLength(1)
  })

  test('282 a transfer that carries userId refreshes that user’s balances', async ({ as }) => {
    const page = await as('proponent')
    const reads = readsOf(page)
    await page.goto(`${paths.wallet}?q=Cookstoves`)
    const project = 'Clean Cookstoves of Kitui'
    await rowsWith(page, project).first().waitFor()
    const balance = async () => Number((await cellOf(page, project, 'Balance')).replaceAll(/\D/g, ''))
    const before = await balance()
    await page
      .getByRole('row')
      .filter({ hasText: 'Clean Cookstoves of Kitui' })
      .getByRole('button', { name: /^Transfer/ })
      .click()
    await page.getByRole('combobox', { name: 'Recipient' }).fill('Harbour')
    await page.getByRole('option', { name: /Harbour Trading Company/ }).click()
    await page.getByLabel(/Quantity of/).fill('3')
    await page.getByRole('button', { name: 'Preview' }).click()
    reads.forget()
    const sent = page.waitForRequest('**/api/wallet/transfer')
    await page.getByRole('button', { name: 'Transfer now' }).click()
    expect((await sent).postDataJSON()).toMatchObject({ userId: (await storedUser(page))?.profile.sub })
    await page.getByText('Transferred to Harbour Trading Company.').waitFor()
    expect(reads.of('/api/wallet/balances').length).toBeGreaterThan(0)
    await expect.poll(balance).toBe(before - 3)
  })

  test('285 sign-in makes discovery, redirect, code exchange, refresh and end of session', async ({ page }) => {
    const seen: string[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      const grant = new URLSearchParams(request.postData() ?? '').get('grant_type')
      if (pathname.startsWith('/identity/')) seen.push(grant ? `${pathname} ${grant}` : pathname)
    })
    await openSignIn(page, 'Sign In')
    await fillIn(page, 'buyer@registry.test', world.password)
    await page.getByRole('button', { name: 'My account' }).waitFor()
    await changeStored(page, { expires_at: nowS() + 30 })
    const renewed = page.waitForResponse('**/identity/token')
    await page.goto(paths.home)
    await (await renewed).finished()
    await page.getByRole('button', { name: 'My account' }).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('button', { name: 'Sign In' }).first().waitFor()
    for (const step of [
      '/identity/.well-known/openid-configuration',
      '/identity/auth',
      '/identity/token authorization_code',
      '/identity/token refresh_token',
      '/identity/session/end',
    ]) {
      expect(seen).toContain(step)
    }
  })
})
