import { describe, expect } from 'vitest'
import { listProjects } from '#shared/contract/projects.ts'
import { listBalances } from '#shared/contract/wallet.ts'
import { paths } from '#shared/rules/paths.ts'
import { openSignIn, storedUser } from '#tests/browser/signed-in.ts'
import { world } from '#tests/browser/world.ts'
import { callerAs, test, visitor, withSettings } from './people.ts'
import { expectAt, expectSeen, factOf, headerLinks, open, rowsWith, searched } from './screens.ts'
import { emptyRegistry } from './second-registry.ts'

const meta = async (name: string) => {
  const html = await (await fetch(world.baseUrl)).text()
  return new RegExp(`<meta name="${name}" content="([^"]*)"`).exec(html)?.[1]
}

describe('1. What the product does and for whom', () => {
  test('1 The registry has the name that is configured', async ({ page }) => {
    await withSettings({ name: 'Registry of the Coast' }, async () => {
      await open(page, paths.home)
      await expectSeen(page.getByRole('banner').getByRole('link', { name: 'Registry of the Coast' }))
    })
  })

  test('2 The registry has the tagline that is configured', async ({ page }) => {
    await withSettings({ tagline: 'Counted on the beach' }, async () => {
      await open(page, paths.home)
      await expectSeen(page.getByRole('main').getByText('Counted on the beach', { exact: true }))
    })
  })

  test('3 The primary asset has the configured name, in the plural on the dashboard', async ({ as }) => {
    const page = await as('buyer')
    await withSettings({ assetName: 'Blue Unit', assetNamePlural: 'Blue Units' }, async () => {
      await open(page, paths.home)
      await expectSeen(page.locator('dt').getByText('Blue Units', { exact: true }))
    })
  })

  test('4 The company that owns the registry stands in the footer', async ({ page }) => {
    await withSettings({ owner: 'Coast Company' }, async () => {
      await open(page, paths.home)
      await expectSeen(page.getByRole('contentinfo').getByText(/Coast Company/))
    })
  })

  test('5 The title of a page is by default the name of the registry', async ({ page }) => {
    await open(page, paths.home)
    await expect.poll(() => page.title()).toBe('Sample Registry')
    expect(await (await fetch(world.baseUrl)).text()).toContain('<title>Sample Registry</title>')
  })

  test('6 The description of a page is of a global registry for sustainable outcomes digital assets', async () => {
    expect(await meta('description')).toContain('global registry for sustainable outcomes digital assets')
  })

  test('7 The keywords of a page mention marketplace and wallet', async () => {
    const keywords = (await meta('keywords'))?.split(', ')
    expect(keywords).toEqual(expect.arrayContaining(['marketplace', 'wallet']))
  })

  test('8 There are many tenants; which one a site shows is configured', async ({ page }) => {
    const other = await emptyRegistry()
    const tenantAt = async (site: string) => {
      await page.goto(`${site}/config.json`)
      return JSON.parse((await page.locator('pre').textContent()) ?? '').tenantId
    }
    expect(await tenantAt(world.baseUrl)).toBe('sample')
    expect(await tenantAt(other.site)).toBe(other.tenantId)
    const projectsOf = async (tenantId: string) => (await visitor.call(listProjects, { query: { tenantId } })).total
    expect(await projectsOf('sample')).toBeGreaterThan(0)
    expect(await projectsOf(other.tenantId)).toBe(0)
  })

  test('9 There are tenant admins and account admins', async ({ as }) => {
    const groupsOf = async (role: 'tenant-admin' | 'account-admin') => {
      const page = await as(role)
      await open(page, paths.profile)
      return { groups: (await storedUser(page))?.profile.groups, said: await factOf(page, 'Roles') }
    }
    expect(await groupsOf('tenant-admin')).toEqual({
      groups: expect.arrayContaining([expect.stringMatching(/TenantAdmin$/)]),
      said: expect.stringContaining('Administrator of the registry'),
    })
    expect(await groupsOf('account-admin')).toEqual({
      groups: expect.arrayContaining(['sample|green-hills|AccountAdmin']),
      said: expect.stringContaining('Administrator of account'),
    })
  })

  test('10 Signed-in users see a dashboard', async ({ as }) => {
    const page = await as('proponent')
    await open(page, paths.home)
    await expectSeen(page.getByRole('heading', { level: 1, name: /^Welcome/ }))
  })

  test('11 Signed-in users see their projects', async ({ as }) => {
    const page = await as('proponent')
    await open(page, searched(paths.myProjects, 'Mangrove Nursery of Gazi Bay'))
    await expectSeen(rowsWith(page, 'Mangrove Nursery of Gazi Bay'))
  })

  test('12 Signed-in users see the assets that they own', async ({ as }) => {
    const page = await as('buyer')
    await open(page, paths.home)
    await expectSeen(page.getByRole('list', { name: 'Owned Projects' }).getByText('Clean Cookstoves of Kitui'))
  })

  test('13 Signed-in users see the balances of their wallet', async ({ as }) => {
    const page = await as('buyer')
    await open(page, searched(paths.wallet, 'Clean Cookstoves'))
    const buyer = await callerAs('buyer')
    const [held] = (await buyer.call(listBalances, { query: { accountId: 'harbour-trading', q: 'Clean Cookstoves' } }))
      .items
    const balance = held?.balance.toLocaleString('en-GB') ?? ''
    await expectSeen(rowsWith(page, 'Clean Cookstoves of Kitui').getByRole('cell', { name: balance, exact: true }))
  })

  test('14 Signed-in users see their transactions', async ({ as }) => {
    const page = await as('buyer')
    await open(page, searched(paths.activity, 'Clean Cookstoves'))
    await expectSeen(rowsWith(page, 'Clean Cookstoves of Kitui').filter({ hasText: '3,000' }))
  })

  test('15 Signed-in users see their claims', async ({ as }) => {
    const page = await as('buyer')
    await open(page, searched(paths.myClaims, 'Harbour Bakery'))
    await expectSeen(rowsWith(page, 'Harbour Bakery'))
  })

  test('16 Signed-in users see a preview of the market only if its flag is on', async ({ as }) => {
    const page = await as('buyer')
    await open(page, paths.market)
    await expectSeen(page.getByRole('heading', { name: 'Page not found' }))
    await withSettings({ enableMarketplace: true }, async () => {
      await open(page, paths.market)
      await expectSeen(page.getByRole('heading', { level: 1, name: 'Market (Preview)' }))
    })
  })

  test('17 Signed-in users see a contact page', async ({ as }) => {
    const page = await as('buyer')
    await open(page, paths.contact)
    await expectSeen(page.getByRole('heading', { level: 1, name: 'Contact Us' }))
  })

  test('18 Signed-in administrators list, invite, edit and delete users', async ({ as }) => {
    const page = await as('account-admin')
    const email = `${crypto.randomUUID()}@registry.test`
    await open(page, searched(paths.userAdmin, 'proponent@registry.test'))
    await expectSeen(rowsWith(page, 'proponent@registry.test'))
    await open(page, paths.userAdmin)
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'Invite User' }).click()
    await dialog.getByLabel('First name').fill('Rehema')
    await dialog.getByLabel('Last name').fill('Kombo')
    await dialog.getByLabel('E-mail', { exact: true }).fill(email)
    await dialog.getByRole('button', { name: 'Invite User' }).click()
    await page.getByRole('dialog', { name: 'Invitation link' }).getByRole('button', { name: 'Close' }).click()
    await expectSeen(rowsWith(page, email))
    await rowsWith(page, email).getByRole('button', { name: 'Edit Rehema Kombo' }).click()
    await dialog.getByLabel('First name').fill('Halima')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await rowsWith(page, email).getByRole('button', { name: 'Delete Halima Kombo' }).click()
    await dialog.getByRole('button', { name: 'Delete user' }).click()
    await expectSeen(page.getByText('User deleted successfully.'))
    await rowsWith(page, email).waitFor({ state: 'detached' })
  })

  test('19 Signed-out visitors see a hero with the tagline and a Sign In button', async ({ page }) => {
    await open(page, paths.home)
    const hero = page.getByRole('main')
    await expectSeen(hero.getByRole('heading', { level: 1, name: 'Sample Registry' }))
    await expectSeen(
      hero.getByText('Outcomes that anyone can check'),
      hero.getByRole('button', { name: 'Sign In', exact: true }),
    )
  })

  test('20 Signing in goes through a hosted identity provider', async ({ page }) => {
    const { oidc } = await (await visitor.fetch('/config.json')).json()
    await openSignIn(page, 'Sign In')
    expect(page.url().startsWith(oidc.authority)).toBe(true)
    await expectSeen(page.locator('#email'), page.locator('#password'))
  })

  test('21 Visitors see public pages of projects and claims', async ({ page }) => {
    await open(page, searched(paths.projects, 'Clean Cookstoves'))
    await rowsWith(page, 'Clean Cookstoves of Kitui')
      .getByRole('link', { name: 'Clean Cookstoves of Kitui' })
      .first()
      .click()
    await expectSeen(page.getByRole('heading', { level: 1, name: 'Clean Cookstoves of Kitui' }))
    expectAt(page, paths.project)
    await open(page, searched(paths.claims, 'Harbour Bakery'))
    await rowsWith(page, 'Harbour Bakery')
      .getByRole('link', { name: /^View Claim/ })
      .first()
      .click()
    await expectSeen(page.getByRole('heading', { level: 1, name: /^Claim \d/ }))
    expectAt(page, paths.claims)
  })

  test('22 Users can view all kinds of records and request new projects', async ({ as }) => {
    const page = await as('proponent')
    await withSettings({ enableMarketplace: true }, async () => {
      await page.goto(paths.home)
      expect(await headerLinks(page)).toEqual(
        expect.arrayContaining([
          'Projects',
          'Measurements',
          'Verifications',
          'Methodologies',
          'Transactions',
          'Claims',
          'Market (Preview)',
          'New Project',
        ]),
      )
    })
    for (const [path, record] of [
      [paths.projects, 'Clean Cookstoves of Kitui'],
      [paths.measurements, 'Taita Hills Woodland'],
      [paths.verifications, 'Clean Cookstoves of Kitui'],
      [paths.methodologies, 'Native woodland restoration'],
      [paths.activity, 'Clean Cookstoves of Kitui'],
      [paths.claims, 'Harbour Bakery'],
    ] as const) {
      await page.goto(path)
      await expectSeen(rowsWith(page, record))
    }
  })

  test('23 The interface is in English, French and Swahili, and in English for any other language', async ({
    openPage,
  }) => {
    for (const [locale, button] of [
      ['en-GB', 'Sign In'],
      ['fr-FR', 'Se connecter'],
      ['sw', 'Ingia'],
      ['de-DE', 'Sign In'],
    ] as const) {
      const page = await openPage({ locale })
      await page.goto(paths.home)
      await expectSeen(page.getByRole('button', { name: button }))
    }
  })

  test('24 There is a light and a dark theme; dark is the default', async ({ browser }) => {
    const context = await browser.newContext({ baseURL: world.baseUrl, colorScheme: 'light' })
    const page = await context.newPage()
    await page.goto(paths.home)
    const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
    const theme = () => page.locator('html').getAttribute('data-theme')
    await expectSeen(page.getByRole('button', { name: 'Use the light theme' }))
    const dark = await ground()
    expect(await theme()).toBe('dark')
    await page.getByRole('button', { name: 'Use the light theme' }).click()
    expect(await theme()).toBe('light')
    expect(await ground()).not.toBe(dark)
    await context.close()
  })
})
