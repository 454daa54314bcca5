import { InMemoryWebStorage, UserManager } from 'oidc-client-ts'
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { paths } from '#shared/rules/paths.ts'
import { test } from '#tests/browser/browser.ts'
import { checksOf, withSessionCheck } from '#tests/browser/session-watching.ts'
import { changeStored, nowS, openSignIn, signInByForm, storedUser } from '#tests/browser/signed-in.ts'
import { userManagerSettings } from '#web/app/auth.ts'
import { clockOf, runTo, timesOf } from './clock.ts'
import { runUntil, runUntilSeen, stopClock } from './screens.ts'

const tokenPath = '/identity/token'

async function signInRequest(page: Page): Promise<URLSearchParams> {
  const request = page.waitForRequest(/\/identity\/auth\?/)
  await openSignIn(page, 'Sign In')
  return new URL((await request).url()).searchParams
}

describe('9. Business constants and limits: sign-in', () => {
  test('319 the response type is code', async ({ page }) => {
    expect((await signInRequest(page)).get('response_type')).toBe('code')
  })

  test('320 the scope is openid', async ({ page }) => {
    expect((await signInRequest(page)).get('scope')).toBe('openid')
  })

  test('321 renewal is silent', async ({ page }) => {
    await signInByForm(page, 'buyer')
    const before = await storedUser(page)
    await changeStored(page, { expires_at: nowS() + 30 })
    await page.goto(paths.wallet)
    await expect.poll(async () => (await storedUser(page))?.access_token).not.toBe(before?.access_token)
    expect(new URL(page.url()).pathname).toBe(paths.wallet)
  })

  test('322 stale sign-in state is cleared after 900 s', async ({ page }) => {
    await signInByForm(page, 'buyer')
    await page.evaluate((now) => {
      for (const age of [880, 901]) {
        localStorage.setItem(`oidc.${age}`, JSON.stringify({ id: String(age), created: now - age, data: null }))
      }
    }, nowS())
    await page.goto(paths.wallet)
    const storedKeys = () =>
      page.evaluate(() => ['oidc.880', 'oidc.901'].filter((key) => localStorage.getItem(key) !== null))
    await expect.poll(storedKeys).not.toContain('oidc.901')
    expect(await storedKeys()).toContain('oidc.880')
  })

  test('323 a silent request is given up after 10 s', () => {
    const provider = { authority: 'https://identity.test', clientId: 'registry-web' }
    const settings = userManagerSettings(provider, 'https://registry.test', new InMemoryWebStorage())
    expect(new UserManager(settings).settings.silentRequestTimeoutInSeconds).toBe(10)
  })

  test('324 an access token that ends is noticed 60 s before', async ({ page }) => {
    await signInByForm(page, 'buyer')
    await stopClock(page)
    const second = Math.ceil((await clockOf(page)) / 1000)
    await runTo(page, second * 1000)
    // The library checks at whole seconds, up to five apart, after the page load.
    await changeStored(page, { expires_at: second + 60 + 5 })
    const renewals = await timesOf(page, tokenPath)
    await page.route(`**${tokenPath}`, () => {})
    await page.goto(paths.wallet)
    await runUntilSeen(page, page.getByRole('heading', { name: 'Wallet', level: 1 }))
    await runTo(page, (second + 3.5) * 1000)
    await runUntil(page, async () => (await renewals()).length > 0)
    const noticed = ((await renewals())[0]?.sent ?? 0) / 1000 - second
    expect(noticed).toBeGreaterThanOrEqual(5)
    expect(noticed).toBeLessThan(6.5)
  })

  test('325 the session is checked every 2 s', async ({ page }) => {
    await page.clock.install()
    await withSessionCheck(page, () => 'unchanged')
    await signInByForm(page, 'buyer')
    const checks = () => checksOf(page)
    await expect.poll(checks).toBeGreaterThan(0)
    await page.clock.pauseAt((await clockOf(page)) + 1_000)
    const before = await checks()
    await page.clock.runFor(100_000)
    await expect.poll(checks).toBeGreaterThanOrEqual(before + 49)
    expect(await checks()).toBeLessThanOrEqual(before + 51)
  })
})
