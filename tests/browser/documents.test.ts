import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { expect } from 'vitest'
import { listMeasurementProviders } from '#shared/contract/measurements.ts'
import { listMethodologies } from '#shared/contract/methodologies.ts'
import { createProject, uploadDocument } from '#shared/contract/projects.ts'
import { listVerificationProviders } from '#shared/contract/verifications.ts'
import { projectPath } from '#shared/rules/paths.ts'
import { expectGood, test, type WatchedPage } from './browser.ts'
import { sandboxCaller, signInAs } from './signed-in.ts'

const pdf = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n')

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

async function opened(page: WatchedPage) {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Open terraces.pdf' }).first().click(),
  ])
  return { address: download.url(), bytes: await buffer(await download.createReadStream()) }
}

test('proponent, provider and admin open a private document by a click; its address alone is nothing to a stranger', async ({
  openPage,
}) => {
  const address = await documentsOfADraft()
  const proponent = await openPage({ width: 360 })
  await signInAs(proponent, 'proponent')
  await proponent.goto(address)
  const upload = proponent.getByRole('button', { name: 'Upload' })
  await upload.click()
  await proponent.getByText('Required', { exact: true }).first().waitFor()
  await expectGood(proponent)
  for (const version of [1, 2]) {
    await proponent
      .getByRole('tabpanel')
      .locator('input[type=file]')
      .setInputFiles({ name: 'terraces.pdf', mimeType: 'application/pdf', buffer: pdf })
    await proponent.getByLabel('Type').selectOption('Verification')
    await proponent.getByLabel('Who may read it').selectOption({ label: 'Only people concerned' })
    if (version === 2) {
      // Equal bytes are skipped unless they are wanted.
      await proponent.getByRole('button', { name: 'Send anyway: terraces.pdf' }).click()
      await proponent.getByRole('button', { name: 'New version: terraces.pdf' }).click()
      await expectGood(proponent)
      await proponent.getByRole('dialog').getByRole('button', { name: 'New version' }).click()
      await proponent.getByText('New version of terraces.pdf').waitFor()
    }
    await upload.click()
    await expect.poll(() => proponent.getByRole('button', { name: 'Open terraces.pdf' }).count()).toBe(version)
  }
  await proponent.getByText('Earlier version').waitFor()
  await expectGood(proponent)
  expect((await opened(proponent)).bytes.equals(pdf)).toBe(true)

  const provider = await openPage({ theme: 'dark' })
  await signInAs(provider, 'measurer')
  // The first request has no token.
  provider.expectRefusal({ path: '/api/project', status: 404 })
  await provider.goto(address)
  expect((await opened(provider)).bytes.equals(pdf)).toBe(true)
  await expectGood(provider)

  const admin = await openPage({ width: 768 })
  await signInAs(admin, 'tenant-admin')
  await admin.goto(address)
  const link = await opened(admin)
  expect(link.bytes.equals(pdf)).toBe(true)
  expect((await fetch(link.address.split('?')[0] ?? '')).status).toBe(404)
})

/** In the folders of a survey, with a file that a system put there. */
async function aFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'registry-evidence-'))
  await mkdir(join(folder, 'monitoring'))
  await writeFile(join(folder, '.DS_Store'), '')
  for (let plot = 1; plot <= 39; plot += 1)
    await writeFile(join(folder, 'monitoring', `plot-${plot}.csv`), `plot,stems\n${plot},7\n`)
  await writeFile(join(folder, 'lease.pdf'), pdf)
  return folder
}

