import { afterAll, beforeAll, describe, expect } from 'vitest'
import { listClaims } from '#shared/contract/claims.ts'
import { listProjects } from '#shared/contract/projects.ts'
import { claimPath, figuresPath, holdingsPath, paths, projectPath, recordPath } from '#shared/rules/paths.ts'
import { setMarket } from '../conformance/specification/people.ts'
import { callerAt } from '../person.ts'
import { expectAccessible, expectNoSidewaysScroll, type PageOptions, test, type WatchedPage } from './browser.ts'
import { aProjectAtWork, type ProjectAtWork } from './project-at-work.ts'
import { sandboxPeople, signInAs } from './signed-in.ts'
import { world } from './world.ts'

/** How a reader sees the app, and what the buttons that lead to the sign-in and to one's account are called there. */
type View = PageOptions & { name: string; signIn: string; menu: string }

/** A project and a claim of the sample, and the record of the claim. */
async function publicAddresses(): Promise<string[]> {
  const visitor = callerAt(world.baseUrl, null)
  const query = { tenantId: 'sample' }
  const [project] = (await visitor.call(listProjects, { query })).items
  const [claim] = (await visitor.call(listClaims, { query })).items
  if (!project || !claim) throw new Error('The sample has a published project and a claim.')
  return [
    paths.home,
    figuresPath,
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

/** Opens one address after the other: each is accessible, fits, and has a title and its chosen tab in view. */
export async function expectGoodScreens(page: WatchedPage, addresses: readonly string[]): Promise<void> {
  for (const address of addresses) {
    await page.goto(address)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await page.locator('.animate-pulse').first().waitFor({ state: 'detached' })
    expect(await page.title(), `the title of ${address}`).not.toBe('')
    await expectChosenTabInView(page)
    await expectGood(page)
  }
}

/** Where the tabs do not fit side by side, the chosen one is in view. */
async function expectChosenTabInView(page: WatchedPage): Promise<void> {
  const beyond = () =>
    page.locator('[role=tab][aria-selected=true]').evaluateAll(
      (tabs) =>
        tabs.filter((tab) => {
          const [inner, outer] = [tab, tab.parentElement ?? tab].map((each) => each.getBoundingClientRect())
          return inner && outer && (inner.left < outer.left - 1 || inner.right > outer.right + 1)
        }).length,
    )
  await expect.poll(beyond, { message: `chosen tabs out of view on ${page.url()}` }).toBe(0)
}

export async function expectGood(page: WatchedPage): Promise<void> {
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
}

/** The two steps of the dialog in which the proponent mints, from the page of a verification on. */
async function openMintDialog(page: WatchedPage): Promise<void> {
  await page.locator('main header button').last().click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('input').first().waitFor()
  await expectGood(page)
  await dialog.locator('input').first().fill('10')
  await dialog.locator('button[type=submit]').click()
  await dialog.locator('dl').waitFor()
  await expectGood(page)
}

const tabsOf = (project: string, ...tabs: string[]) => tabs.map((tab) => `${project}&tab=${tab}`)

/** Tries every screen in each of the views, with a project at work. Returns how to reach that one from the tests of a file. */
export function testEveryScreen(views: readonly View[]): () => ProjectAtWork {
  let work: ProjectAtWork
  beforeAll(async () => {
    work = await aProjectAtWork(await sandboxPeople())
    await setMarket(true)
  })
  afterAll(() => setMarket(false))

  describe.each(views)('every screen in $name', ({ signIn, menu, ...view }) => {
    const signedIn = async (opened: Promise<WatchedPage>, role: string) => {
      const page = await opened
      await signInAs(page, role, signIn, menu)
      return page
    }

    test('is accessible and fits, for a visitor and a tenant admin', async ({ openPage }) => {
      const { project, methodology } = work
      const shown = [project, ...tabsOf(project, 'documents', 'items', 'timeline'), methodology]
      await Promise.all([
        openPage(view).then(async (visitor) => expectGoodScreens(visitor, [...(await publicAddresses()), ...shown])),
        signedIn(openPage(view), 'tenant-admin').then((admin) =>
          expectGoodScreens(admin, [...adminAddresses, ...tabsOf(project, 'overlaps'), methodology]),
        ),
      ])
    })

    test('is accessible and fits, for a proponent and a verifier', async ({ openPage }) => {
      const { project, draft, openMeasurement, measurement, verification, verified } = work
      const drafting = tabsOf(draft, 'settings', 'documents')
      const working = [...tabsOf(project, 'timeline'), openMeasurement, measurement, verification, verified]
      await Promise.all([
        signedIn(openPage(view), 'proponent').then(async (proponent) => {
          await expectGoodScreens(proponent, [...ownAddresses, ...drafting, ...working])
          await openMintDialog(proponent)
        }),
        signedIn(openPage(view), 'verifier').then((verifier) => expectGoodScreens(verifier, [verification])),
      ])
    })
  })
  return () => work
}
