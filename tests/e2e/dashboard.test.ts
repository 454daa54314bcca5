import { expect } from 'vitest'
import { test } from './browser.ts'
import { signInAs } from './signed-in.ts'

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
  // All of them at once: parts that read the same come back together, so that the next button may be gone already.
  const tryAgain = failures.getByRole('button', { name: 'Try again' })
  await tryAgain.evaluateAll((buttons) => {
    for (const button of buttons) if (button instanceof HTMLElement) button.click()
  })
  await latest.waitFor()
  await page.getByRole('list', { name: 'Owned Projects' }).waitFor()
})
