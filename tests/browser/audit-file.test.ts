import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { strFromU8, unzipSync, zipSync } from 'fflate'
import { expect } from 'vitest'
import { listClaims } from '#shared/contract/claims.ts'
import { languages } from '#shared/rules/languages.ts'
import { claimPath } from '#shared/rules/paths.ts'
import { closeAfterwards } from '#tests/kit/closing.ts'
import { callerAt } from '#tests/kit/person.ts'
import { expectAccessible, expectGood, expectNoSidewaysScroll, test, themes } from './browser.ts'
import { textsIn } from './texts.ts'
import { world } from './world.ts'

test.for(languages)(
  'a company downloads the audit file of its claim, and its auditor checks the file without a connection (%s)',
  async (language, { openPage }) => {
    const t = await textsIn(language)
    const locale = language === 'en' ? 'en-GB' : language
    const query = { tenantId: 'sample', beneficiary: 'Harbour Bakery' }
    const { items } = await callerAt(world.baseUrl, null).call(listClaims, { query })
    const page = await openPage({ locale })
    await page.goto(claimPath(items.at(-1)?.claimId ?? ''))
    const link = page.getByRole('link', { name: t('records.auditFile') })
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

    const auditor = await openPage({ locale, width: 360 })
    await auditor.context().setOffline(true)
    const asked: string[] = []
    auditor.on('request', (request) => asked.push(request.url()))
    const address = pathToFileURL(join(folder, 'check.html')).href
    await auditor.goto(address)
    await auditor.getByLabel(t('checkPage.choose')).setInputFiles(zip)
    await auditor.getByText(t('checkPage.summary.all', { count: 12, files: 4 })).waitFor()
    await auditor.getByText(t('checkPage.beneficiary', { beneficiary: 'Harbour Bakery' })).waitFor()
    await expectNoSidewaysScroll(auditor)
    await auditor.getByLabel(t('checkPage.choose')).setInputFiles(join(folder, 'changed.zip'))
    await auditor.getByText(t('checkPage.summary.some', { failed: 2, count: 12 })).waitFor()
    const words = auditor.locator('li', { hasText: t('checkPage.check.document') })
    await words.getByText(t('checkPage.fails')).waitFor()
    await auditor.getByLabel(t('checkPage.key')).fill('not a key')
    await auditor.getByLabel(t('checkPage.key')).press('Enter')
    await auditor.getByText(t('checkPage.summary.some', { failed: 5, count: 14 })).waitFor()
    expect(asked).toEqual([address])
  },
)

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
    await page.getByLabel('Language').selectOption('fr')
    await page.getByText('Ce fichier n’est ni une preuve d’intégrité').waitFor()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
  }
})
