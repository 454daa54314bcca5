import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect } from 'vitest'
import type { Project } from '#shared/contract/projects.ts'
import { inviteUser } from '#shared/contract/users.ts'
import { paths, projectPath } from '#shared/rules/paths.ts'
import { callerAs, test } from './people.ts'
import { aDraft } from './work.ts'

const mark = crypto.randomUUID().slice(0, 8)
const projectName = `Sedges ${mark}`

let draft: Project
beforeAll(async () => {
  draft = await aDraft({ projectName })
})

/** The texts below a field. */
const errorOf = (field: Locator) =>
  field.evaluate((control) =>
    (control.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join(' '),
  )

/** Returns the body of the PATCH that `save` causes. */
async function sentBy(page: Page, save: () => Promise<void>): Promise<unknown> {
  const sent = page.waitForRequest((request) => request.method() === 'PATCH' && request.url().includes('/api/project?'))
  await save()
  return (await sent).postDataJSON()
}

describe('5. Validation rules', () => {
  test.for([
    ['224 a project request without its project name is refused with Required', 'Project name'],
    ['225 a project request without its description is refused with Required', 'Description'],
    ['226 a project request without its methodology is refused with Required', 'Methodology'],
    ['227 a project request without its start date is refused with Required', 'Start date'],
    ['228 a project request without its end date is refused with Required', 'End date'],
  ] as const)('%s', async ([, label], { as }) => {
    const page = await as('proponent')
    await page.goto(paths.newProject)
    const dialog = page.getByRole('dialog')
    // The button that shows a field's choices is named after the field.
    const field = dialog.getByLabel(label).first()
    expect(await errorOf(field)).not.toContain('Required')
    await dialog.getByRole('button', { name: 'Request New Project' }).click()
    await expect.poll(() => errorOf(field)).toContain('Required')
  })

  test('229 an image that is none is refused with Please select a valid image file.', async ({ as }) => {
    const page = await as('proponent')
    await page.goto(projectPath(draft.projectKey))
    const input = page.locator('input[type=file][name=image]')
    const refusal = page.getByRole('alert').filter({ hasText: /Please select a valid image file\./ })
    await input.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') })
    await refusal.waitFor()
    await page.reload()
    await input.setInputFiles({ name: 'reeds.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
    await refusal.waitFor()
  })

  test('230 a blank project name is sent as an empty text', async ({ as }) => {
    const page = await as('proponent')
    await page.goto(`${projectPath(draft.projectKey)}&tab=settings`)
    const name = page.getByLabel('Project name')
    await name.fill('   ')
    const sent = await sentBy(page, () => page.getByRole('button', { name: 'Save' }).click())
    expect(sent).toEqual({ projectName: '', was: { projectName } })
    await page.getByRole('heading', { name: projectName, level: 1 }).waitFor()
    await expect.poll(() => name.inputValue()).toBe(projectName)
  })

  test('231 a blank sustainability statement is sent as an empty text', async ({ as }) => {
    const page = await as('proponent')
    await page.goto(projectPath(draft.projectKey))
    await page.getByRole('button', { name: 'Edit statement' }).click()
    await page.getByLabel('Sustainability statement').fill(' \n ')
    const sent = await sentBy(page, () => page.getByRole('button', { name: 'Save' }).click())
    expect(sent).toMatchObject({ sustainabilityStatement: '' })
  })

  test('232 deleting a user asks for confirmation by name', async ({ as }) => {
    const email = `${mark}@registry.test`
    const person = { firstName: 'Zuhura', lastName: 'Kimani' }
    await (await callerAs('account-admin')).call(inviteUser, { body: { ...person, email } })
    const page = await as('account-admin')
    await page.goto(`${paths.userAdmin}?q=${email}`)
    await page.getByRole('button', { name: 'Delete Zuhura Kimani' }).click()
    await page
      .getByRole('dialog')
      .getByText('Are you sure you want to delete Zuhura Kimani? This action cannot be undone.', { exact: true })
      .waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('cell', { name: email }).waitFor()
  })
})
