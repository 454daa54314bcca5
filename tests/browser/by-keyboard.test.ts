import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { SandboxRole } from '#sandbox/cast/people.ts'
import { paths } from '#shared/rules/paths.ts'
import { anEmptyPdf } from '#tests/kit/an-empty-pdf.ts'
import { test, type WatchedPage } from './browser.ts'
import { chooseFile, chooseIn, hasFocus, pressOn, typeInto } from './keyboard.ts'
import { world } from './world.ts'

async function rememberPresses(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const remember = () => localStorage.setItem('pressed', 'yes')
    document.addEventListener('pointerdown', remember, { capture: true })
    document.addEventListener('mousedown', remember, { capture: true })
  })
}

async function signIn(page: WatchedPage, role: SandboxRole): Promise<WatchedPage> {
  await rememberPresses(page)
  await page.goto(paths.home)
  await pressOn(page.getByRole('button', { name: 'Sign In' }).first())
  await typeInto(page.locator('#email'), `${role}@registry.test`)
  await typeInto(page.locator('#password'), world.password)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'My account' }).waitFor()
  return page
}

const inRow = (page: Page, project: string, kind: 'button' | 'link', name: string) =>
  page.getByRole('row').filter({ hasText: project }).getByRole(kind, { name })
const inDialog = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true })