test('a folder of 40 files takes one screen and two clicks, goes on after a cut, and is hidden and removed as one', async ({
  openPage,
}) => {
  const page = await openPage({ width: 360, height: 740 })
  await signInAs(page, 'proponent')
  await page.goto(await documentsOfADraft())
  const folder = await aFolder()
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Choose a folder' }).click(),
  ])
  await chooser.setFiles(folder)
  await page.getByText('For all 40 files').waitFor()
  await page.getByRole('row', { name: /^Select plot-39.csv .*Measurement/ }).waitFor()
  await page.getByRole('row', { name: /^Select lease.pdf .*Other/ }).waitFor()
  await expectGood(page)
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(4 * 740)
  page.expectRefusal({ path: uploadDocument.path, status: 0 })
  const sent: string[] = []
  await page.route(`**${uploadDocument.path}`, (route) => {
    sent.push(/filename="(.*?)"/.exec(route.request().postData() ?? '')?.[1] ?? '')
    return sent.length === 6 ? route.abort('connectionreset') : route.continue()
  })
  await page.getByRole('button', { name: 'Upload' }).click()
  await page.getByText('The line is cut').first().waitFor()
  await page.getByRole('button', { name: 'Try now' }).click()
  await page.getByText('40 documents have been added.').waitFor({ timeout: 60_000 })
  expect(sent).toHaveLength(41)
  expect(sent[6]).toBe(sent[5])

  await page.getByLabel('Search by name').fill('lease')
  await page.getByRole('row', { name: /plot/ }).first().waitFor({ state: 'detached' })
  await page.getByLabel('Search by name').fill('')
  await page.getByRole('row', { name: /plot-1.csv/ }).waitFor()
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await page.getByRole('button', { name: 'Make private' }).click()
  await page.getByText('40 documents are private now.').waitFor()
  await expectGood(page)
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await page.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await page.getByText('40 documents have been removed.').waitFor()
  await page.getByText('No documents yet.').waitFor()
})

test('a picture and a PDF are shown in place', async ({ openPage }) => {
  const page = await openPage({ theme: 'dark', width: 360 })
  await signInAs(page, 'proponent')
  await page.goto(await documentsOfADraft())
  const picture = sharp({ create: { width: 300, height: 200, channels: 3, background: '#2f6e4e' } })
  const files = [
    { name: 'slope.png', mimeType: 'image/png', buffer: await picture.png().toBuffer() },
    { name: 'terraces.pdf', mimeType: 'application/pdf', buffer: pdf },
  ]
  for (const file of files) {
    await page.getByRole('tabpanel').locator('input[type=file]').setInputFiles(file)
    await page.getByRole('button', { name: 'Upload' }).click()
    await page.getByRole('button', { name: `Show ${file.name}` }).waitFor()
  }
  await page.getByRole('button', { name: 'Show slope.png' }).click()
  const shown = page.getByRole('dialog').getByRole('img', { name: 'The picture slope.png' })
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(300)
  await expectGood(page)
  await page.keyboard.press('Escape')
  const [answer] = await Promise.all([
    page.waitForResponse(/\/documents\/.*show=1/),
    page.getByRole('button', { name: 'Show terraces.pdf' }).click(),
  ])
  expect([answer.status(), answer.headers()['content-disposition']?.split(';')[0]]).toEqual([200, 'inline'])
  await page.getByRole('dialog').locator('iframe[title="terraces.pdf"]').waitFor()
})

test('the part of a picture that is chosen becomes the banner', async ({ openPage }) => {
  const page = await openPage({ width: 360 })
  await signInAs(page, 'proponent')
  await page.goto(await documentsOfADraft())
  // The picture is red above and blue below.
  const red = sharp({ create: { width: 800, height: 600, channels: 3, background: '#c00000' } })
  const picture = red.extend({ bottom: 600, background: '#0000c0' }).png()
  await page
    .locator('input[type=file][accept*="image"]')
    .setInputFiles({ name: 'field.png', mimeType: 'image/png', buffer: await picture.toBuffer() })
  const part = page.getByRole('slider', { name: 'Which part' })
  await part.focus()
  await page.keyboard.press('End')
  await expectGood(page)
  await page.getByRole('button', { name: 'Use this part' }).click()
  await page.getByText('The picture has been replaced.').waitFor()
  const banner = page.locator('main img[srcset]')
  const address = (await banner.getAttribute('src')) ?? ''
  const stored = sharp(Buffer.from(await (await fetch(address)).arrayBuffer()))
  expect(await stored.metadata()).toMatchObject({ width: 800, height: 400 })
  const { dominant } = await stored.stats()
  expect(dominant.b).toBeGreaterThan(dominant.r)
  expect(await banner.evaluate((image: HTMLImageElement) => new URL(image.currentSrc).searchParams.get('width'))).toBe(
    '480',
  )
})
