import type { Page, Request, Route } from 'playwright-core'
import { describe, expect } from 'vitest'
import { createAccount } from '#shared/contract/accounts.ts'
import { deleteUser, updateUser } from '#shared/contract/users.ts'
import { callerAt } from '#tests/kit/person.ts'
import { expectAccessible, test, type WatchedPage } from './browser.ts'
import {
  addPersonWithoutAccount,
  changeStored,
  ended,
  fillIn,
  joinAndSignIn,
  nowS,
  openSignIn,
  sandboxCaller,
  signInByForm,
  storedUser,
} from './signed-in.ts'
import { world } from './world.ts'

const home = () => `${world.baseUrl}/`
const tokenPath = '/identity/token'
const refuse = (route: Route) =>
  route.fulfill({ status: 400, contentType: 'application/json', body: '{"error":"invalid_grant"}' })

async function cutOff(page: WatchedPage): Promise<void> {
  page.expectRefusal({ path: tokenPath, status: 503 })
  await page.route(`**${tokenPath}`, (route) => route.fulfill({ status: 503, body: '' }))
}

const alert = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text })

describe('a sign-in’s answer', () => {
  test('that nobody here waits for leaves who is signed in as they are', async ({ page }) => {
    await signInByForm(page, 'buyer')
    await page.goto('/?error=x&state=y')
    await page.getByRole('heading', { name: /Welcome/ }).waitFor()
    expect(page.url()).toBe(home())
    expect(await alert(page, 'Sign-in failed').count()).toBe(0)
  })
})

test('a page that is requested by this machine’s number redirects to its name, where people sign in', async () => {
  const address = `${world.baseUrl.replace('localhost', '127.0.0.1')}/claims?q=a`
  const answer = await fetch(address, { redirect: 'manual' })
  expect([answer.status, answer.headers.get('location')]).toEqual([302, `${world.baseUrl}/claims?q=a`])
})

describe('onboarding', () => {
  test('goes to the provider’s page where the renewal is refused', async ({ page }) => {
    const email = await addPersonWithoutAccount()
    await openSignIn(page, 'Sign In')
    page.expectRefusal({ path: '/api/account', status: 404 })
    await fillIn(page, email, world.password)
    await page.getByLabel('Name of the organisation').fill('Mangrove Farm')
    await page.getByLabel('Country').selectOption('KE')
    page.expectRefusal({ path: tokenPath, status: 400 })
    await page.route(`**${tokenPath}`, (route) =>
      route.request().postData()?.includes('grant_type=refresh_token') ? refuse(route) : route.continue(),
    )
    await page.getByRole('button', { name: 'Register' }).click()
    await page.getByRole('heading', { name: /Welcome/ }).waitFor()
    expect((await storedUser(page))?.profile.groups).toContainEqual(expect.stringMatching(/^sample\|[\w-]+\|General$/))
  })

  test('leads on who has registered the organisation elsewhere meanwhile', async ({ page }) => {
    const email = await addPersonWithoutAccount()
    await openSignIn(page, 'Sign In')
    page.expectRefusal({ path: '/api/account', status: 404 })
    page.expectRefusal({ path: '/api/account', status: 409 })
    await fillIn(page, email, world.password)
    await page.getByLabel('Name of the organisation').fill('Coral Farm')
    await page.getByLabel('Country').selectOption('KE')
    const elsewhere = callerAt(world.baseUrl, (await storedUser(page))?.access_token ?? '')
    await elsewhere.call(createAccount, { body: { name: 'Coral Farm', type: 'proponent', country: 'KE' } })
    await page.getByRole('button', { name: 'Register' }).click()
    await page.getByRole('heading', { name: /Welcome/ }).waitFor()
  })
})

