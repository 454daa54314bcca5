import { readFile } from 'node:fs/promises'
import { unzipSync } from 'fflate'
import { expect } from 'vitest'
import { holdingsPath, paths } from '#shared/rules/paths.ts'
import { expectGood, expectNoSidewaysScroll, test } from './browser.ts'
import { signInAs } from './signed-in.ts'

test('a company downloads what it retired in a year, as tables, lines and audit file', async ({ page }) => {
  await signInAs(page, 'buyer')
  await page.goto(paths.profile)
  const section = page.locator('section', { has: page.getByRole('heading', { name: 'Yearly tables and audit file' }) })
  await section.getByText(/ units in /).waitFor()
  await expectGood(page)
  const saved = async (name: string) => {
    const downloading = page.waitForEvent('download')
    await section.getByRole('button', { name }).click()
    const download = await downloading
    return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) }
  }
  const csv = await saved('Lines (CSV)')
  expect(csv.name).toMatch(/^retirements-\d{4}\.csv$/)
  expect(csv.bytes.toString()).toContain('Harbour Bakery')
  const tables = await saved('Tables (XLSX)')
  expect(Object.keys(unzipSync(new Uint8Array(tables.bytes)))).toContain('xl/workbook.xml')
  const audit = await saved('Audit file (ZIP)')
  const files = Object.keys(unzipSync(new Uint8Array(audit.bytes)))
  expect(files.filter((name) => /\/C-\d{6}\/own-words\.json$/.test(name)).length).toBeGreaterThan(0)
  await page.setViewportSize({ width: 360, height: 800 })
  await expectNoSidewaysScroll(page)
})

test('an admin of the registry downloads the same of another account, without its private words', async ({ page }) => {
  await signInAs(page, 'tenant-admin')
  await page.goto(holdingsPath('harbour-trading'))
  const section = page.locator('section', { has: page.getByRole('heading', { name: 'Yearly tables and audit file' }) })
  await section.getByText(/ units in /).waitFor()
  await expectGood(page)
  const downloading = page.waitForEvent('download')
  await section.getByRole('button', { name: 'Audit file (ZIP)' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^harbour-trading-retirements-\d{4}\.zip$/)
  const files = Object.keys(unzipSync(new Uint8Array(await readFile(await download.path()))))
  expect(files.filter((name) => /\/credential\.json$/.test(name)).length).toBeGreaterThan(0)
  expect(files.filter((name) => name.endsWith('own-words.json'))).toEqual([])
  await page.setViewportSize({ width: 360, height: 800 })
  await expectNoSidewaysScroll(page)
})
