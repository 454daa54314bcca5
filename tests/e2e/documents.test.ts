import { buffer } from 'node:stream/consumers'
import { expect } from 'vitest'
import { listMeasurementProviders } from '#shared/contract/measurements.ts'
import { listMethodologies } from '#shared/contract/methodologies.ts'
import { createProject } from '#shared/contract/projects.ts'
import { listVerificationProviders } from '#shared/contract/verifications.ts'
import { projectPath } from '#shared/rules/paths.ts'
import { expectAccessible, expectNoSidewaysScroll, test, type WatchedPage } from './browser.ts'
import { sandboxCaller, signInAs } from './signed-in.ts'

const pdf = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n')

/** The address of the documents of a new draft that names the sandbox's providers. */
async function documentsOfADraft(): Promise<string> {
  const proponent = await sandboxCaller('proponent')
  const [methodology] = (await proponent.call(listMethodologies, { query: { status: 'approved' } })).items
  const [measurer] = (await proponent.call(listMeasurementProviders)).items
  const [verifier] = (await proponent.call(listVerificationProviders)).items
  const { projectKey } = await proponent.call(createProject, {
    body: {
      projectName: `Terraces ${crypto.randomUUID()}`,
      description: 'Stone terraces on 40 hectares.',
      methodologyId: methodology?.methodologyId ?? '',
      measurementProviderId: measurer?.accountId,
      verificationProviderId: verifier?.accountId,
      startDate: '2024-01-01',
      endDate: '2034-01-01',
    },
  })
  return `${projectPath(projectKey)}&tab=documents`
}

async function expectGood(page: WatchedPage): Promise<void> {
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
}

/** What the button saves, and the address that it came from. */
async function opened(page: WatchedPage) {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Open terraces.pdf' }).first().click(),
  ])
  return { address: download.url(), bytes: await buffer(await download.createReadStream()) }
}

test('proponent, provider and admin open a private document by a click; the link is nothing to a stranger after its time', async ({
  openPage,
}) => {
  const address = await documentsOfADraft()
  const proponent = await openPage({ width: 360 })
  await signInAs(proponent, 'proponent')
  await proponent.goto(address)
  const upload = proponent.getByRole('button', { name: 'Upload' })
  await upload.click()
  await proponent.getByText('Required', { exact: true }).first().waitFor()
  await proponent.getByLabel('Type').selectOption('Other')
  await proponent.getByLabel('Title').fill('Site plan')
  await proponent.getByLabel('Who may read it').selectOption({ label: 'Those whom it concerns' })
  await expectGood(proponent)
  for (const version of [1, 2]) {
    await proponent
      .getByRole('tabpanel')
      .locator('input[type=file]')
      .setInputFiles({ name: 'terraces.pdf', mimeType: 'application/pdf', buffer: pdf })
    if (version === 2) {
      await proponent.getByLabel('Type').selectOption('Other')
      await proponent.getByLabel('Title').fill('Site plan')
    }
    await upload.click()
    await expect.poll(() => proponent.getByRole('button', { name: 'Open terraces.pdf' }).count()).toBe(version)
  }
  await proponent.getByText('Earlier version').waitFor()
  await expectGood(proponent)
  expect((await opened(proponent)).bytes.equals(pdf)).toBe(true)

  const provider = await openPage({ theme: 'dark' })
  await signInAs(provider, 'measurer')
  await provider.goto(address)
  expect((await opened(provider)).bytes.equals(pdf)).toBe(true)
  await expectGood(provider)

  const admin = await openPage({ width: 768 })
  await signInAs(admin, 'tenant-admin')
  await admin.goto(address)
  const link = await opened(admin)
  expect(link.bytes.equals(pdf)).toBe(true)
  await expect.poll(async () => (await fetch(link.address)).status, { timeout: 20_000 }).toBe(404)
  expect((await fetch(link.address.split('?')[0] ?? '')).status).toBe(404)
})
