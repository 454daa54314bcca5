import type { Page } from 'playwright-core'
import { afterEach, describe, expect, vi } from 'vitest'
import { currentAccountId } from '#shared/rules/groups.ts'
import { paths } from '#shared/rules/paths.ts'
import { isExpired } from '#shared/rules/signed-in-record.ts'
import { test, type WatchedPage } from '#tests/browser/browser.ts'
import {
  addPersonWithoutAccount,
  changeStored,
  ended,
  fillIn,
  nowS,
  openSignIn,
  signInByForm,
  storedUser,
} from '#tests/browser/signed-in.ts'
import { world } from '#tests/browser/world.ts'
import { bearerToken } from '#web/lib/session.ts'
import { callsOfTheApp } from './calls-of-the-app.ts'

const home = () => `${world.baseUrl}${paths.home}`
const tokenPath = '/identity/token'
const discoveryPath = '/identity/.well-known/openid-configuration'

const alert = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text })
const signInButton = (page: Page) => page.getByRole('button', { name: 'Sign In' }).first()
const menuOf = (page: Page) => page.getByRole('navigation', { name: 'Main menu' }).getByRole('link').allTextContents()

async function recordOf(page: Page) {
  const record = await storedUser(page)
  if (!record) throw new Error('Somebody is signed in here.')
  return record
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'My account' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
}