test('the main job, from the request of a project to a claim, is done without a mouse', async ({ openPage }) => {
  const name = `Hedges of Embu ${crypto.randomUUID().slice(0, 8)}`

  const proponent = await signIn(await openPage(), 'proponent')
  await proponent.goto(paths.myProjects)
  await pressOn(proponent.getByRole('main').getByRole('button', { name: 'Request New Project' }))
  const request = proponent.getByRole('dialog')
  await typeInto(request.getByLabel('Project name'), name)
  await typeInto(request.getByLabel('Description'), 'Hedges hold the slope.')
  await chooseIn(request.getByRole('combobox', { name: 'Methodology' }), 'Improved cookstoves')
  await chooseIn(request.getByRole('combobox', { name: 'Measurement provider' }), 'Field Measures')
  await chooseIn(request.getByRole('combobox', { name: 'Verification provider' }), 'Clear View')
  // Dates that are the same in either order of day and month.
  await typeInto(request.getByLabel('Start date'), '01012023')
  await typeInto(request.getByLabel('End date'), '12122030')
  await pressOn(inDialog(proponent, 'Request New Project'))
  await proponent.getByRole('heading', { name, level: 1 }).waitFor()
  await pressOn(proponent.getByRole('button', { name: 'Submit for approval' }))
  await pressOn(proponent.getByRole('alert').getByRole('link', { name: 'Country' }))
  const country = proponent.getByRole('combobox', { name: 'Country' })
  await expect.poll(() => hasFocus(country)).toBe(true)
  await proponent.keyboard.type('Kenya')
  await pressOn(proponent.getByRole('button', { name: 'Save' }))
  await proponent.getByText('The project has been saved.').waitFor()
  await pressOn(proponent.getByRole('button', { name: 'Submit for approval' }))
  await pressOn(inDialog(proponent, 'Submit for approval'))
  await proponent.getByText(/^The project .* has been submitted\.$/).waitFor()

  const admin = await signIn(await openPage(), 'tenant-admin')
  await admin.goto(proponent.url())
  await pressOn(admin.getByRole('button', { name: 'Approve' }))
  await pressOn(inDialog(admin, 'Approve'))
  await admin.getByText(/^The project .* has been approved\.$/).waitFor()

  const measurer = await signIn(await openPage(), 'measurer')
  await measurer.goto(paths.measurements)
  await pressOn(measurer.getByRole('main').getByRole('button', { name: 'Open a measurement' }))
  const opening = measurer.getByRole('dialog')
  await chooseIn(opening.getByRole('combobox', { name: 'Project' }), name)
  await typeInto(opening.getByLabel('First day'), '01012023')
  await typeInto(opening.getByLabel('Last day'), '12122023')
  await pressOn(inDialog(measurer, 'Open a measurement'))
  await pressOn(inRow(measurer, name, 'link', 'Submit'))
  await typeInto(measurer.getByLabel('Measured quantity'), '1200')
  await pressOn(measurer.getByRole('button', { name: 'Submit', exact: true }))
  await measurer.getByText('The measurement has been submitted.').waitFor()
  await proponent.goto(paths.measurements)
  await pressOn(inRow(proponent, name, 'link', 'Decide'))
  await pressOn(proponent.getByRole('button', { name: 'Accept' }))
  await pressOn(inDialog(proponent, 'Accept'))
  await proponent.getByText('The measurement has been accepted').waitFor()

  const verifier = await signIn(await openPage(), 'verifier')
  await verifier.goto(paths.verifications)
  await pressOn(inRow(verifier, name, 'link', 'Begin'))
  await typeInto(verifier.getByLabel('Declaration of no conflict of interest'), 'We advise none of the sides.')
  await pressOn(verifier.getByLabel(/no conflict of interest in/), 'Space')
  await pressOn(verifier.getByRole('button', { name: 'Begin' }))
  await verifier.getByText('The verification has begun.').waitFor()
  const buffer = Buffer.from(await anEmptyPdf())
  await chooseFile(verifier.locator('input[type=file]'), { name: 'statement.pdf', mimeType: 'application/pdf', buffer })
  await pressOn(verifier.getByRole('button', { name: 'Upload' }))
  await verifier.getByRole('row', { name: /statement.pdf/ }).waitFor()
  await chooseIn(verifier.getByLabel('Outcome'), 'Verified')
  await typeInto(verifier.getByLabel('Verified quantity'), '1200')
  await typeInto(verifier.getByLabel('Statement', { exact: true }), 'Seen and weighed.')
  await pressOn(verifier.getByRole('button', { name: 'Review before signing' }))
  await pressOn(verifier.getByRole('button', { name: 'Sign the opinion' }))
  await verifier.getByText('The opinion has been recorded.').waitFor()

  await proponent.goto(paths.verifications)
  await pressOn(inRow(proponent, name, 'button', 'Mint'))
  await typeInto(proponent.getByLabel('Units of'), '800')
  await pressOn(inDialog(proponent, 'Preview'))
  await pressOn(inDialog(proponent, 'Mint now'))
  await proponent.getByText('800 units minted.').waitFor()
  await proponent.goto(paths.wallet)
  await pressOn(inRow(proponent, name, 'button', 'Transfer'))
  await chooseIn(proponent.getByRole('combobox', { name: 'Recipient' }), 'Harbour Trading Company')
  await typeInto(proponent.getByLabel(/Quantity of/), '300')
  await pressOn(inDialog(proponent, 'Preview'))
  await proponent.getByText('Balance 800 → 500').waitFor()
  await pressOn(inDialog(proponent, 'Transfer now'))
  await proponent.getByText('Transferred to Harbour Trading Company.').waitFor()

  const buyer = await signIn(await openPage(), 'buyer')
  await buyer.goto(paths.wallet)
  await pressOn(inRow(buyer, name, 'button', 'Claim'))
  await typeInto(buyer.getByLabel(/Quantity of/), '120')
  await chooseIn(buyer.getByLabel('Beneficiary is'), 'An organisation')
  await typeInto(buyer.getByLabel('Beneficiary', { exact: true }), 'Keyboard Bakery')
  await chooseIn(buyer.getByLabel('Purpose', { exact: true }), 'Corporate target')
  await pressOn(buyer.getByLabel('I am authorised to act for the beneficiary.'), 'Space')
  await pressOn(inDialog(buyer, 'Preview'))
  await buyer.getByText('Balance 300 → 180').waitFor()
  await pressOn(inDialog(buyer, 'Claim for good'))
  await buyer.waitForURL(/\/claims\?key=/)

  for (const page of [proponent, admin, measurer, verifier, buyer]) {
    expect(await page.evaluate(() => localStorage.getItem('pressed'))).toBeNull()
  }
})

test('where the heads of a list are not in view, Tab passes them by', async ({ openPage }) => {
  const phone = await openPage({ width: 360 })
  await phone.goto(paths.projects)
  const firstLink = phone.locator('tbody a').first()
  await firstLink.waitFor()
  await phone.getByRole('button', { name: 'Download CSV' }).focus()
  await phone.keyboard.press('Tab')
  expect(await hasFocus(firstLink)).toBe(true)
})

test('a page of the same path is shown from its top, with the focus on its content', async ({ openPage }) => {
  const page = await openPage({ width: 360 })
  await page.goto(paths.claims)
  const last = page.getByRole('link', { name: /^Claim \d/ }).last()
  await pressOn(last)
  await page.waitForURL(/key=/)
  await page.getByRole('heading', { level: 1, name: /^Claim \d/ }).waitFor()
  expect(await hasFocus(page.getByRole('main'))).toBe(true)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
})
