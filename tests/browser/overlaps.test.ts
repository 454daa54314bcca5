import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { parse } from 'csv-parse/sync'
import { expect, onTestFinished } from 'vitest'
import { listMeasurementProviders } from '#shared/contract/measurements.ts'
import { listMethodologies } from '#shared/contract/methodologies.ts'
import { createProject, decideProject } from '#shared/contract/projects.ts'
import { listVerificationProviders } from '#shared/contract/verifications.ts'
import { paths, projectTabPath, reviewPath } from '#shared/rules/paths.ts'
import { aProject, type ExportRow, writeExport } from '#tests/kit/an-export.ts'
import { command } from '#tests/kit/command.ts'
import type { Caller } from '#tests/kit/person.ts'
import { expectGood, test, type WatchedPage } from './browser.ts'
import { choose } from './choosing.ts'
import { expectGoodAtEverySize } from './every-screen.ts'
import { sandboxCaller, signInAs } from './signed-in.ts'
import { world } from './world.ts'

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

test('an admin sees what a project may overlap with, and decides', async ({ openPage }) => {
  const name = 'Rewetting of the great bog'
  const proponent = await openPage()
  await signInAs(proponent, 'proponent')
  await request(proponent, `${name} II`)
  const address = await request(proponent, name)
  await proponent.getByRole('tab', { name: 'Details' }).waitFor()
  expect(await proponent.getByRole('tab', { name: 'Overlaps' }).count()).toBe(0)

  const admin = await openPage()
  await signInAs(admin, 'tenant-admin')
  await admin.goto(address)
  await admin.getByRole('tab', { name: 'Overlaps' }).click()
  await admin.getByRole('link', { name: `${name} II` }).waitFor()
  const neighbour = admin.getByRole('listitem').filter({ has: admin.getByRole('link', { name: `${name} II` }) })
  await neighbour.getByText('Not decided yet.').waitFor()
  await expectGoodAtEverySize(admin)
  await admin.getByRole('button', { name: `Decide about ${name} II` }).click()
  const dialog = admin.getByRole('dialog')
  await dialog.getByRole('radio', { name: 'Overlap accepted' }).check()
  await dialog.getByRole('button', { name: 'Decide' }).click()
  await admin.getByText('Please correct one field.').waitFor()
  await expectGoodAtEverySize(admin)
  await dialog.getByLabel('Reason').fill('The second one takes over in 2027.')
  await dialog.getByRole('button', { name: 'Decide' }).click()
  await admin.getByText('The decision has been recorded.').waitFor()
  await neighbour.getByText('The second one takes over in 2027.').waitFor()
  await neighbour.getByText('Overlap accepted').waitFor()
})

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
      country: 'KE',
    },
  })
}

/** Imports a project beside the running registry. */
async function importProject(row: ExportRow): Promise<void> {
  const { project } = await writeExport({
    projects: [aProject({ project_id: crypto.randomUUID(), ...row })],
    mints: [],
    blocks: [],
  })
  const settings = { DATA_DIR: world.dataDir, PUBLIC_URL: world.baseUrl }
  const { code, output } = await command('import', settings, ['--tenant', 'sample', '--projects', project])
  expect(code, output).toBe(0)
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
  await admin.getByRole('dialog').getByRole('radio').first().check()
  await admin.getByRole('dialog').getByLabel('Reason').fill('The second part of it.')
  await admin.getByRole('dialog').getByRole('button', { name: 'Decide' }).click()
  await admin.getByText('The decision has been recorded.').waitFor()
  await admin.goto(projectTabPath(other.projectKey, 'overlaps'))
  await admin.getByText('The second part of it.').waitFor()
  await admin.goto(reviewPath('projects'))
  await admin.getByRole('row').filter({ hasText: name }).waitFor()
  await undecided.waitFor({ state: 'detached' })
})

test('a project that a link names is decided at the desk, wherever it stands in the queue', async ({ page: admin }) => {
  const proponent = await sandboxCaller('proponent')
  const name = `Moor of ${crypto.randomUUID()}`
  const { projectId } = await aDraft(proponent, name)
  await proponent.call(decideProject, { params: { projectId }, body: { act: 'submit' } })
  await signInAs(admin, 'tenant-admin')
  const answered = Promise.withResolvers<void>()
  await admin.route(/\/api\/tasks\/place\?/, (route) => answered.promise.then(() => route.continue()))
  await admin.goto(reviewPath('projects', { q: 'nothing has this name', open: projectId }))
  const decision = admin.getByRole('complementary', { name: 'Decision' })
  await decision.getByRole('status').waitFor()
  expect(await admin.getByText('does not wait for you any more').count()).toBe(0)
  answered.resolve()
  await decision.getByRole('heading', { name }).waitFor()
  await decision.getByRole('button', { name: /^Approve/ }).click()
  await admin.getByRole('button', { name: 'Decide now' }).click()
  await admin.getByText(`${name} has been approved.`).waitFor()
})

