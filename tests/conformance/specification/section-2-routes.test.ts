import { describe, expect } from 'vitest'
import { listUsers } from '#shared/contract/users.ts'
import { paths, projectPath } from '#shared/rules/paths.ts'
import { callerAs, test, withSettings } from './people.ts'
import { aPublishedProject } from './records.ts'
import { expectAt, expectSeen, open, profileLinks, rowsWith, searched } from './screens.ts'
import { emptyRegistry, signInFirstAdmin } from './second-registry.ts'

describe('2. Screens and routes: routes', () => {
  test('26 / is the dashboard of somebody signed in, and the sign-in hero otherwise', async ({ as, page }) => {
    await open(page, '/')
    await expectSeen(page.getByRole('main').getByRole('button', { name: 'Sign In' }))
    const member = await as('proponent')
    await open(member, '/')
    await expectSeen(member.getByRole('heading', { level: 1, name: /^Welcome/ }))
    expectAt(member, '/')
  })

  test('27 /login is a login page without the surrounding layout', async ({ page }) => {
    await open(page, '/login')
    await expectSeen(page.getByRole('main').getByRole('button', { name: 'Sign In' }))
    expect(await page.getByRole('banner').count()).toBe(0)
    expect(await page.getByRole('contentinfo').count()).toBe(0)
  })

  test('28 /market is the preview of the market, only while its flag is on', async ({ as }) => {
    const page = await as('proponent')
    const title = page.getByRole('heading', { level: 1, name: 'Market (Preview)' })
    await withSettings({ enableMarketplace: true }, async () => {
      await open(page, '/market')
      await expectSeen(title)
    })
    await open(page, '/market')
    await expectSeen(page.getByRole('heading', { name: 'Page not found' }))
    expect(await title.count()).toBe(0)
  })

  test('29 /contact is public and has an address and an e-mail button', async ({ page }) => {
    await open(page, '/contact')
    await expectSeen(page.getByText('1 Harbour Road, Mombasa, Kenya'))
    expect(await page.getByRole('link', { name: 'Send an e-mail' }).getAttribute('href')).toBe(
      'mailto:contact@registry.test',
    )
  })

  test('30 /myProjects lists my projects, and without one says so and offers to explore projects', async ({ as }) => {
    const [proponent, buyer] = [await as('proponent'), await as('buyer')]
    await open(proponent, searched('/myProjects', 'Mangrove Nursery of Gazi Bay'))
    await expectSeen(rowsWith(proponent, 'Mangrove Nursery of Gazi Bay'))
    await open(buyer, '/myProjects')
    await expectSeen(buyer.getByText('No Projects found for this user.', { exact: true }))
    await buyer.getByRole('link', { name: 'Explore Projects' }).click()
    await expectSeen(buyer.getByRole('heading', { level: 1, name: 'Projects' }))
    expectAt(buyer, '/collection')
  })

  test('31 /activity has my transactions', async ({ as }) => {
    const page = await as('buyer')
    await open(page, searched('/activity', 'Clean Cookstoves'))
    await expectSeen(page.getByRole('heading', { level: 1, name: 'My Transactions' }))
    await expectSeen(rowsWith(page, 'Green Hills Cooperative').filter({ hasText: 'Transfer' }))
  })

  test('32 /claims is public and has a search and a View Claim button', async ({ page }) => {
    await open(page, '/claims')
    await page.getByRole('searchbox').fill('Harbour Bakery')
    await page.waitForURL(/q=Harbour/)
    await rowsWith(page, 'Harbour Bakery')
      .getByRole('link', { name: /^View Claim/ })
      .first()
      .click()
    await expectSeen(page.getByText('Harbour Bakery').first())
    await page.waitForURL(/\/claims\?key=/)
    for (const address of ['/claims/', '/Claims']) {
      await open(page, address)
      await expectSeen(page.getByRole('heading', { level: 1, name: 'Claims' }))
    }
  })

  test('33 /user/current is my profile', async ({ as }) => {
    const page = await as('buyer')
    await open(page, '/user/current')
    await expectSeen(page.getByRole('heading', { level: 1, name: 'My Profile' }))
    await expectSeen(page.getByText('buyer@registry.test'))
  })

  test('34 The profile has an admin section', async ({ as }) => {
    const [admin, member] = [await as('account-admin'), await as('buyer')]
    await open(admin, '/user/current')
    await expectSeen(admin.getByRole('heading', { name: 'Administration' }))
    await open(member, '/user/current')
    expect(await member.getByRole('heading', { name: 'Administration' }).count()).toBe(0)
  })

  test('35 The profile has a Generate Legacy Certificate button', async ({ as }) => {
    const page = await as('buyer')
    await open(page, '/user/current')
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Generate Legacy Certificate' }).click()
    expect((await download).suggestedFilename()).toBe('legacy-certificate.pdf')
  })

  test('36 /accountAdmin/userAdmin is for admins only', async ({ as }) => {
    const [admin, member] = [await as('account-admin'), await as('proponent')]
    await open(admin, searched('/accountAdmin/userAdmin', 'proponent@registry.test'))
    await expectSeen(rowsWith(admin, 'proponent@registry.test'))
    await open(member, '/accountAdmin/userAdmin')
    await expectSeen(member.getByRole('heading', { name: 'No access' }))
    const proponent = await callerAs('proponent')
    await expect(proponent.call(listUsers)).rejects.toMatchObject({ code: 'forbidden' })
  })

  test('37 The link to the administration of users is shown to admins alone', async ({ as }) => {
    const [admin, member] = [await as('account-admin'), await as('proponent')]
    await open(admin, '/')
    expect(await profileLinks(admin)).toContain('User Admin')
    await open(member, '/')
    expect(await profileLinks(member)).not.toContain('User Admin')
    expect(await member.locator('a[href^="/accountAdmin/userAdmin"]').count()).toBe(0)
  })

  test('38 /collection lists the projects and stands in the menu of the signed-out', async ({ page }) => {
    await open(page, '/')
    await page.getByRole('navigation').getByRole('link', { name: 'Projects' }).click()
    // Projects with most issued units come first.
    await expectSeen(rowsWith(page, 'Clean Cookstoves of Kitui'))
    expectAt(page, '/collection')
  })

  test('39 /collection/project?key={tenantId}:{accountId}:{projectId} is a project', async ({ page }) => {
    const { tenantId, accountId, projectId, projectName } = await aPublishedProject()
    await open(page, `/collection/project?key=${tenantId}:${accountId}:${projectId}`)
    await expectSeen(page.getByRole('heading', { level: 1, name: projectName }))
  })

  test('40 The detail of a project is reached from its card', async ({ as }) => {
    const { projectKey, projectName } = await aPublishedProject()
    const page = await as('proponent')
    await open(page, '/')
    await page.getByRole('article').getByRole('link', { name: projectName }).first().click()
    await expectSeen(page.getByRole('heading', { level: 1, name: projectName }))
    expect(decodeURIComponent(page.url())).toContain(projectPath(projectKey))
  })

  test('41 Every route other than /login is inside the common layout', async ({ as, page }) => {
    const expectLayout = async (reader: typeof page, addresses: readonly string[]) => {
      for (const address of addresses) {
        await reader.goto(address, { waitUntil: 'commit' })
        await expectSeen(reader.getByRole('banner'), reader.getByRole('heading'), reader.getByRole('contentinfo'))
      }
    }
    const { projectKey } = await aPublishedProject()
    const others = Object.values(paths).filter((path) => path !== paths.login && !path.includes('?'))
    await Promise.all([
      expectLayout(page, ['/', '/claims', '/contact', '/collection', projectPath(projectKey)]),
      expectLayout(await as('tenant-admin'), others),
    ])
  })

  test('42 The signed-out open claims, contact and projects; any other route shows them the hero', async ({ page }) => {
    const { projectKey, projectName } = await aPublishedProject()
    for (const [address, title] of [
      ['/claims', 'Claims'],
      ['/contact', 'Contact Us'],
      ['/collection', 'Projects'],
      [projectPath(projectKey), projectName],
    ] as const) {
      await page.goto(address)
      await expectSeen(page.getByRole('heading', { level: 1, name: title, exact: true }))
    }
    const open = ['/login', '/claims', '/contact', '/collection', '/collection/project']
    const others = Object.values(paths).filter((path) => !open.includes(path.split('?', 1)[0] ?? ''))
    for (const address of [...others, '/no/such/page']) {
      await page.goto(address, { waitUntil: 'commit' })
      await expectSeen(page.getByRole('main').getByRole('heading', { level: 1, name: 'Sample Registry' }))
    }
  })

  test('44 My Methodologies is a screen with a message for when there are none', async ({ openPage }) => {
    const page = await openPage()
    const { tenantId, site } = await emptyRegistry()
    await signInFirstAdmin(page, tenantId)
    await open(page, `${site}/methodologies`)
    await expectSeen(page.getByRole('heading', { level: 1, name: 'My Methodologies' }))
    await expectSeen(page.getByText('No Methodologies found for this user.', { exact: true }))
  })

  test('45 My Measurements is a screen with a message for when there are none', async ({ as }) => {
    const page = await as('buyer')
    await open(page, '/measurements')
    await expectSeen(page.getByRole('heading', { level: 1, name: 'My Measurements' }))
    await expectSeen(page.getByText('No Measurements found for this user.', { exact: true }))
  })

  test('46 My Verifications is a screen with a message for when there are none', async ({ as }) => {
    const page = await as('buyer')
    await open(page, '/verifications')
    await expectSeen(page.getByRole('heading', { level: 1, name: 'My Verifications' }))
    await expectSeen(page.getByText('No Verifications found for this user.', { exact: true }))
  })

  test('47 Request New Project is a modal window', async ({ as }) => {
    const page = await as('proponent')
    await open(page, '/myProjects')
    await page.getByRole('button', { name: 'Request New Project' }).click()
    const modal = page.getByRole('dialog', { name: 'Request New Project' })
    await expectSeen(modal)
    expect(await modal.evaluate((window) => window.matches(':modal'))).toBe(true)
  })
})
