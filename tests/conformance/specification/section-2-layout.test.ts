import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { fillIn, openSignIn } from '#tests/browser/signed-in.ts'
import { world } from '#tests/browser/world.ts'
import { test, withSettings } from './people.ts'
import { expectSeen, headerLinks, open, profileLinks } from './screens.ts'

/** Finds the link in the bar, under "More" or in the person's menu. */
async function follow(page: Page, name: string): Promise<void> {
  const header = page.getByRole('banner')
  const link = header.getByRole('link', { name, exact: true })
  await header.getByRole('button', { name: 'My account' }).waitFor()
  for (const menu of ['More', 'My account']) {
    if ((await link.count()) === 0) await header.getByRole('button', { name: menu }).click()
  }
  await link.click()
}

const signInFailed = (page: Page) => page.getByRole('alert').filter({ hasText: 'Sign-in failed' })

describe('2. Screens and routes: layout', () => {
  test('49 The signed-in header has a menu of the person: profile, users for admins, sign out', async ({ as }) => {
    const [admin, member] = [await as('account-admin'), await as('proponent')]
    await open(admin, '/')
    expect(await profileLinks(admin)).toEqual(expect.arrayContaining(['My Profile', 'User Admin', 'Sign out']))
    await open(member, '/')
    const offered = await profileLinks(member)
    expect(offered).toEqual(expect.arrayContaining(['My Profile', 'Sign out']))
    expect(offered).not.toContain('User Admin')
  })

  test('50 The signed-in header has a mobile menu', async ({ as }) => {
    const page = await as('proponent', { width: 360 })
    await open(page, '/')
    await page.getByRole('button', { name: 'Open menu' }).click()
    const menu = page.getByRole('dialog', { name: 'Main menu' })
    await menu.getByRole('link', { name: 'Transactions' }).click()
    await expectSeen(page.getByRole('heading', { level: 1, name: 'My Transactions' }))
    await menu.waitFor({ state: 'detached' })
  })

  test.for([
    ['51 The header links to Home', 'Home', '/'],
    ['52 The header links to Projects', 'Projects', '/collection'],
    ['53 The header links to Transactions', 'Transactions', '/activity'],
    ['54 The header links to Claims', 'Claims', '/claims'],
    ['56 The header links to Methodologies', 'Methodologies', '/methodologies'],
    ['57 The header links to Measurements', 'Measurements', '/measurements'],
    ['58 The header links to Verifications', 'Verifications', '/verifications'],
    ['59 The header links to New Project', 'New Project', '/myProjects?new=1'],
    ['60 The header links to New Methodology', 'New Methodology', '/methodologies?new=1'],
    ['61 The header links to Contact Us', 'Contact Us', '/contact'],
    ['62 The header links to My Projects', 'My Projects', '/myProjects'],
    ['63 The header links to My Transactions', 'My Transactions', '/activity'],
    ['64 The header links to My Claims', 'My Claims', '/claims?scope=mine'],
  ] as const)('%s', async ([, name, address], { as }) => {
    const page = await as('proponent')
    await page.goto('/user/current')
    await follow(page, name)
    await page.waitForURL(world.baseUrl + address)
    await expectSeen(page.getByRole('main').getByRole('heading', { level: 1 }))
  })

  test('55 The header links to Market (Preview) while the market is on', async ({ as }) => {
    const page = await as('proponent')
    await withSettings({ enableMarketplace: true }, async () => {
      await open(page, '/')
      await follow(page, 'Market (Preview)')
      await expectSeen(page.getByRole('heading', { level: 1, name: 'Market (Preview)' }))
    })
    await open(page, '/')
    expect(await headerLinks(page)).not.toContain('Market (Preview)')
  })

  test('65 The signed-out header has Home, Projects, Claims and Contact Us', async ({ page }) => {
    await open(page, '/')
    expect(await headerLinks(page)).toEqual(['Home', 'Projects', 'Claims', 'Contact Us'])
    await expectSeen(page.getByRole('banner').getByRole('button', { name: 'Sign In' }))
  })

  test('66 The footer has the current year and the owner of the registry', async ({ page }) => {
    await page.clock.setFixedTime('2031-05-06T07:08:09Z')
    await open(page, '/')
    await expectSeen(page.getByRole('contentinfo').getByText('© 2031 Sample Registry Foundation', { exact: true }))
  })

  test.for([
    ['67 A sign-in’s answer is known by a code and a state in the query', '/?code=a&state=b'],
    ['68 A sign-in’s answer is known by an error and a state in the query', '/?error=access_denied&state=b'],
  ] as const)('%s', async ([, address], { page }) => {
    await page.goto(address)
    await expectSeen(signInFailed(page))
    await page.waitForURL(`${world.baseUrl}/`)
  })

  test('69 A sign-in’s answer is known in the hash', async ({ openPage }) => {
    const page = await openPage()
    await page.route('**/identity/auth?**', (route) =>
      route.continue({ url: `${route.request().url()}&response_mode=fragment` }),
    )
    const answered = page.waitForURL(/\/#code=/, { waitUntil: 'commit' })
    await openSignIn(page, 'Sign In')
    await fillIn(page, 'buyer@registry.test', world.password)
    await answered
    await page.getByRole('button', { name: 'My account' }).waitFor()
    expect(page.url()).toBe(`${world.baseUrl}/`)
  })

  test('70 A code, an error or a state alone is no answer of a sign-in', async ({ page }) => {
    for (const address of ['/?code=a', '/?error=access_denied', '/?state=b', '/#code=a', '/?code=a#state=b']) {
      await page.goto(address)
      await expectSeen(page.getByRole('region', { name: 'Figures of the registry' }))
      expect(page.url()).toBe(world.baseUrl + address)
      expect(await signInFailed(page).count()).toBe(0)
    }
  })

  test('71 After a sign-in code and state leave the address without a reload', async ({ openPage }) => {
    const page = await openPage()
    const documents: string[] = []
    page.on('request', (request) => {
      const isOurs = request.frame() === page.mainFrame() && request.url().startsWith(`${world.baseUrl}/?`)
      if (request.isNavigationRequest() && isOurs) documents.push(request.url())
    })
    await openSignIn(page, 'Sign In')
    await fillIn(page, 'buyer@registry.test', world.password)
    await page.getByRole('button', { name: 'My account' }).waitFor()
    await expect.poll(() => page.url()).toBe(`${world.baseUrl}/`)
    expect(documents).toEqual([expect.stringMatching(/\/\?code=.+&state=/)])
    const opened = await page.evaluate(() => performance.getEntriesByType('navigation').map(({ name }) => name))
    expect(opened).toEqual(documents)
  })
})
