import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import type { ProjectSummary } from '#shared/contract/projects.ts'
import { projectPath } from '#shared/rules/paths.ts'
import { test } from './people.ts'
import { aPicture, aPublishedProject, aStatedDraft, withDocument } from './records.ts'
import { expectSeen, factOf, open } from './screens.ts'

const tab = (page: Page, name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) })
const panel = (page: Page) => page.getByRole('tabpanel')

const openProject = (page: Page, { projectKey }: Pick<ProjectSummary, 'projectKey'>) =>
  open(page, projectPath(projectKey))

describe('2. Screens and routes: project detail', () => {
  test('88 A project has a section of details', async ({ page }) => {
    await openProject(page, await aPublishedProject())
    expect(await tab(page, 'Details').getAttribute('aria-selected')).toBe('true')
    await expectSeen(panel(page).getByRole('heading', { name: 'Facts' }))
  })

  test('89 A project has a section of documents', async ({ as }) => {
    const draft = await aStatedDraft()
    await withDocument(draft.projectKey, 'PDS', 'design.pdf')
    const page = await as('proponent')
    await openProject(page, draft)
    await tab(page, 'Documents').click()
    await expectSeen(panel(page).getByRole('cell', { name: 'design.pdf' }).or(panel(page).getByText('design.pdf')))
  })

  test('90 A project has a section of items', async ({ page }) => {
    await openProject(page, await aPublishedProject())
    await tab(page, 'Items').click()
    await expectSeen(panel(page).getByRole('rowheader', { name: /^Vintage \d{4}, batch 1/ }))
  })

  test('91 A project has a section of settings', async ({ as }) => {
    const draft = await aStatedDraft()
    const page = await as('proponent')
    await openProject(page, draft)
    await tab(page, 'Settings').click()
    expect(await panel(page).getByLabel('Project name').inputValue()).toBe(draft.projectName)
  })

  test('92 The banner photo can be edited', async ({ as }) => {
    const page = await as('proponent')
    await openProject(page, await aStatedDraft())
    const file = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Edit picture' }).click()
    await (await file).setFiles({ name: 'reef.png', mimeType: 'image/png', buffer: await aPicture() })
    await page.getByRole('button', { name: 'Use this part' }).click()
    await expectSeen(page.getByText('The picture has been replaced.'))
    const banner = page.getByRole('main').locator('img').first()
    expect(await banner.getAttribute('src')).toMatch(/\/images\/sample\/green-hills\/.+\.webp/)
  })

  test('93 The sustainability statement can be edited', async ({ as }) => {
    const page = await as('proponent')
    await openProject(page, await aStatedDraft())
    await page.getByRole('button', { name: 'Edit statement' }).click()
    await page.getByLabel('Sustainability statement').fill('Fish return to the reef.')
    await page.getByRole('button', { name: 'Save' }).click()
    await expectSeen(page.getByRole('paragraph').filter({ hasText: 'Fish return to the reef.' }))
    await page.reload()
    await expectSeen(page.getByRole('paragraph').filter({ hasText: 'Fish return to the reef.' }))
  })

  test('94 A project shows its Project ID', async ({ page }) => {
    const project = await aPublishedProject()
    await openProject(page, project)
    expect(await factOf(page, 'Project ID')).toBe(String(project.number))
    await expectSeen(page.getByRole('button', { name: `Copy: ${project.number}`, exact: true }))
  })

  test.for([
    ['95 A project shows its status', 'Status', 'Draft'],
    ['96 A project shows its methodology', 'Methodology', 'Native woodland restoration'],
    ['97 A project shows its location', 'Location', 'Shimoni, Kenya'],
    ['98 A project shows its proponent', 'Proponent', 'Green Hills Cooperative'],
    ['99 A project shows its standard', 'Standard', 'Reef Standard 2'],
    ['105 A project shows its account', 'Account', 'Green Hills Cooperative'],
    ['106 A project shows its type', 'Type', 'Blue Carbon'],
  ] as const)('%s', async ([, name, value], { as }) => {
    const page = await as('proponent')
    await openProject(page, await aStatedDraft())
    expect(await factOf(page, name)).toBe(value)
  })

  test('100 A project shows its description', async ({ page }) => {
    await openProject(page, await aPublishedProject())
    const description = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Description' }) })
    await expectSeen(description.getByText(/^Four thousand households in Kitui County cook/))
  })

  test('101 A project shows how many documents it has', async ({ as }) => {
    const draft = await aStatedDraft()
    await withDocument(draft.projectKey, 'PDS', 'design.pdf')
    await withDocument(draft.projectKey, 'Measurement', 'weights.pdf')
    const page = await as('proponent')
    await openProject(page, draft)
    expect(await tab(page, 'Documents').textContent()).toMatch(/2$/)
  })

  test('102 A project shows how many items it has', async ({ page }) => {
    await openProject(page, await aPublishedProject())
    expect(await tab(page, 'Items').textContent()).toMatch(/1$/)
  })

  test('103 A project shows how much is minted', async ({ page }) => {
    const project = await aPublishedProject()
    await openProject(page, project)
    expect(project.assetsMinted).toBeGreaterThan(0)
    expect(await factOf(page, 'Minted')).toBe(project.assetsMinted.toLocaleString('en-GB'))
  })

  test('104 A project shows how much is available', async ({ page }) => {
    const project = await aPublishedProject()
    await openProject(page, project)
    expect(project.assetsAvailable).toBeGreaterThan(0)
    expect(await factOf(page, 'Available')).toBe(project.assetsAvailable.toLocaleString('en-GB'))
  })

  test('107 A project shows its vintage, also that it has none yet', async ({ as, page }) => {
    await openProject(page, await aPublishedProject())
    expect(await factOf(page, 'Vintage')).toBe(String(new Date().getUTCFullYear() - 1))
    const proponent = await as('proponent')
    await openProject(proponent, await aStatedDraft())
    expect(await factOf(proponent, 'Vintage')).toBe('None yet')
  })

  test('108 A project shows its verifier, also that it has none yet', async ({ as, page }) => {
    await openProject(page, await aPublishedProject())
    expect(await factOf(page, 'Verifier')).toBe('Clear View Verification')
    const proponent = await as('proponent')
    await openProject(proponent, await aStatedDraft())
    expect(await factOf(proponent, 'Verifier')).toBe('None yet')
  })
})
