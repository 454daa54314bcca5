import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, vi } from 'vitest'
import type { SandboxRole } from '#sandbox/cast/people.ts'
import { listClaims } from '#shared/contract/claims.ts'
import { listProjects } from '#shared/contract/projects.ts'
import { claimPath, paths, projectPath, reviewPath } from '#shared/rules/paths.ts'
import { startEmbeddedWorld } from '#tests/kit/embedded-world.ts'
import { callerAt } from '#tests/kit/person.ts'
import { newProfile, type Theme, test } from './browser.ts'
import { followRequests } from './javascript.ts'
import { differenceFrom } from './pictures.ts'
import { fillIn } from './signed-in.ts'

const settlementMs = 60_000

// A fresh registry shows only the sample.
let world: Awaited<ReturnType<typeof startEmbeddedWorld>>
let project: string
let claim: string

beforeAll(async () => {
  world = await startEmbeddedWorld({ ENABLE_MARKETPLACE: 'true' })
  const visitor = callerAt(world.baseUrl, null)
  const query = { tenantId: 'sample' }
  const readClaims = async () => (await visitor.call(listClaims, { query })).items
  await vi.waitFor(async () => expect((await readClaims())[0]?.settlement).toBe('confirmed'), {
    timeout: settlementMs,
    interval: 500,
  })
  const [shown] = (await visitor.call(listProjects, { query: { ...query, q: 'Cookstoves of Kitui' } })).items
  project = projectPath(shown?.projectKey ?? '')
  const claimId = (await readClaims())[0]?.claimId ?? ''
  claim = claimPath(claimId)
  // The first request makes the certificate; then the page shows its hash.
  expect((await fetch(`${world.baseUrl}/certificates/sample/${claimId}.pdf`)).status).toBe(200)
}, settlementMs * 2)
afterAll(() => world.stop())

type Screen = {
  name: string
  theme: Theme
  width: number
  role?: SandboxRole
  path: () => string
  /** Runs before the screenshot. */
  act?: (page: Page) => Promise<unknown>
}

const openTransfer = async (page: Page) => {
  await page.getByRole('button', { name: 'Transfer' }).first().click()
  await page.getByRole('combobox', { name: 'Recipient' }).fill('Harbour')
  await page.getByRole('option').first().waitFor()
}
const openDesk = async (page: Page) => {
  await page.getByRole('row').nth(1).getByRole('link').first().click()
  await page.getByRole('complementary', { name: 'Decision' }).waitFor()
}
const waitForLatest = async (page: Page) => {
  await page.getByRole('heading', { name: 'Latest retirements' }).waitFor({ timeout: settlementMs })
  await page.getByRole('img', { name: /month/ }).waitFor()
}
const waitForCertificate = (page: Page) =>
  page.getByRole('link', { name: 'Open the certificate (PDF)' }).waitFor({ timeout: settlementMs })
const showOnPaper = async (page: Page) => {
  await waitForCertificate(page)
  await page.emulateMedia({ media: 'print' })
}

const screens: readonly Screen[] = [
  { name: 'hero', theme: 'dark', width: 1280, path: () => paths.home, act: waitForLatest },
  { name: 'dashboard', theme: 'light', width: 1280, role: 'proponent', path: () => paths.home },
  { name: 'project', theme: 'dark', width: 1280, path: () => project },
  { name: 'claim', theme: 'light', width: 360, path: () => claim, act: waitForCertificate },
  { name: 'claim-on-paper', theme: 'dark', width: 768, path: () => claim, act: showOnPaper },
  { name: 'claims', theme: 'dark', width: 360, path: () => paths.claims },
  { name: 'projects', theme: 'light', width: 1280, path: () => paths.projects },
  { name: 'desk', theme: 'dark', width: 1280, role: 'tenant-admin', path: () => reviewPath('projects'), act: openDesk },
  { name: 'transfer', theme: 'light', width: 360, role: 'proponent', path: () => paths.wallet, act: openTransfer },
  { name: 'market', theme: 'dark', width: 1280, role: 'buyer', path: () => paths.market },
  { name: 'tasks', theme: 'light', width: 768, role: 'tenant-admin', path: () => paths.tasks },
  {
    name: 'sign-in',
    theme: 'dark',
    width: 360,
    path: () => paths.home,
    act: async (page) => {
      await page.getByRole('button', { name: 'Sign In' }).first().click()
      await page.locator('#password').waitFor()
    },
  },
]

test.for(screens)('the screen $name looks as it did', async ({ name, theme, width, role, path, act }, { browser }) => {
  const profile = await newProfile(browser, { theme, baseUrl: world.baseUrl })
  const page = await profile.newPage()
  await page.setViewportSize({ width, height: 800 })
  if (role) {
    await page.goto(paths.home)
    await page.getByRole('button', { name: 'Sign In' }).first().click()
    await fillIn(page, `${role}@registry.test`, world.password)
    await page.getByRole('button', { name: 'My account' }).waitFor()
  }
  const { calm } = followRequests(page)
  await page.goto(path())
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.locator('.animate-pulse').first().waitFor({ state: 'detached' })
  await calm()
  await act?.(page)
  await calm()
  expect(await differenceFrom(name, page)).toBeNull()
  await profile.close()
})
