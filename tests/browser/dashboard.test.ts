import { expect } from 'vitest'
import { test } from './browser.ts'
import { addPersonWithoutAccount, fillIn, openSignIn, signInAs } from './signed-in.ts'
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
  const queue = page.getByRole('link', { name: 'Projects', exact: true }).and(page.locator('dt a'))
  await queue.waitFor()
  const [queueBox, projectsBox] = await Promise.all(
    [queue, page.locator('dt a', { hasText: 'My Projects' })].map((tile) => tile.boundingBox()),
  )
  expect(queueBox?.y).toBeLessThan(projectsBox?.y ?? 0)

  const refused = /\/api\/review\/clock/
  page.expectRefusal({ path: refused, status: 503 })
  await page.route(refused, (route) => route.fulfill({ status: 503, body: '' }))
  await page.reload()
  await page.getByRole('alert').filter({ hasText: 'An error occurred while fetching the data.' }).waitFor()
})
