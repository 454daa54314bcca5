import { expect } from 'vitest'
import { listNotices } from '#shared/contract/notices.ts'
import { test } from './browser.ts'
import { addPersonWithoutAccount, fillIn, openSignIn, sandboxCaller, signInAs } from './signed-in.ts'
import { world } from './world.ts'

const parts = ['wallet/balances', 'measurements', 'verifications', 'projects/ownedAssets', 'transactions', 'tasks']

test('parts of the dashboard that cannot be read say so, and are there at the next try', async ({ page }) => {
  await signInAs(page, 'buyer')
  const latest = page.getByRole('heading', { name: 'Latest transactions' })
  await latest.waitFor()
  const refused = new RegExp(`/api/(${parts.join('|')})([?]|$)`)
  page.expectRefusal({ path: refused, status: 503 })
  await page.route(refused, (route) => route.fulfill({ status: 503, body: '' }))
  await page.reload()
  const failures = page.getByRole('alert').filter({ hasText: 'An error occurred while fetching the data.' })
  await failures.nth(4).waitFor()
  expect(await failures.count()).toBe(5)
  expect(await latest.count()).toBe(0)

  await page.unroute(refused)
  // All at once: parts with the same request recover together, so that the next button may vanish.
  const tryAgain = failures.getByRole('button', { name: 'Try again' })
  await tryAgain.evaluateAll((buttons) => {
    for (const button of buttons) if (button instanceof HTMLElement) button.click()
  })
  await latest.waitFor()
  await page.getByRole('list', { name: 'Owned Projects' }).waitFor()
})

test("a registry's admin without an account finds the queue first, and what of it cannot be read", async ({ page }) => {
  const email = await addPersonWithoutAccount('TenantAdmin')
  await openSignIn(page, 'Sign In')
  await fillIn(page, email, world.password)
  const queue = page.locator('dt a', { hasText: /^Projects$/ })
  await queue.waitFor()
  const [queueBox, measurementsBox] = await Promise.all(
    [queue, page.locator('dt a', { hasText: /^Measurements$/ })].map((tile) => tile.boundingBox()),
  )
  expect(queueBox?.x).toBeLessThan(measurementsBox?.x ?? 0)

  const refused = /\/api\/review\/clock/
  page.expectRefusal({ path: refused, status: 503 })
  await page.route(refused, (route) => route.fulfill({ status: 503, body: '' }))
  await page.reload()
  await page.getByRole('alert').filter({ hasText: 'An error occurred while fetching the data.' }).waitFor()
})

test('the home of each role begins with its work, and a button leads to the form', async ({ openPage }) => {
  const buyer = await openPage()
  await signInAs(buyer, 'buyer')
  const bar = buyer.getByRole('navigation', { name: 'Main menu' }).getByRole('link')
  await expect.poll(() => bar.allTextContents()).toEqual(['Home', 'Wallet', 'Claims', 'Projects', 'Transactions'])
  await buyer.getByText('Nothing waits for you.').waitFor()
  const measurer = await openPage()
  await signInAs(measurer, 'measurer')
  for (const page of [buyer, measurer]) {
    // The specification's carousel of no projects takes one line, below the work.
    const request = await page.getByRole('main').getByRole('link', { name: 'Request New Project' }).boundingBox()
    expect(request?.height).toBeLessThan(50)
    expect(await page.locator('dt a').last().textContent()).toBe('My Projects')
  }
  await buyer.getByRole('link', { name: /^Claim: Clean Cookstoves of Kitui/ }).click()
  await buyer.getByRole('dialog', { name: 'Claim units' }).waitFor()

  const proponent = await openPage({ width: 360 })
  await signInAs(proponent, 'proponent')
  await proponent.getByRole('link', { name: /^Mint: Stoves for the Schools of Nakuru/ }).click()
  await proponent.getByRole('dialog').getByRole('button', { name: 'Preview' }).waitFor()
})

test('a notice that is followed from home is read', async ({ page }) => {
  await signInAs(page, 'measurer')
  const { unread } = await (await sandboxCaller('measurer')).call(listNotices)
  const notices = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Notices' }) })
  const marked = page.waitForResponse(/\/api\/notices\/read$/)
  await notices.getByRole('listitem').getByRole('link').first().click()
  expect(await (await marked).json()).toEqual({ unread: unread - 1 })
})
