import { expect } from 'vitest'
import { listMeasurementProviders } from '#shared/contract/measurements.ts'
import { listMethodologies } from '#shared/contract/methodologies.ts'
import { createProject, decideProject } from '#shared/contract/projects.ts'
import { listVerificationProviders } from '#shared/contract/verifications.ts'
import { projectTabPath, reviewPath } from '#shared/rules/paths.ts'
import type { Caller } from '../person.ts'
import { expectAccessible, expectNoSidewaysScroll, test, themes, type WatchedPage } from './browser.ts'
import { choose } from './choosing.ts'
import { sandboxCaller, signInAs } from './signed-in.ts'

async function expectGood(page: WatchedPage): Promise<void> {
  await page.locator('.animate-pulse').first().waitFor({ state: 'detached' })
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
}

/** Requests a project and returns its address. */
async function request(page: WatchedPage, name: string): Promise<string> {
  await page.goto('/myProjects?new=1')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Project name').fill(name)
  await dialog.getByLabel('Description').fill('Peat is rewetted.')
  await choose(page, 'Methodology', 'Improved cookstoves')
  await dialog.getByLabel('Start date').fill('2023-01-01')
  await dialog.getByLabel('End date').fill('2030-12-31')
  await dialog.getByRole('button', { name: 'Request New Project' }).click()
  await page.getByRole('heading', { name, level: 1 }).waitFor()
  return page.url()
}

test.for(themes)(
  'an admin sees in the %s theme what a project may overlap with, and decides',
  async (theme, { openPage }) => {
    const name = `Rewetting of the great ${theme} bog`
    const proponent = await openPage()
    await signInAs(proponent, 'proponent')
    await request(proponent, `${name} II`)
    const address = await request(proponent, name)
    await proponent.getByRole('tab', { name: 'Details' }).waitFor()
    expect(await proponent.getByRole('tab', { name: 'Overlaps' }).count()).toBe(0)

    const admin = await openPage({ theme, width: theme === 'dark' ? 360 : 1280 })
    await signInAs(admin, 'tenant-admin')
    await admin.goto(address)
    await admin.getByRole('tab', { name: 'Overlaps' }).click()
    await admin.getByRole('link', { name: `${name} II` }).waitFor()
    const neighbour = admin.getByRole('listitem').filter({ has: admin.getByRole('link', { name: `${name} II` }) })
    await neighbour.getByText('Not decided yet.').waitFor()
    await expectGood(admin)
    await admin.getByRole('button', { name: `Decide about ${name} II` }).click()
    const dialog = admin.getByRole('dialog')
    await dialog.getByRole('radio', { name: 'Overlap accepted' }).check()
    await dialog.getByRole('button', { name: 'Decide' }).click()
    await admin.getByText('Please correct one field.').waitFor()
    await expectGood(admin)
    await dialog.getByLabel('Reason').fill('The second one takes over in 2027.')
    await dialog.getByRole('button', { name: 'Decide' }).click()
    await admin.getByText('The decision has been recorded.').waitFor()
    await neighbour.getByText('The second one takes over in 2027.').waitFor()
    await neighbour.getByText('Overlap accepted').waitFor()
  },
)

/** A draft of the sandbox's proponent, made beside the browser. */
async function aDraft(proponent: Caller, projectName: string) {
  const [methodology] = (await proponent.call(listMethodologies, { query: { status: 'approved' } })).items
  const [measurer] = (await proponent.call(listMeasurementProviders)).items
  const [verifier] = (await proponent.call(listVerificationProviders)).items
  return proponent.call(createProject, {
    body: {
      projectName,
      description: 'Heath is mown.',
      methodologyId: methodology?.methodologyId ?? '',
      measurementProviderId: measurer?.accountId,
      verificationProviderId: verifier?.accountId,
      startDate: '2024-01-01',
      endDate: '2034-01-01',
    },
  })
}

test('the desk counts what is undecided, and a decision holds from both sides', async ({ openPage }) => {
  const proponent = await sandboxCaller('proponent')
  const name = `Heath of ${crypto.randomUUID()}`
  const { projectId } = await aDraft(proponent, name)
  const other = await aDraft(proponent, `${name} II`)
  await proponent.call(decideProject, { params: { projectId }, body: { act: 'submit' } })

  const admin = await openPage({ width: 360, theme: 'dark' })
  await signInAs(admin, 'tenant-admin')
  await admin.goto(reviewPath('projects'))
  const undecided = admin.getByRole('link', { name: `${name}: 1 overlap not decided` })
  await undecided.waitFor()
  await expectGood(admin)
  await undecided.click()
  await admin.getByRole('button', { name: `Decide about ${name} II` }).click()
  await admin.getByRole('dialog').getByLabel('Reason').fill('The second part of it.')
  await admin.getByRole('dialog').getByRole('button', { name: 'Decide' }).click()
  await admin.getByText('The decision has been recorded.').waitFor()
  await admin.goto(projectTabPath(other.projectKey, 'overlaps'))
  await admin.getByText('The second part of it.').waitFor()
  await admin.goto(reviewPath('projects'))
  await admin.getByRole('row').filter({ hasText: name }).getByText('None open').waitFor()
})

test('a project that a link names is decided at the desk, wherever it stands in the queue', async ({ page: admin }) => {
  const proponent = await sandboxCaller('proponent')
  const name = `Moor of ${crypto.randomUUID()}`
  const { projectId } = await aDraft(proponent, name)
  await proponent.call(decideProject, { params: { projectId }, body: { act: 'submit' } })
  await signInAs(admin, 'tenant-admin')
  const answered = Promise.withResolvers<void>()
  await admin.route(/\/api\/project\?/, (route) => answered.promise.then(() => route.continue()))
  await admin.goto(reviewPath('projects', { q: 'nothing has this name', open: projectId }))
  const decision = admin.getByRole('complementary', { name: 'Decision' })
  await decision.getByRole('status').waitFor()
  expect(await admin.getByText('does not wait for a decision').count()).toBe(0)
  answered.resolve()
  await decision.getByRole('heading', { name }).waitFor()
  await decision.getByRole('button', { name: /^Approve/ }).click()
  await admin.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await admin.getByText('The project has been approved.').waitFor()
})

test('the desk has the project first that waits longest, and says of which no day is known', async ({
  page: admin,
}) => {
  const proponent = await sandboxCaller('proponent')
  const name = `Fen of ${crypto.randomUUID()}`
  const [later, sooner] = [await aDraft(proponent, `${name} I`), await aDraft(proponent, `${name} II`)]
  for (const { projectId } of [sooner, later]) {
    await proponent.call(decideProject, { params: { projectId }, body: { act: 'submit' } })
  }
  await signInAs(admin, 'tenant-admin')
  // As the second stood in an export that names no day.
  await admin.route(/\/api\/projects\?/, async (route) => {
    const answer = await route.fetch()
    const page: { items: { projectId: string; statusSince: string | null }[] } = await answer.json()
    for (const item of page.items) if (item.projectId === sooner.projectId) item.statusSince = null
    await route.fulfill({ response: answer, json: page })
  })
  await admin.goto(reviewPath('projects', { q: name }))
  const rows = admin.getByRole('row').filter({ hasText: name })
  await rows.nth(1).waitFor()
  expect(await rows.allTextContents()).toEqual([
    expect.stringMatching(/ IIAccount.*not known since when/),
    expect.stringMatching(/ IAccount.*since today/),
  ])
})