test('the desk has the project first that waits longest, and names those without a known day', async ({
  page: admin,
}) => {
  const name = `Fen of ${crypto.randomUUID()}`
  const proponent = await sandboxCaller('proponent')
  const { projectId } = await aDraft(proponent, `${name} I`)
  await proponent.call(decideProject, { params: { projectId }, body: { act: 'submit' } })
  await importProject({ name: `${name} II`, status: 'Verification approval requested', registered_date: '2021-03-04' })
  await signInAs(admin, 'tenant-admin')
  await admin.goto(reviewPath('projects', { q: name }))
  const rows = admin.getByRole('row').filter({ hasText: name })
  await rows.nth(1).waitFor()
  expect(await rows.allTextContents()).toEqual([
    expect.stringMatching(/ II.*not known since when/),
    expect.stringMatching(/ I.*since today/),
  ])
})

/** Returns the file's name and rows. */
async function downloaded(page: WatchedPage): Promise<[string, Record<string, string>[]]> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV' }).click(),
  ])
  return [file.suggestedFilename(), parse(await readFile(await file.path()), { columns: true, bom: true })]
}

test('what waits at the desk is downloaded as it is searched and filtered', async ({ page: admin }) => {
  const name = `Mire of ${crypto.randomUUID()}`
  const requested = { status: 'Registration requested', listed_date: '2025-03-04', methodology: '' }
  await importProject({ ...requested, name: `${name} I` })
  await importProject({ ...requested, name: `${name} II`, country: 'Brazil' })
  await signInAs(admin, 'tenant-admin')
  await admin.goto(reviewPath('projects', { q: name }))
  await admin.getByRole('row').filter({ hasText: name }).nth(1).waitFor()
  await admin.getByRole('button', { name: 'Country' }).click()
  await admin.getByRole('checkbox', { name: /^Brazil/ }).check()
  await admin.keyboard.press('Escape')
  await expect.poll(() => admin.getByRole('row').filter({ hasText: name }).count()).toBe(1)
  const iso = expect.stringMatching(/^20\d\d-[^,]+Z$/)
  expect(await downloaded(admin)).toEqual([
    'tasks.csv',
    [
      expect.objectContaining({
        'kind (Task)': 'project.decide',
        'name (About)': `${name} II`,
        'proponent (Proponent)': 'Generated Developers Ltd',
        'country (Country)': 'BR',
        'countryLabel (Country)': 'Brazil',
        'daysWaiting (Waiting)': expect.stringMatching(/^\d+$/),
        'asOf (As of)': iso,
      }),
    ],
  ])

  await admin.goto(reviewPath('accounts', { status: 'active', q: 'Field Measures' }))
  await admin.getByRole('row').filter({ hasText: 'Field Measures Ltd' }).waitFor()
  expect(await downloaded(admin)).toEqual([
    'accounts.csv',
    [
      expect.objectContaining({
        'name (Account)': 'Field Measures Ltd',
        'status (Status)': 'active',
        'createdAt (Registered)': iso,
        'daysWaiting (Waiting)': '',
      }),
    ],
  ])
})

test('a file that is cut on its way is not saved, and the page says so', async ({ page }) => {
  const cutting = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/csv' })
    response.write('projectKey\r\na\r\n', () => response.destroy())
  })
  cutting.listen(0, '127.0.0.1')
  await once(cutting, 'listening')
  onTestFinished(() => void cutting.close())
  const address = cutting.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const file = /[/]api[/]projects[.]csv/
  page.expectRefusal({ path: file, status: 0 })
  await page.route(file, (route) => route.continue({ url: `http://127.0.0.1:${port}/` }))
  const saved: string[] = []
  page.on('download', (download) => saved.push(download.suggestedFilename()))
  await page.goto(paths.projects)
  await page.getByRole('button', { name: 'Download CSV' }).click()
  await page.getByText('The registry cannot be reached.').waitFor()
  expect(saved).toEqual([])
})