describe('a token that runs out', () => {
  test('while the provider cannot be reached keeps the session for when it can', async ({ page }) => {
    await signInByForm(page, 'buyer')
    const before = await storedUser(page)
    await cutOff(page)
    await changeStored(page, { expires_at: nowS() + 4 })
    await page.goto('/activity')
    await page.getByText('We keep trying').waitFor()
    expect((await storedUser(page))?.access_token).toBe(before?.access_token)

    await page.unroute(`**${tokenPath}`)
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
    await page.getByRole('heading', { name: 'My Transactions' }).waitFor()
    expect(page.url()).toBe(`${home()}activity`)
    expect(await page.getByText('We keep trying').count()).toBe(0)
    expect((await storedUser(page))?.access_token).not.toBe(before?.access_token)
  })

  test('while nobody was here is renewed, and the reader stays on the page', async ({ page }) => {
    await signInByForm(page, 'buyer')
    const before = await storedUser(page)
    await changeStored(page, { expires_at: nowS() - 1 })
    await page.goto('/activity')
    await page.getByRole('heading', { name: 'My Transactions' }).waitFor()
    expect(page.url()).toBe(`${home()}activity`)
    expect((await storedUser(page))?.access_token).not.toBe(before?.access_token)
  })

  test('and that the provider does not renew ends the session, and signing in again leads back', async ({ page }) => {
    await signInByForm(page, 'buyer')
    page.expectRefusal({ path: tokenPath, status: 400 })
    await changeStored(page, { ...ended(), refresh_token: 'not-one-of-ours' })
    await page.goto('/activity?q=a')
    await page.waitForURL(home())
    await page.getByText('Your session has ended').waitFor()
    await expect.poll(() => storedUser(page)).toBeNull()
    await page.getByText('Your session has ended').waitFor()
    await page.reload()
    await page.getByText('Your session has ended').waitFor()
    await expectAccessible(page)
    await page.getByRole('main').getByRole('button', { name: 'Sign In' }).first().click()
    await page.getByRole('heading', { name: 'My Transactions' }).waitFor()
    expect(page.url()).toBe(`${home()}activity?q=a`)
    expect(await page.getByText('Your session has ended').count()).toBe(0)
  })

  test('has ended on one screen, and signing in leads to the one that was opened after it', async ({ page }) => {
    await signInByForm(page, 'buyer')
    page.expectRefusal({ path: tokenPath, status: 400 })
    await changeStored(page, { ...ended(), refresh_token: 'not-one-of-ours' })
    await page.goto('/wallet')
    await page.waitForURL(home())
    await expect.poll(() => storedUser(page)).toBeNull()
    await page.goto('/activity?q=a')
    await page.getByText('Your session has ended').waitFor()
    await page.getByRole('main').getByRole('button', { name: 'Sign In' }).first().click()
    await page.getByRole('heading', { name: 'My Transactions' }).waitFor()
    expect(page.url()).toBe(`${home()}activity?q=a`)
  })

  test('and is renewed by another tab while a page opens leaves the reader on that page', async ({ page }) => {
    await signInByForm(page, 'buyer')
    // The tab knows that its session has ended, but the token is valid again.
    await page.evaluate(() => sessionStorage.setItem('session.ended', '/activity'))
    await page.goto('/wallet')
    await page.getByRole('heading', { name: 'Wallet', level: 1 }).waitFor()
    expect(page.url()).toBe(`${home()}wallet`)
  })

  test('by its id token alone is renewed before that', async ({ page }) => {
    await signInByForm(page, 'buyer')
    const before = await storedUser(page)
    // Only the expiry changes: the provider compares the other claims.
    const [head = '', claims = '', signature = ''] = String(before?.id_token).split('.')
    const sooner = { ...JSON.parse(Buffer.from(claims, 'base64url').toString()), exp: nowS() + 30 }
    const id_token = [head, Buffer.from(JSON.stringify(sooner)).toString('base64url'), signature].join('.')
    await changeStored(page, { id_token })
    await page.goto('/activity')
    await page.getByRole('heading', { name: 'My Transactions' }).waitFor()
    await expect.poll(async () => (await storedUser(page))?.access_token).not.toBe(before?.access_token)
  })

  test('is no obstacle where a visitor may look', async ({ page }) => {
    await signInByForm(page, 'buyer')
    await cutOff(page)
    await changeStored(page, ended())
    await page.goto('/collection')
    await page.getByRole('heading', { name: 'Projects', level: 1 }).waitFor()
    await page.getByRole('row').nth(1).waitFor()
    expect(page.url()).toBe(`${home()}collection`)
  })
})

