import { expect } from 'vitest'
import { listMeasurementProviders } from '#shared/contract/measurements.ts'
import { listMethodologies } from '#shared/contract/methodologies.ts'
import { createProject, decideProject, listProjects } from '#shared/contract/projects.ts'
import { listVerificationProviders } from '#shared/contract/verifications.ts'
import { paths } from '#shared/rules/paths.ts'
import type { Caller } from '#tests/kit/person.ts'
import { expectGood, test } from './browser.ts'
import { sandboxCaller, signInAs } from './signed-in.ts'

/** Pending projects, the first waiting longest. */
async function pending(proponent: Caller, names: readonly string[]): Promise<void> {
  const [methodology] = (await proponent.call(listMethodologies, { query: { status: 'approved' } })).items
  const [measurer] = (await proponent.call(listMeasurementProviders)).items
  const [verifier] = (await proponent.call(listVerificationProviders)).items
  for (const projectName of names) {
    const { projectId } = await proponent.call(createProject, {
      body: {
        projectName,
        description: 'Bog is rewetted.',
        methodologyId: methodology?.methodologyId ?? '',
        measurementProviderId: measurer?.accountId,
        verificationProviderId: verifier?.accountId,
        startDate: '2024-01-01',
        endDate: '2034-01-01',
        country: 'KE',
      },
    })
    await proponent.call(decideProject, { params: { projectId }, body: { act: 'submit' } })
  }
}

test('several projects are approved in one go, after the first go was undone, and one by one in the order of the list', async ({
  openPage,
}) => {
  const proponent = await sandboxCaller('proponent')
  const caller = await sandboxCaller('tenant-admin')
  const word = `Quagmire${crypto.randomUUID().slice(0, 8)}`
  const names = ['one', 'two', 'three', 'four', 'five'].map((number) => `${word} ${number}`)
  await pending(proponent, names)
  const statuses = async () => {
    const query = { tenantId: 'sample', isAdmin: 'true', q: word, sort: 'createdAt' } as const
    const { items } = await caller.call(listProjects, { query })
    return items.map(({ status }) => status)
  }
  const admin = await openPage({ width: 360, theme: 'dark' })
  await signInAs(admin, 'tenant-admin')
  await admin.goto(`${paths.tasks}?q=${word}`)
  for (const name of names.slice(0, 3)) await admin.getByRole('checkbox', { name: `Choose ${name}` }).check()
  await expectGood(admin)
  const approve = async () => {
    await admin.getByRole('region', { name: 'What is chosen' }).getByRole('button', { name: 'Approve' }).click()
    await admin.getByRole('dialog').getByText('3 tasks will be approved').waitFor()
    expect(await admin.getByRole('dialog').getByText('Decide on a project').count()).toBe(3)
    await expectGood(admin)
    await admin.getByRole('dialog').getByRole('button', { name: 'Approve 3 tasks' }).click()
  }
  await approve()
  const undo = admin.getByRole('button', { name: 'Undo' })
  await undo.waitFor()
  await expectGood(admin)
  await admin.keyboard.press('Control+z')
  await undo.waitFor({ state: 'detached' })
  await admin.getByText('3 tasks have not been decided.').waitFor()
  expect(await statuses()).toEqual(Array(5).fill('pending'))

  for (const name of names.slice(0, 3)) await admin.getByRole('checkbox', { name: `Choose ${name}` }).check()
  await approve()
  await admin.getByRole('button', { name: 'Decide now' }).click()
  await admin.getByText('3 tasks have been approved.').waitFor()
  expect(await statuses()).toEqual(['approved', 'approved', 'approved', 'pending', 'pending'])

  const [, , , fourth = '', fifth = ''] = names
  await admin.getByRole('link', { name: fourth, exact: true }).click()
  const decision = admin.getByRole('complementary', { name: 'Decision' })
  await decision.getByRole('heading', { name: fourth }).waitFor()
  await admin.getByText('1 of 2', { exact: true }).waitFor()
  await admin.keyboard.press('j')
  await decision.getByRole('heading', { name: fifth }).waitFor()
  await admin.keyboard.press('k')
  await decision.getByRole('heading', { name: fourth }).waitFor()
  await decision.getByRole('button', { name: /^Approve/ }).click()
  await decision.getByRole('heading', { name: fifth }).waitFor()
  await expectGood(admin)
  // Leaving the page sends what could still be undone.
  await admin.goto(paths.contact)
  await expect.poll(statuses).toEqual(['approved', 'approved', 'approved', 'approved', 'pending'])
})
