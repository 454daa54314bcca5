import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { strFromU8, unzipSync, zipSync } from 'fflate'
import { expect } from 'vitest'
import { listClaims } from '#shared/contract/claims.ts'
import { claimPath } from '#shared/rules/paths.ts'
import { closeAfterwards } from '#tests/kit/closing.ts'
import { callerAt } from '#tests/kit/person.ts'
import { expectAccessible, expectGood, expectNoSidewaysScroll, test, themes } from './browser.ts'
import { world } from './world.ts'

test('a company downloads the audit file of its claim, and its auditor checks the file without a connection', async ({
  page,
  openPage,
}) => {
  const query = { tenantId: 'sample', beneficiary: 'Harbour Bakery' }
  const { items } = await callerAt(world.baseUrl, null).call(listClaims, { query })
  await page.goto(claimPath(items.at(-1)?.claimId ?? ''))
  const link = page.getByRole('link', { name: 'Audit file (ZIP)' })
  await link.waitFor()
  await expectGood(page)
  const downloading = page.waitForEvent('download')
  await link.click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^C-\d{6}\.zip$/)

  const folder = await mkdtemp(join(tmpdir(), 'registry-audit-file-'))
  closeAfterwards(() => rm(folder, { recursive: true }))
  const zip = join(folder, 'claim.zip')
  await download.saveAs(zip)
  const files = unzipSync(new Uint8Array(await readFile(zip)))
  const checkPage = Object.keys(files).find((name) => name.endsWith('/check.html')) ?? ''
  await writeFile(join(folder, 'check.html'), files[checkPage] ?? '')
  const proofName = checkPage.replace('check.html', 'proof.json')
  const changed = strFromU8(files[proofName] ?? new Uint8Array()).replace('Harbour Bakery', 'Harbour Brewery')
  await writeFile(join(folder, 'changed.zip'), zipSync({ ...files, [proofName]: Buffer.from(changed) }))

  const auditor = await openPage({ locale: 'fr-FR', width: 360 })
  await auditor.context().setOffline(true)
  const asked: string[] = []
  auditor.on('request', (request) => asked.push(request.url()))
  const address = pathToFileURL(join(folder, 'check.html')).href
  await auditor.goto(address)
  await auditor.getByLabel('Choisir des fichiers').setInputFiles(zip)
  await auditor.getByText('Tout est valable : 12 contrôles dans 4 fichiers.').waitFor()
  await auditor.getByText('Bénéficiaire : Harbour Bakery').waitFor()
  await expectNoSidewaysScroll(auditor)
  await auditor.getByLabel('Langue').selectOption('en')
  await auditor.getByText('Everything holds: 12 checks in 4 files.').waitFor()
  await auditor.getByLabel('Choose files').setInputFiles(join(folder, 'changed.zip'))
  await auditor.getByText('2 of 12 checks fail.').waitFor()
  await auditor
    .locator('li', { hasText: 'What the movement stands for, such as the words of a claim, is unchanged.' })
    .getByText('FAILS')
    .waitFor()
  await auditor.getByLabel(/public key/).fill('not a key')
  await auditor.getByLabel(/public key/).press('Enter')
  await auditor.getByText('5 of 14 checks fail.').waitFor()
  expect(asked).toEqual([address])
})

test('the page that checks proofs is accessible in both themes, and also served by the registry', async ({
  openPage,
}) => {
  for (const theme of themes) {
    const page = await openPage({ theme, width: 360 })
    await page.goto('/check.html')
    await page.getByRole('heading', { level: 1, name: 'Check a registry’s proofs' }).waitFor()
    await page
      .getByLabel('Choose files')
      .setInputFiles({ name: 'other.json', mimeType: 'application/json', buffer: Buffer.from('{}') })
    await page.getByText('This file is no proof, no credential and no audit file.').waitFor()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
  }
})