describe('two tabs', () => {
  test('follow each other from one person to the next', async ({ page }) => {
    await signInByForm(page, 'buyer')
    const other = await page.context().newPage()
    await other.goto('/user/current')
    await other.getByText('buyer@registry.test').first().waitFor()

    await page.getByRole('button', { name: 'My account' }).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('button', { name: 'Sign In' }).first().waitFor()
    await other.getByRole('button', { name: 'Sign In' }).first().waitFor()

    await signInByForm(page, 'verifier')
    await other.getByText('verifier@registry.test').first().waitFor()
    await other.close()
  })

  test('renew at the same moment without showing a refresh token twice', async ({ page }) => {
    await signInByForm(page, 'buyer')
    const other = await page.context().newPage()
    // The first request is held until the other tab also requests or waits for the lock.
    const shown: (string | null)[] = []
    const isWaiting = () => page.evaluate(async () => (await navigator.locks.query()).pending?.length === 1)
    const answered = page.context().waitForEvent('response', (response) => response.url().endsWith(tokenPath))
    await page.context().route(`**${tokenPath}`, async (route) => {
      shown.push(new URLSearchParams(route.request().postData() ?? '').get('refresh_token'))
      if (shown.length === 1)
        await expect.poll(async () => shown.length > 1 || (await isWaiting()), { timeout: 15_000 }).toBe(true)
      else await answered
      await route.continue()
    })
    const before = await storedUser(page)
    await changeStored(page, { expires_at: nowS() + 4 })
    await Promise.all([page.goto('/activity'), other.goto('/wallet')])
    await expect
      .poll(async () => (await storedUser(page))?.access_token, { timeout: 15_000 })
      .not.toBe(before?.access_token)
    await page.getByRole('heading', { name: 'My Transactions' }).waitFor()
    await other.getByRole('heading', { name: 'Wallet', level: 1 }).waitFor()
    expect(shown).toHaveLength(new Set(shown).size)
    await other.close()
  })
})

describe('somebody who is', () => {
  test('suspended while signed in reads this, once, and can sign out', async ({ page }) => {
    const admin = await sandboxCaller('account-admin')
    const { username } = await joinAndSignIn(page, admin)
    page.expectRefusal({ path: /^\/api\//, status: 403 })
    await admin.call(updateUser, { body: { username, status: 'SUSPENDED' } })
    await page.goto('/activity')
    await page.getByRole('heading', { name: 'Your access is suspended' }).waitFor()
    await page.getByText(/An administrator .* suspended it/).waitFor()
    await expectAccessible(page)
    await page.getByRole('main').getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('button', { name: 'Sign In' }).first().waitFor()
    expect(await storedUser(page)).toBeNull()
  })

  test('deleted while signed in reads that the session has ended', async ({ page }) => {
    const admin = await sandboxCaller('account-admin')
    const { username } = await joinAndSignIn(page, admin)
    page.expectRefusal({ path: /^\/api\//, status: 401 })
    const hasEnded = page.getByText('Your session has ended')
    await admin.call(deleteUser, { query: { username } })
    // The page's own requests may remove the link first.
    await Promise.race([
      page.getByRole('navigation').getByRole('link', { name: 'Transactions' }).click(),
      hasEnded.waitFor(),
    ])
    await page.waitForURL(home())
    await hasEnded.waitFor()
    expect(await storedUser(page)).toBeNull()
  })
})

describe('signing out', () => {
  test('ends what the page still reads as the person, so that nothing is refused', async ({ page }) => {
    const held = Promise.withResolvers<void>()
    const requests: Request[] = []
    await page.route(/\/api\/(tasks|notices)/, async (route) => {
      requests.push(route.request())
      await held.promise
      await route.continue().catch(() => undefined)
    })
    await signInByForm(page, 'buyer')
    const paths = () => requests.map((request) => new URL(request.url()).pathname)
    await expect.poll(paths).toEqual(expect.arrayContaining(['/api/tasks', '/api/tasks/events']))
    const revoked = page.waitForResponse(/\/identity\/token\/revocation/)
    await page.route('**/identity/session/end?*', async (route) => {
      // Held requests now have a revoked token.
      held.resolve()
      await Promise.all(requests.map((request) => request.response().catch(() => null)))
      await route.continue()
    })
    await signOut(page)
    expect((await revoked).status()).toBe(200)
    await page.getByRole('button', { name: 'Sign In' }).first().waitFor()
    expect(await storedUser(page)).toBeNull()
  })

  test('goes to a hosted logout address in its own words', async ({ page }) => {
    await page.route('**/config.json', async (route) => {
      const answer = await route.fetch()
      const config = await answer.json()
      const oidc = { ...config.oidc, logoutUrl: `${home()}contact?hosted=1` }
      await route.fulfill({ response: answer, json: { ...config, oidc } })
    })
    await signInByForm(page, 'buyer')
    await signOut(page)
    await page.waitForURL(/\/contact\?hosted=1/)
    const { searchParams } = new URL(page.url())
    expect(searchParams.get('client_id')).toBe('registry-web')
    expect(searchParams.get('logout_uri')).toBe(home())
    await page.getByRole('heading', { name: 'Contact Us', level: 1 }).waitFor()
    expect(await storedUser(page)).toBeNull()
  })
})

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'My account' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
}
