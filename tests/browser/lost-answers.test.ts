import type { BrowserContext, Page, Route } from 'playwright-core'
import { expect } from 'vitest'
import { createClaim, listClaims } from '#shared/contract/claims.ts'
import { listDocuments } from '#shared/contract/documents.ts'
import { readOutcome } from '#shared/contract/outcomes.ts'
import { createProject, listMyProjects, uploadDocument } from '#shared/contract/projects.ts'

import { test, type WatchedPage } from './browser.ts'
import { choose } from './choosing.ts'
import { sandboxCaller, signInAs } from './signed-in.ts'

/** The registry handles the first POST to this path, but its answer is lost. */
async function loseAnswer(page: WatchedPage, { path }: { path: string }): Promise<void> {
  let isLost = false
  page.expectRefusal({ path, status: 0 })
  await page.route(`**${path}`, async (route: Route) => {
    if (isLost || route.request().method() !== 'POST') return route.continue()
    isLost = true
    await route.fetch()
    await route.abort('connectionreset')
  })
}

/** Also fails queries of outcomes until the returned function is called. */
async function loseQuestions(page: WatchedPage): Promise<() => Promise<void>> {
  const outcomeUrl = `**${readOutcome.path}?*`
  page.expectRefusal({ path: readOutcome.path, status: 0 })
  await page.route(outcomeUrl, (route) => route.abort('internetdisconnected'))
  return () => page.unroute(outcomeUrl)
}

const sending = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Request New Project' })

async function typeProject(page: Page, name: string): Promise<void> {
  await page.goto('/myProjects?new=1')
  await page.getByLabel('Project name').fill(name)
  await page.getByLabel('Description').fill('One intention.')
  await choose(page, 'Methodology', 'Improved cookstoves')
  await page.getByLabel('Start date').fill('2025-01-01')
  await page.getByLabel('End date').fill('2030-12-31')
}

async function projectsNamed(name: string): Promise<number> {
  const proponent = await sandboxCaller('proponent')
  const { items } = await proponent.call(listMyProjects, { query: { q: name } })
  return items.filter(({ projectName }) => projectName === name).length
}

async function secondTab(openPage: (options: { profile: BrowserContext }) => Promise<WatchedPage>, page: Page) {
  const tab = await openPage({ profile: page.context() })
  await tab.goto('/myProjects?new=1')
  return tab
}

test('a project request whose answer is lost is one project, from the same form, and from a second tab with its draft', async ({
  openPage,
}) => {
  const name = `Answer lost ${crypto.randomUUID()}`
  const page = await openPage()
  await signInAs(page, 'proponent')
  await typeProject(page, name)
  const other = await secondTab(openPage, page)
  await expect.poll(() => other.getByLabel('Project name').inputValue()).toBe(name)
  await loseAnswer(page, createProject)
  const line = await loseQuestions(page)
  await sending(page).click()
  await page.getByText('we do not know whether this was done').first().waitFor()
  expect(await projectsNamed(name)).toBe(1)
  await line()
  await sending(page).click()
  await page.getByRole('heading', { name, level: 1 }).waitFor()
  await sending(other).click()
  await other.getByRole('heading', { name, level: 1 }).waitFor()
  expect(await projectsNamed(name)).toBe(1)
})

test('a claim whose answer is lost is shown as done after a reload, and an equal one needs a confirmation', async ({
  page,
}) => {
  const proponent = await sandboxCaller('proponent')
  await signInAs(page, 'proponent')
  await page.goto('/wallet')
  const beneficiary = `Once Ltd ${crypto.randomUUID()}`
  const fill = async () => {
    await page.getByRole('table').getByRole('button', { name: 'Claim' }).first().click()
    await page.getByLabel(/Quantity of/).fill('1')
    await page.getByLabel('Beneficiary is').selectOption('organisation')
    await page.getByLabel('Beneficiary', { exact: true }).fill(beneficiary)
    await page.getByLabel('Purpose', { exact: true }).selectOption('personal')
    await page.getByLabel('I am authorised to act for the beneficiary.').check()
    await page.getByRole('button', { name: 'Preview' }).click()
    await page.getByRole('button', { name: 'Claim for good' }).waitFor()
  }
  await fill()
  await loseAnswer(page, createClaim)
  const line = await loseQuestions(page)
  await page.getByRole('button', { name: 'Claim for good' }).click()
  await page.getByText('we do not know whether this was done').first().waitFor()
  await line()
  await page.reload()
  await page.getByText(/its answer was lost: claim \d+/).waitFor()
  await page.getByRole('link', { name: 'Open it' }).waitFor()
  await fill()
  await page.getByText(/Claim \d+ is the same/).waitFor()
  expect(await page.getByRole('button', { name: 'Claim for good' }).isDisabled()).toBe(true)
  await page.getByLabel('I want to make another claim').check()
  expect(await page.getByRole('button', { name: 'Claim for good' }).isEnabled()).toBe(true)
  const { items } = await proponent.call(listClaims, { query: { tenantId: 'sample', q: beneficiary } })
  expect(items).toHaveLength(1)
})

test('a document whose answer is lost is one document, and the screen says that it is there', async ({ page }) => {
  const name = `Document lost ${crypto.randomUUID()}`
  await signInAs(page, 'proponent')
  await typeProject(page, name)
  await sending(page).click()
  await page.getByRole('heading', { name, level: 1 }).waitFor()
  await page.getByRole('tab', { name: /Documents/ }).click()
  await loseAnswer(page, uploadDocument)
  await page
    .getByRole('tabpanel', { name: /Documents/ })
    .locator('input[type=file]')
    .setInputFiles({ name: 'plan.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n') })
  await page.getByRole('button', { name: 'Upload' }).click()
  await expect.poll(() => page.getByRole('button', { name: 'Open plan.pdf' }).count()).toBe(1)
  const proponent = await sandboxCaller('proponent')
  const [project] = (await proponent.call(listMyProjects, { query: { q: name } })).items
  const subject = { subjectKind: 'project' as const, subjectId: project?.projectId ?? '' }
  expect((await proponent.call(listDocuments, { query: subject })).items).toHaveLength(1)
})
