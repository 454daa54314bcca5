import { afterAll, beforeAll, expect } from 'vitest'
import type { SandboxRole } from '#sandbox/cast/people.ts'
import { listClaims } from '#shared/contract/claims.ts'
import { listProjects } from '#shared/contract/projects.ts'
import { languages, translations } from '#shared/rules/languages.ts'
import {
  accessibilityPath,
  claimPath,
  figuresPath,
  holdingsPath,
  mapPath,
  newMeasurementPath,
  paths,
  projectPath,
  recordPath,
  searchPath,
  serviceStatusPath,
  unitPath,
} from '#shared/rules/paths.ts'
import { setMarket } from '#tests/conformance/specification/people.ts'
import { callerAt } from '#tests/kit/person.ts'
import { ownAddresses, reviewAddresses } from './addresses.ts'
import { expectGood, test, type WatchedPage } from './browser.ts'
import { choose, expectGoodScreens } from './every-screen.ts'
import { aProjectAtWork, type ProjectAtWork } from './project-at-work.ts'
import { addPersonWithoutAccount, fillIn, openSignIn, sandboxPeople, signInAs } from './signed-in.ts'
import { textsIn } from './texts.ts'
import { world } from './world.ts'

// Each screen is checked in both themes, three widths and all languages.

let work: ProjectAtWork
beforeAll(async () => {
  work = await aProjectAtWork(await sandboxPeople())
  await setMarket(true)
})
afterAll(() => setMarket(false))

async function publicAddresses(): Promise<string[]> {
  const visitor = callerAt(world.baseUrl, null)
  const query = { tenantId: 'sample' }
  const [project] = (await visitor.call(listProjects, { query })).items
  const [claim] = (await visitor.call(listClaims, { query: { ...query, serials: 'true' } })).items
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
    unitPath(claim.serials?.[0] ?? ''),
    paths.contact,
    accessibilityPath,
    serviceStatusPath,
  ]
}

const adminAddresses = [...reviewAddresses, holdingsPath('green-hills'), paths.userAdmin, paths.audit, paths.projects]

const tabsOf = (project: string, ...tabs: string[]) => tabs.map((tab) => `${project}&tab=${tab}`)

/** Goes through both steps of minting, from a verification's page. */
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

const pathsByRole: Partial<Record<SandboxRole, () => string[]>> = {
  'tenant-admin': () => [paths.home],
  measurer: () => [paths.home, work.openMeasurement],
  verifier: () => [paths.home, newMeasurementPath(''), work.verification],
  buyer: () => [paths.home, paths.market, paths.review, '/nowhere'],
}

test('every screen of a visitor is accessible and fits', async ({ page }) => {
  const { project, methodology } = work
  const shown = [project, ...tabsOf(project, 'documents', 'items', 'timeline'), methodology]
  await expectGoodScreens(page, [...(await publicAddresses()), ...shown])
  await page.goto(paths.login)
  await expectGood(page)
})

test('every screen of a tenant admin is accessible and fits', async ({ page }) => {
  await signInAs(page, 'tenant-admin')
  await expectGoodScreens(page, [...adminAddresses, ...tabsOf(work.project, 'overlaps'), work.methodology])
})

test('every screen of a proponent is accessible and fits, and so is the dialog that mints', async ({ page }) => {
  const { project, draft, openMeasurement, measurement, verification, verified } = work
  await signInAs(page, 'proponent')
  await expectGoodScreens(page, [...ownAddresses, ...tabsOf(draft, 'settings', 'documents')])
  await expectGoodScreens(page, [...tabsOf(project, 'timeline'), openMeasurement, measurement, verification, verified])
  await openMintDialog(page)
})

test.for(Object.entries(pathsByRole))(
  'what a %s alone comes by is accessible and fits',
  async ([role, addresses], { page }) => {
    await signInAs(page, role)
    await expectGoodScreens(page, addresses())
  },
)

test('what a visitor finds or seeks in vain is accessible and fits, and so is the menu', async ({ openPage }) => {
  const page = await openPage()
  page.expectRefusal({ path: /^[/]api[/](project|claims|records|units)/, status: 404 })
  const missing = [
    projectPath('sample:green-hills:none'),
    claimPath('none'),
    recordPath('none'),
    unitPath('NO-KE-1-2024-1-1'),
  ]
  await expectGoodScreens(page, [mapPath(), searchPath('Kitui'), ...missing])
  for (const language of languages) {
    const t = await textsIn(language)
    await page.goto(paths.claims)
    if ((await page.locator('html').getAttribute('lang')) !== language) await choose(page, language)
    await page.setViewportSize({ width: 360, height: 800 })
    await page.getByText(t('claims.verify.title')).first().click()
    await page.getByRole('textbox', { name: t('claims.verify.title') }).fill('none')
    await page.getByRole('button', { name: t('claims.verify.act'), exact: true }).click()
    await page.getByText(t('claims.verify.verdict.nothing')).waitFor()
    await expectGood(page)
    await page.getByRole('button', { name: t('layout.openMenu') }).click()
    await page.getByRole('dialog').waitFor()
    await expectGood(page)
    await page.setViewportSize({ width: 1280, height: 800 })
  }
})

/** Sets the language from the next page on. */
async function speak(page: WatchedPage, language: string): Promise<void> {
  await page.evaluate((chosen) => localStorage.setItem('i18nextLng', chosen), language)
}

test('the first steps of a newcomer and the provider’s pages are accessible and fit', async ({ openPage }) => {
  const email = await addPersonWithoutAccount()
  const page = await openPage({ width: 360 })
  page.expectRefusal({ path: '/api/account', status: 404 })
  page.expectRefusal({ path: /^[/]identity[/](password|interaction)/, status: 410 })
  page.expectRefusal({ path: /^[/]identity[/](password|interaction)/, status: 401 })
  // tests/browser/session.test.ts covers English.
  for (const language of translations) {
    const t = await textsIn(language)
    await page.goto(paths.contact)
    await speak(page, language)
    await page.goto(paths.home)
    await openSignIn(page, t('layout.signIn'))
    await expectGood(page)
    await fillIn(page, `nobody-${language}@registry.test`, 'wrong')
    await page.getByRole('alert').waitFor()
    await expectGood(page)
    await page.goto(paths.login)
    await expectGood(page)
    for (const path of ['forgot', 'password?token=x', 'signed-out']) {
      await page.goto(`/identity/${path}`)
      expect(await page.locator('html').getAttribute('lang')).toBe(language)
      await expectGood(page)
    }
  }
  const inSwahili = await textsIn('sw')
  await page.goto(paths.home)
  await openSignIn(page, inSwahili('layout.signIn'))
  await fillIn(page, email, world.password)
  await page.getByRole('heading', { name: inSwahili('onboarding.title') }).waitFor()
  for (const language of languages) {
    const t = await textsIn(language)
    await speak(page, language)
    await page.goto(paths.home)
    await page.getByRole('heading', { name: t('onboarding.title') }).waitFor()
    await page.locator('main button[type=submit]').click()
    await page.locator('main [aria-invalid=true]').first().waitFor()
    await expectGood(page)
  }
})
