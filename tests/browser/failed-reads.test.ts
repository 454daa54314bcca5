import { expect } from 'vitest'
import { aProject, writeExport } from '#tests/kit/an-export.ts'
import { command } from '#tests/kit/command.ts'
import { expectAccessible, expectNoSidewaysScroll, test, type WatchedPage } from './browser.ts'
import { signInAs } from './signed-in.ts'
import { tenant } from './tenant-command.ts'
import { world } from './world.ts'

/** Public screens: failing reads, the number of failure messages, and content after a retry. */
const screens = [
  { address: '/collection?view=map', parts: ['projects/places'], failures: 1, shown: 'main section details' },
  { address: '/collection?view=figures', parts: ['registry/sums'], failures: 1, shown: 'main details table' },
  {
    address: '/',
    parts: ['registry/latest', 'registry/sums', 'projects/places'],
    failures: 3,
    shown: 'main [role=img]',
  },
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

const valuesFile = /[/]facet-values[^/]*[.]js$/

const failureOf = (page: WatchedPage) =>
  page.getByRole('alert').filter({ hasText: 'An error occurred while fetching the data.' })

test('a facet opened while the network is away says so, and shows its values at the next try', async ({ openPage }) => {
  const page = await openPage({ width: 360 })
  page.expectRefusal({ path: /^[/](assets[/]|collection$)/, status: 0 })
  await page.goto('/collection')
  await page.getByRole('button', { name: 'Filters and order' }).click()
  const button = page.getByRole('button', { name: 'Filter: Type', exact: true })
  await button.waitFor()
  await page.context().setOffline(true)
  await button.click()
  await failureOf(page).waitFor()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  const failed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/collection'))
  await failureOf(page).getByRole('button', { name: 'Try again' }).click()
  await failed
  await failureOf(page).waitFor()
  await page.context().setOffline(false)
  await failureOf(page).getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('dialog', { name: 'Type' }).getByRole('checkbox').first().check()
  await page.waitForURL(/type=/)
  expect(await failureOf(page).count()).toBe(0)
})

test('a facet whose values the registry has no more is there after the next try, on the page as it is filtered', async ({
  page,
}) => {
  page.expectRefusal({ path: valuesFile, status: 0 })
  await page.route(valuesFile, (route) => route.abort())
  await page.goto('/collection?country=KE')
  await page.getByRole('button', { name: 'Filter: Type', exact: true }).click()
  await failureOf(page).waitFor()
  await Promise.all([page.waitForEvent('load'), failureOf(page).getByRole('button', { name: 'Try again' }).click()])
  await page.unroute(valuesFile)
  await page.getByRole('button', { name: 'Filter: Type', exact: true }).click()
  await page.getByRole('dialog', { name: 'Type' }).getByRole('checkbox').first().waitFor()
  expect(new URL(page.url()).search).toBe('?country=KE')
})

/** A site with more proponents than the facet shows. */
async function aSiteOfManyProponents(): Promise<string> {
  const words = ['--name', 'Many Registry', '--asset-name', 'Unit', '--asset-name-plural', 'Units']
  await tenant('create', 'many', ...words, '--add-host', 'many.localhost')
  const projects = Array.from({ length: 23 }, (_, place) => aProject({ developer: `Developer ${place}` }))
  const { project } = await writeExport({ projects, mints: [], blocks: [] })
  const settings = { DATA_DIR: world.dataDir, PUBLIC_URL: world.baseUrl }
  const { code, output } = await command('import', settings, ['--tenant', 'many', '--projects', project])
  expect(code, output).toBe(0)
  return world.baseUrl.replace('localhost', 'many.localhost')
}

test('a search of the values of a facet that fails says so, and finds at the next try', async ({ page }) => {
  const site = await aSiteOfManyProponents()
  const search = /\/api\/projects\/facets[?].*find=/
  page.expectRefusal({ path: '/api/projects/facets', status: 0 })
  await page.route(search, (route) => route.abort())
  await page.goto(`${site}/collection`)
  await page.getByRole('button', { name: 'Proponent' }).click()
  const values = page.getByRole('dialog', { name: 'Proponent' })
  await values.getByRole('searchbox').fill('developer 22')
  await values.getByText('The counts could not be read.').waitFor()
  await expectAccessible(page)
  await page.unroute(search)
  await values.getByRole('button', { name: 'Try again' }).click()
  await values.getByRole('checkbox', { name: 'Developer 22' }).check()
  await page.waitForURL(/accountId=/)
  expect(await values.getByText('The counts could not be read.').count()).toBe(0)
})

test('a message whose file cannot be fetched shows its text until it is closed or its time is over', async ({
  page,
}) => {
  await signInAs(page, 'proponent')
  await page.goto('/activity')
  const card = /[/]toast-card[^/]*[.]js$/
  page.expectRefusal({ path: card, status: 0 })
  await page.route(card, (route) => route.abort())
  const messages = page.getByRole('region', { name: 'Messages' })
  const toast = messages.getByText(/confirmed, .* on the way/)
  await page.getByRole('button', { name: 'Sync with the chain' }).click()
  await toast.waitFor()
  await page.getByRole('heading', { name: 'My Transactions' }).waitFor()
  // Hovering stops the message's timer.
  await toast.hover()
  await expectAccessible(page)
  await messages.getByRole('button', { name: 'Close' }).click()
  await toast.waitFor({ state: 'detached' })

  await page.mouse.move(0, 0)
  await page.getByRole('button', { name: 'Sync with the chain' }).click()
  await toast.waitFor()
  await toast.waitFor({ state: 'detached' })
})

test('the search and the menu of the bar, opened while the network is away, say so and leave the page as it is', async ({
  openPage,
}) => {
  const page = await openPage({ width: 360 })
  page.expectRefusal({ path: /^[/]assets[/]/, status: 0 })
  // A second press checks whether the page itself exists.
  page.expectRefusal({ path: '/collection', status: 0 })
  await page.goto('/collection')
  await page.locator('main table tbody tr').first().waitFor()
  await page.context().setOffline(true)
  for (const name of ['Open menu', 'Search (Ctrl K)']) {
    await page.getByRole('button', { name, exact: true }).click()
    await page.getByText('An error occurred while fetching the data.').first().waitFor()
    expect(await page.locator('main table tbody tr').count()).toBeGreaterThan(0)
  }
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('dialog', { name: 'Main menu' }).waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').waitFor()
})
