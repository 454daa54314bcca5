import { expect } from 'vitest'
import { test } from './browser.ts'

/** Screens that anybody opens, what of each cannot be read, in how many places it says so, and what it shows afterwards. */
const screens = [
  { address: '/collection?view=map', parts: ['projects/places'], failures: 1, shown: 'main [role=img]' },
  { address: '/collection?view=figures', parts: ['registry/sums'], failures: 1, shown: 'main details table' },
  { address: '/', parts: ['registry/latest', 'projects/places'], failures: 2, shown: 'main [role=img]' },
]

test.for(screens)('what $address cannot read it says, and shows at the next try', async (screen, { openPage }) => {
  const page = await openPage()
  const refused = new RegExp(`/api/(${screen.parts.join('|')})([?]|$)`)
  page.expectRefusal({ path: refused, status: 503 })
  await page.route(refused, (route) => route.fulfill({ status: 503, body: '' }))
  await page.goto(screen.address)
  const failures = page.getByRole('alert').filter({ has: page.getByRole('button', { name: 'Try again' }) })
  await expect.poll(() => failures.count()).toBe(screen.failures)
  expect(await page.locator(screen.shown).count()).toBe(0)

  await page.unroute(refused)
  for (let left = screen.failures; left > 0; left -= 1) {
    await failures.first().getByRole('button', { name: 'Try again' }).click()
    await expect.poll(() => failures.count()).toBe(left - 1)
  }
  await page.locator(screen.shown).first().waitFor({ state: 'attached' })
})

test('a list whose facets cannot be counted shows its rows all the same, and the facets at the next try', async ({
  page,
}) => {
  const refused = /\/api\/projects\/facets/
  page.expectRefusal({ path: refused, status: 503 })
  await page.route(refused, (route) => route.fulfill({ status: 503, body: '' }))
  await page.goto('/collection')
  await page.locator('main table tbody tr').first().waitFor()
  const failure = page.getByRole('alert').filter({ hasText: 'The counts could not be read.' })
  await failure.waitFor()
  await page.unroute(refused)
  await failure.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('button', { name: 'Country' }).waitFor()
  expect(await failure.count()).toBe(0)
})
