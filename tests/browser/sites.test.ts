import { expect } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll, test } from './browser.ts'
import { fillIn } from './signed-in.ts'
import { tenant } from './tenant-command.ts'
import { world } from './world.ts'

const password = 'saba kasa wa kijani'

test('in Swahili, the first admin of a second registry comes by a link to its own site, signs in and out there, and is nobody at the first', async ({
  openPage,
}) => {
  const names = ['--name', 'Bahari Registry', '--asset-name', 'Blue Unit', '--asset-name-plural', 'Blue Units']
  await tenant('create', 'bahari', ...names, '--accent', '#0055cc', '--add-host', 'bahari.localhost')
  // This address is also known at the first site, with another password.
  const email = 'tenant-admin@registry.test'
  const person = ['--first-name', 'Zuhura', '--last-name', 'Said', '--language', 'sw']
  const printed = await tenant('invite', 'bahari', email, ...person)
  const link = /http:\S+/.exec(printed)?.[0] ?? ''
  const site = new URL(link).origin
  expect(site).toBe(world.baseUrl.replace('localhost', 'bahari.localhost'))

  const page = await openPage({ locale: 'sw', width: 360 })
  await page.goto(link)
  await page.getByRole('heading', { name: 'Karibu, Zuhura Said' }).waitFor()
  const accent = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--accent').trim())
  expect(await accent()).toBe('#0055cc')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.locator('#password').fill(password)
  await page.locator('#repeat').fill(password)
  await page.locator('main button').click()
  await page.getByRole('link', { name: 'Nenda kwenye Bahari Registry' }).click()

  await page.getByRole('button', { name: 'Ingia' }).first().click()
  await page.waitForURL(new RegExp(`^${site}/identity/interaction/`))
  expect(await page.title()).toContain('Bahari Registry')
  await fillIn(page, email, password)
  await page.getByRole('button', { name: 'Akaunti yangu' }).waitFor()
  expect(page.url()).toBe(`${site}/`)
  expect(await accent()).toMatch(/^#[0-9a-f]{6}$/)
  await page.goto(`${site}/accountAdmin/userAdmin`)
  await page.getByRole('cell', { name: email }).waitFor()
  expect(await page.locator('tbody').getByRole('row').count()).toBe(1)

  const first = await page.context().newPage()
  await first.goto(world.baseUrl)
  await first.getByRole('button', { name: 'Ingia' }).first().waitFor()
  await first.close()

  await page.getByRole('button', { name: 'Akaunti yangu' }).click()
  await page.getByRole('button', { name: 'Toka' }).click()
  await page.getByRole('button', { name: 'Ingia' }).first().waitFor()
  expect(page.url()).toBe(`${site}/`)

  await tenant('suspend', 'bahari')
  // The suspension may happen between the page and its requests.
  page.expectRefusal({ path: /^\/(config[.]json|api\/registry\/\w+)?$/, status: 404 })
  const statusOfSite = async () => (await page.goto(site))?.status()
  await expect.poll(statusOfSite, { timeout: 20_000, interval: 1_000 }).toBe(404)
  await page.getByText('Hakuna sajili kwenye anwani hii').waitFor()
  await expectAccessible(page)
})
