import sharp from 'sharp'
import { extractText } from 'unpdf'
import { expect } from 'vitest'
import { anEmptyPdf } from '#tests/kit/an-empty-pdf.ts'
import { test, type WatchedPage } from './browser.ts'
import { choose, stateCountry } from './choosing.ts'
import { expectGoodInBothThemes } from './every-screen.ts'
import { pressOn, typeInto } from './keyboard.ts'
import { signInByForm } from './signed-in.ts'
import { world } from './world.ts'

const settlementMs = 60_000

const rowOf = (page: WatchedPage, text: string) => page.getByRole('row').filter({ hasText: text })

test('from a project request to a public certificate', async ({ openPage }) => {
  const name = 'Cookstoves of Kitui, phase two'
  const openAs = async (role: string) => {
    const page = await openPage()
    await signInByForm(page, role)
    return page
  }

  // A visitor signs in.
  const proponent = await openPage()
  await proponent.goto('/')
  await proponent.getByRole('heading', { level: 1 }).waitFor()
  await expectGoodInBothThemes(proponent)
  await signInByForm(proponent, 'proponent')
  expect(proponent.url()).toBe(`${world.baseUrl}/`)
  await proponent.getByRole('heading', { name: /Welcome/ }).waitFor()
  await expectGoodInBothThemes(proponent)

  // The proponent requests a project.
  await proponent.goto('/myProjects?new=1')
  await proponent.getByLabel('Project name').fill(name)
  await proponent.getByLabel('Description').fill('Four thousand households cook with half the wood.')
  await choose(proponent, 'Methodology', 'Improved cookstoves')
  await choose(proponent, 'Measurement provider', 'Field Measures')
  await choose(proponent, 'Verification provider', 'Clear View')
  await proponent.getByLabel('Start date').fill('2023-01-01')
  await proponent.getByLabel('End date').fill('2030-12-31')
  await expectGoodInBothThemes(proponent)
  await proponent.getByRole('dialog').getByRole('button', { name: 'Request New Project' }).click()
  await proponent.getByRole('heading', { name, level: 1 }).waitFor()
  await proponent.getByText('Project added successfully!').waitFor()
  await stateCountry(proponent)
  const picture = sharp({ create: { width: 1200, height: 500, channels: 3, background: '#2f6e4e' } })
  await proponent
    .locator('input[type=file][accept*="image"]')
    .setInputFiles({ name: 'stove.png', mimeType: 'image/png', buffer: await picture.png().toBuffer() })
  await expectGoodInBothThemes(proponent)
  await proponent.getByRole('button', { name: 'Use this part' }).click()
  await proponent.getByText('The picture has been replaced.').waitFor()
  await proponent.getByRole('tab', { name: /Documents/ }).click()
  // The settings, which take a file too, stay until the documents are there.
  await proponent
    .getByRole('tabpanel', { name: /Documents/ })
    .locator('input[type=file]')
    .setInputFiles({ name: 'design.pdf', mimeType: 'application/pdf', buffer: Buffer.from(await anEmptyPdf()) })
  await expectGoodInBothThemes(proponent)
  // Submitting also sends chosen files.
  await proponent.getByRole('button', { name: 'Submit for approval' }).click()
  await proponent.getByRole('dialog').getByRole('button', { name: 'Submit for approval' }).click()
  await proponent.getByText(/^The project .* has been submitted\.$/).waitFor()
  await proponent.getByRole('button', { name: 'Open design.pdf' }).waitFor()
  const projectUrl = proponent.url()

  // A tenant admin approves it.
  const admin = await openAs('tenant-admin')
  await admin.goto(projectUrl)
  await admin.getByRole('button', { name: 'Approve' }).click()
  await admin.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await admin.getByText(/^The project .* has been approved\.$/).waitFor()

  // The providers measure and verify.
  const measurer = await openAs('measurer')
  await measurer.goto('/measurements?new=1')
  await choose(measurer, 'Project', name)
  const firstDay = measurer.getByLabel('First day')
  const openIt = measurer.getByRole('dialog').getByRole('button', { name: 'Open a measurement' })
  await firstDay.fill('2022-12-31')
  await measurer.getByLabel('Last day').fill('2023-12-31')
  measurer.expectRefusal({ path: /\/api\/measurement$/, status: 400 })
  await openIt.click()
  await measurer
    .getByRole('alert')
    .getByRole('button', { name: /^First day: .*must not begin before/ })
    .click()
  expect(await firstDay.evaluate((field) => field === document.activeElement)).toBe(true)
  expect(await firstDay.getAttribute('aria-invalid')).toBe('true')
  await expectGoodInBothThemes(measurer)
  await firstDay.fill('2023-01-01')
  await openIt.click()
  await rowOf(measurer, name).getByRole('link', { name: 'Submit' }).click()
  await measurer.getByRole('button', { name: 'Calculate the quantity from its parts' }).click()
  await measurer.getByLabel('Gross outcome').fill('1500')
  await measurer.getByLabel('Baseline').fill('200')
  await measurer.getByLabel('Leakage').fill('50')
  await measurer.getByLabel(/Deduction for uncertainty/).fill('40')
  await measurer.getByText('(1,500 − 200 − 50) × 960 ⁄ 1,000 = 1,200').waitFor()
  await expectGoodInBothThemes(measurer)
  await measurer.getByRole('button', { name: 'Submit', exact: true }).click()
  await measurer.getByText('The measurement has been submitted.').waitFor()
  await expectGoodInBothThemes(measurer)
  await proponent.goto('/measurements')
  await rowOf(proponent, name).getByRole('link', { name: 'Decide' }).click()
  await proponent.getByRole('button', { name: 'Accept' }).click()
  await expectGoodInBothThemes(proponent)
  await proponent.getByRole('dialog').getByRole('button', { name: 'Accept' }).click()
  await proponent.getByText('The measurement has been accepted').waitFor()
  await proponent.getByRole('heading', { name: 'Add documents' }).waitFor({ state: 'detached' })
  const verifier = await openAs('verifier')
  await verifier.goto('/verifications')
  await rowOf(verifier, name).getByRole('link', { name: 'Begin' }).click()
  await verifier.getByLabel('Declaration of no conflict of interest').fill('We advise none of the sides.')
  await verifier.getByLabel(/no conflict of interest in/).check()
  await expectGoodInBothThemes(verifier)
  await verifier.getByRole('button', { name: 'Begin' }).click()
  await verifier.getByText('The verification has begun.').waitFor()
  const verificationUrl = verifier.url()

  // A finding is opened, answered and closed, by keyboard.
  await pressOn(verifier.getByRole('button', { name: 'Open a finding' }))
  await pressOn(verifier.getByRole('radio', { name: /CAR/ }), 'Space')
  await typeInto(verifier.getByLabel('What was found'), 'Plot 4 was counted twice.')
  await pressOn(verifier.getByLabel('Addressed to'), 'T')
  await expectGoodInBothThemes(verifier)
  await pressOn(verifier.getByRole('dialog').getByRole('button', { name: 'Open a finding' }))
  await verifier.getByRole('article', { name: 'CAR 1' }).waitFor()
  await proponent.goto(verificationUrl)
  await typeInto(proponent.getByLabel(/Your response/), 'Plot 4 and plot 5 are two.')
  await expectGoodInBothThemes(proponent)
  await pressOn(proponent.getByRole('button', { name: 'Respond' }))
  await proponent.getByRole('article').getByText('Plot 4 and plot 5 are two.').waitFor()
  await verifier.reload()
  await typeInto(verifier.getByLabel(/Your message/), 'Seen.')
  await pressOn(verifier.getByRole('button', { name: 'Close', exact: true }))
  await verifier.getByRole('article', { name: 'CAR 1' }).getByText('Closed', { exact: true }).waitFor()
  await verifier.getByLabel('Statement', { exact: true }).waitFor()
  await verifier.locator('input[type=file]').setInputFiles({
    name: 'statement.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from(await anEmptyPdf()),
  })
  await verifier.getByRole('button', { name: 'Upload' }).click()
  await verifier.getByRole('row', { name: /statement.pdf/ }).waitFor()
  await verifier.getByLabel('Outcome').selectOption('verified')
  await verifier.getByLabel('Verified quantity').fill('1000')
  await verifier.getByLabel('Why less than was measured').fill('200 have no record.')
  await verifier.getByLabel('Statement', { exact: true }).fill('Seen and weighed.')
  await expectGoodInBothThemes(verifier)
  await verifier.getByRole('button', { name: 'Review before signing' }).click()
  await expectGoodInBothThemes(verifier)
  await verifier.getByRole('button', { name: 'Sign the opinion' }).click()
  await verifier.getByText('The opinion has been recorded.').waitFor()

  // The proponent mints.
  await proponent.goto('/verifications')
  await rowOf(proponent, name).getByRole('button', { name: 'Mint' }).click()
  await proponent.getByLabel('Units of').fill('800')
  await proponent.getByRole('button', { name: 'Preview' }).click()
  await expectGoodInBothThemes(proponent)
  await proponent.getByRole('button', { name: 'Mint now' }).click()
  await proponent.getByText('800 units minted.').waitFor()
  await proponent.goto(`${projectUrl.split('&')[0]}&tab=items`)
  await proponent
    .getByText(/-KE-\d+-2023-1-1-800/)
    .first()
    .waitFor()
  await proponent.goto('/activity')
  await rowOf(proponent, name).getByText('Mint').waitFor()
  await expectGoodInBothThemes(proponent)

  // The buyer receives and claims units.
  await proponent.goto('/wallet')
  await rowOf(proponent, name).getByRole('button', { name: 'Transfer' }).click()
  await proponent.getByRole('combobox', { name: 'Recipient' }).fill('Harbour')
  await proponent.getByRole('option', { name: 'Harbour Trading Company' }).click()
  await proponent.getByLabel(/Quantity of/).fill('300')
  await proponent.getByRole('button', { name: 'Preview' }).click()
  await proponent.getByText('Balance 800 → 500').waitFor()
  // A first transfer needs part of the name; another test may have made one.
  const partOfName = proponent.getByLabel(/This is your first transfer to Harbour/)
  if (await partOfName.isVisible()) {
    await expect(proponent.getByRole('button', { name: 'Transfer now' }).isDisabled()).resolves.toBe(true)
    await partOfName.fill('harb')
  }
  await expectGoodInBothThemes(proponent)
  await proponent.getByRole('button', { name: 'Transfer now' }).click()
  await proponent.getByText('Transferred to Harbour Trading Company.').waitFor()
  const buyer = await openAs('buyer')
  await buyer.goto('/wallet')
  await expectGoodInBothThemes(buyer)
  await rowOf(buyer, name).getByRole('button', { name: 'Claim' }).click()
  await buyer.getByLabel(/Quantity of/).fill('120')
  await buyer.getByLabel('Beneficiary is').selectOption('organisation')
  await buyer.getByLabel('Beneficiary', { exact: true }).fill('Harbour Windmill')
  await buyer.getByLabel('Purpose', { exact: true }).selectOption('corporate target')
  await buyer.getByLabel(/Own reference/).fill('PO-77')
  await buyer.getByLabel(/E-mail to notify/).fill('reports@example.org')
  await buyer.getByLabel('I am authorised to act for the beneficiary.').check()
  await expectGoodInBothThemes(buyer)
  await buyer.getByRole('button', { name: 'Preview' }).click()
  await buyer.getByText('Balance 300 → 180').waitFor()
  await buyer.getByText(/-KE-\d+-2023-1-1-120/).waitFor()
  await buyer.getByRole('button', { name: 'Claim for good' }).click()

  // The claim is confirmed.
  await buyer.waitForURL(/\/claims\?key=/)
  await buyer.getByText('Harbour Windmill', { exact: true }).waitFor()
  const claimUrl = buyer.url()
  await buyer.getByRole('heading', { name: 'Only for your account' }).waitFor()
  await buyer.getByText('PO-77').waitFor()
  await expectGoodInBothThemes(buyer)
  await buyer.goto('/claims?scope=mine')
  await rowOf(buyer, 'PO-77').getByText('reports@example.org').waitFor()
  await expectGoodInBothThemes(buyer)
  const visitor = await openPage({ width: 360 })
  await visitor.goto(claimUrl)
  const certificate = visitor.getByRole('link', { name: 'Open the certificate (PDF)' })
  await certificate.waitFor({ timeout: settlementMs })
  await expectGoodInBothThemes(visitor)
  expect(await visitor.getByText('PO-77').count()).toBe(0)
  const address = await certificate.getAttribute('href')
  const pdf = await fetch(address ?? '')
  const { text } = await extractText(new Uint8Array(await pdf.arrayBuffer()), { mergePages: true })
  expect(text).toContain('Harbour Windmill')
  expect(text).toContain(name)
  await visitor.getByRole('link', { name: 'See the public record' }).click()
  await visitor
    .getByText(/^0x[0-9a-f]{64}$/)
    .first()
    .waitFor()
  await expectGoodInBothThemes(visitor)
  await visitor.goto('/claims')
  await rowOf(visitor, 'Harbour Windmill')
    .getByRole('link', { name: /^Claim/ })
    .waitFor()
  await expectGoodInBothThemes(visitor)
})
