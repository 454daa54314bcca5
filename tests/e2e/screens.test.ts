import { describe, expect } from 'vitest'
import { listClaims } from '#shared/contract/claims.ts'
import { listProjects } from '#shared/contract/projects.ts'
import { claimPath, holdingsPath, paths, projectPath, recordPath } from '#shared/rules/paths.ts'
import { callerAt } from '../person.ts'
import { expectAccessible, expectNoSidewaysScroll, type PageOptions, test, type WatchedPage } from './browser.ts'
import { signInAs } from './signed-in.ts'
import { world } from './world.ts'

/** Each size, theme and language at least once, the narrowest in each of them. */
const views: (PageOptions & { name: string; signIn: string; menu: string })[] = [
  { name: 'English, dark, 360 px', theme: 'dark', width: 360, locale: 'en-GB', signIn: 'Sign In', menu: 'My account' },
  {
    name: 'English, light, 768 px',
    theme: 'light',
    width: 768,
    locale: 'en-GB',
    signIn: 'Sign In',
    menu: 'My account',
  },
  {
    name: 'French, light, 360 px',
    theme: 'light',
    width: 360,
    locale: 'fr-FR',
    signIn: 'Se connecter',
    menu: 'Mon compte',
  },
  { name: 'Swahili, dark, 360 px', theme: 'dark', width: 360, locale: 'sw', signIn: 'Ingia', menu: 'Akaunti yangu' },
  {
    name: 'English, dark, 1280 px',
    theme: 'dark',
    width: 1280,
    locale: 'en-GB',
    signIn: 'Sign In',
    menu: 'My account',
  },
]

/** A project and a claim of the sample, and the record of the claim. */
async function publicAddresses(): Promise<string[]> {
  const visitor = callerAt(world.baseUrl, null)
  const query = { tenantId: 'sample' }
  const [project] = (await visitor.call(listProjects, { query })).items
  const [claim] = (await visitor.call(listClaims, { query })).items
  if (!project || !claim) throw new Error('The sample has a published project and a claim.')
  return [
    paths.home,
    paths.projects,
    projectPath(project.projectKey),
    `${projectPath(project.projectKey)}&tab=timeline`,
    paths.claims,
    claimPath(claim.claimId),
    recordPath(claim.transactionId),
    paths.contact,
    paths.login,
  ]
}

const ownAddresses = [
  paths.home,
  paths.myProjects,
  paths.newProject,
  paths.wallet,
  paths.activity,
  paths.myClaims,
  paths.measurements,
  paths.verifications,
  paths.methodologies,
  paths.newMethodology,
  paths.tasks,
  paths.notices,
  paths.profile,
  paths.roles,
]
const adminAddresses = [
  paths.review,
  ...['accounts', 'methodologies', 'clock', 'ledger', 'audit', 'settings'].map((tab) => `${paths.review}?tab=${tab}`),
  holdingsPath('green-hills'),
  paths.userAdmin,
  paths.audit,
  paths.projects,
]

async function expectGoodScreens(page: WatchedPage, addresses: readonly string[]): Promise<void> {
  for (const address of addresses) {
    await page.goto(address)
    await page.locator('h1').first().waitFor()
    await page.locator('.animate-pulse').first().waitFor({ state: 'detached' })
    expect(await page.title(), `the title of ${address}`).not.toBe('')
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
  }
}

describe.each(views)('every screen in $name', ({ signIn, menu, ...view }) => {
  test('is accessible and fits, for a visitor, a proponent and a tenant admin', async ({ openPage }) => {
    const as = async (role: string) => {
      const page = await openPage(view)
      await signInAs(page, role, signIn, menu)
      return page
    }
    await Promise.all([
      openPage(view).then(async (visitor) => expectGoodScreens(visitor, await publicAddresses())),
      as('proponent').then((proponent) => expectGoodScreens(proponent, ownAddresses)),
      as('tenant-admin').then((admin) => expectGoodScreens(admin, adminAddresses)),
    ])
  })
})