/** The provider's discovery fails from now on. */
async function loseProvider(page: WatchedPage): Promise<void> {
  page.expectRefusal({ path: discoveryPath, status: 503 })
  await page.route(`**${discoveryPath}`, (route) => route.fulfill({ status: 503, body: '' }))
}

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('4. States and transitions: the session', () => {
  test('192 whether somebody is signed in decides which menu and which pages are there', async ({ page }) => {
    await page.goto(paths.wallet)
    await page.getByRole('main').getByRole('button', { name: 'Sign In' }).waitFor()
    expect(await menuOf(page)).toEqual(['Home', 'Projects', 'Claims', 'Contact Us'])

    await signInByForm(page, 'buyer')
    await page.goto(paths.wallet)
    await page.getByRole('heading', { name: 'Wallet', level: 1 }).waitFor()
    await expect.poll(() => menuOf(page)).toEqual(['Home', 'Wallet', 'Claims', 'Projects', 'Transactions'])
  })

  test('193 where no user is stored, nobody is signed in', async ({ page }) => {
    await signInByForm(page, 'buyer')
    await page.goto(paths.home)
    await page.getByRole('button', { name: 'My account' }).waitFor()
    // Leaves the app first, whose requests would lack a token.
    await page.goto('/readyz')
    await page.evaluate(() => localStorage.clear())
    await page.goto(paths.home)
    await signInButton(page).waitFor()
    expect(await storedUser(page)).toBeNull()
  })

  test('194 an id token whose exp is earlier than now has expired', () => {
    const idToken = (exp: number) => `e30.${Buffer.from(JSON.stringify({ exp })).toString('base64url')}.x`
    const now = Date.now()
    expect(isExpired(idToken(Math.floor(now / 1000) - 1), now)).toBe(true)
    expect(isExpired(idToken(Math.floor(now / 1000) + 1), now)).toBe(false)
  })

  test('195 an expired token gives no current account id', async ({ page }) => {
    await signInByForm(page, 'buyer')
    const record = await recordOf(page)
    expect(currentAccountId(record, Date.now())).toBe('harbour-trading')
    expect(currentAccountId({ ...record, ...ended() }, Date.now())).toBeNull()
  })

  test('196 authentication is loading, then authenticated, then signed out; or it is an error', async ({ page }) => {
    const held = Promise.withResolvers<void>()
    await page.route(`**${tokenPath}`, async (route) => {
      await held.promise
      await route.continue()
    })
    await openSignIn(page, 'Sign In')
    await fillIn(page, 'buyer@registry.test', world.password)
    await page.getByRole('main').getByText('Loading…').first().waitFor({ state: 'attached' })
    expect(await page.getByRole('button', { name: /^(Sign In|My account)$/ }).count()).toBe(0)
    held.resolve()
    await page.getByRole('button', { name: 'My account' }).waitFor()
    await signOut(page)
    await signInButton(page).waitFor()
    await page.goto('/?error=access_denied&state=y')
    await alert(page, 'Sign-in failed').waitFor()
  })

  test('197 a failed sign-in says Sign-in failed, also on the login page', async ({ page }) => {
    await page.goto('/?error=access_denied&state=y')
    await alert(page, 'Sign-in failed').waitFor()
    expect(page.url()).toBe(home())

    await loseProvider(page)
    await page.goto(paths.login)
    await page.getByRole('button', { name: 'Sign In' }).click()
    await alert(page, 'Sign-in failed').waitFor()
  })

  test('198 a failed sign-out says Sign-out failed, and can be tried again', async ({ page }) => {
    await signInByForm(page, 'buyer')
    await loseProvider(page)
    await page.reload()
    await signOut(page)
    await alert(page, 'Sign-out failed').waitFor()
    await page.unroute(`**${discoveryPath}`)
    const request = page.waitForRequest(/\/identity\/session\/end\?/)
    await alert(page, 'Sign-out failed').getByRole('button', { name: 'Sign out' }).click()
    expect(new URL((await request).url()).searchParams.get('id_token_hint')).toMatch(/^ey/)
  })

  test('199 signing in is the authorization-code flow with scope openid and response type code', async ({ page }) => {
    const request = page.waitForRequest(/\/identity\/auth\?/)
    await openSignIn(page, 'Sign In')
    const { searchParams } = new URL((await request).url())
    expect(searchParams.get('response_type')).toBe('code')
    expect(searchParams.get('scope')).toBe('openid')
    const exchanged = page.waitForRequest(`**${tokenPath}`)
    await fillIn(page, 'buyer@registry.test', world.password)
    const grant = new URLSearchParams((await exchanged).postData() ?? '')
    expect(grant.get('grant_type')).toBe('authorization_code')
    await page.getByRole('button', { name: 'My account' }).waitFor()
  })

  test('200 a session renews itself silently', async ({ page }) => {
    await signInByForm(page, 'buyer')
    const before = await storedUser(page)
    await changeStored(page, { expires_at: nowS() + 30 })
    const renewal = page.waitForResponse(`**${tokenPath}`)
    await page.goto(paths.wallet)
    expect((await renewal).status()).toBe(200)
    await expect.poll(async () => (await storedUser(page))?.access_token).not.toBe(before?.access_token)
    await page.getByRole('heading', { name: 'Wallet', level: 1 }).waitFor()
  })

  test('201 signing in leads to the identity provider', async ({ page }) => {
    await page.goto(paths.home)
    await signInButton(page).click()
    await page.waitForURL(/\/identity\/interaction\//)
    await page.getByLabel('Password').waitFor()
  })

  test('202 signing out removes the local user', async ({ page }) => {
    await signInByForm(page, 'buyer')
    await signOut(page)
    await signInButton(page).waitFor()
    expect(await storedUser(page)).toBeNull()
  })

  test('203 signing out goes to the provider’s logout with the client id and the site as return address', async ({
    page,
  }) => {
    await signInByForm(page, 'buyer')
    const request = page.waitForRequest(/\/identity\/session\/end\?/)
    await signOut(page)
    const { searchParams } = new URL((await request).url())
    expect(searchParams.get('client_id')).toBe('registry-web')
    expect(searchParams.get('post_logout_redirect_uri')).toBe(home())
    expect(searchParams.get('id_token_hint')).toMatch(/^ey/)
    await signInButton(page).waitFor()
  })

  test('204 an expired token leads from another page to the start', async ({ page }) => {
    await signInByForm(page, 'buyer')
    page.expectRefusal({ path: tokenPath, status: 400 })
    await changeStored(page, { id_token: ended().id_token, refresh_token: 'not-one-of-ours' })
    await page.goto(paths.activity)
    await page.waitForURL(home())
    await signInButton(page).waitFor()
    await page.getByText('Your session has ended').waitFor()
  })

  test('205 a request with an expired token fails with Token expired', async ({ page }) => {
    await signInByForm(page, 'buyer')
    await callsOfTheApp({ ...(await recordOf(page)), ...ended() })
    expect(bearerToken).toThrow('Token expired')
  })

  test('206 a 404 on the account marks its reader as having no account yet', async ({ page }) => {
    page.expectRefusal({ path: /^\/api\//, status: 404 })
    await openSignIn(page, 'Sign In')
    await fillIn(page, await addPersonWithoutAccount(), world.password)
    await page.getByRole('heading', { name: 'Register your organisation' }).waitFor()

    const { profile } = await recordOf(page)
    await changeStored(page, { profile: { ...profile, groups: ['sample|nowhere|General'] } })
    await page.reload()
    await page.getByRole('heading', { name: 'Register your organisation' }).waitFor()
  })

  test('207 a 404 on the account is not asked for again', async ({ page }) => {
    page.expectRefusal({ path: '/api/account', status: 404 })
    await page.clock.install()
    let calls = 0
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === '/api/account') calls += 1
    })
    await openSignIn(page, 'Sign In')
    await fillIn(page, await addPersonWithoutAccount(), world.password)
    await page.getByRole('heading', { name: 'Register your organisation' }).waitFor()
    const laterCode = page.waitForResponse(/\/assets\/offline[-.]/)
    await page.clock.runFor(60_000)
    await laterCode
    await page.clock.runFor(60_000)
    expect(calls).toBe(1)
  })
})
