import { text } from 'node:stream/consumers'
import { expect } from 'vitest'
import { listTasks } from '#shared/contract/tasks.ts'
import { paths, reviewPath } from '#shared/rules/paths.ts'
import { expectGood, test, type WatchedPage } from './browser.ts'
import { choose } from './choosing.ts'
import { sandboxCaller, signInAs } from './signed-in.ts'

const rowOf = (page: WatchedPage, text: string) => page.getByRole('row').filter({ hasText: text })

test('a methodology is proposed, waits on the review desk, is approved there, and is in the audit log', async ({
  openPage,
}) => {
  const name = 'Rewetting of drained peat'
  const proponent = await openPage({ width: 360 })
  await signInAs(proponent, 'proponent')
  await proponent.goto(paths.newMethodology)
  const propose = proponent.getByRole('dialog').getByRole('button', { name: 'Propose a methodology' })
  await propose.click()
  await proponent.getByText('Please correct 2 fields.').waitFor()
  await expectGood(proponent)
  await proponent.getByRole('textbox', { name: 'Name' }).fill(name)
  await proponent.getByRole('textbox', { name: 'Version' }).fill('0.9')
  await propose.click()
  await proponent.getByText('The methodology has been proposed.').waitFor()
  await rowOf(proponent, name).getByText('Pending').waitFor()

  const admin = await openPage({ theme: 'dark' })
  await signInAs(admin, 'tenant-admin')
  await admin.getByRole('link', { name: /^All \d+ tasks$/ }).click()
  const found = admin.waitForResponse((response) => /\/api\/tasks\?.*q=rewetting/.test(response.url()))
  await admin.getByRole('searchbox', { name: 'Search names' }).fill('rewetting peat')
  await found
  await rowOf(admin, name).getByText('since today').waitFor()
  await expectGood(admin)
  await rowOf(admin, name)
    .getByRole('link', { name: `${name} 0.9`, exact: true })
    .click()
  await admin
    .getByRole('complementary', { name: 'Decision' })
    .getByRole('heading', { name: `${name} 0.9` })
    .waitFor()
  await expectGood(admin)
  await admin.goto(reviewPath('methodologies'))
  await rowOf(admin, name).getByText('since today').waitFor()
  expect(new URL(admin.url()).searchParams.get('kind')).toBe('methodology.decide')
  await expectGood(admin)
  const sandboxAdmin = await sandboxCaller('tenant-admin')
  const { items } = await sandboxAdmin.call(listTasks, { query: { kind: 'methodology.decide', q: name } })
  await admin.goto(items[0]?.path ?? '')
  await admin.getByRole('button', { name: 'Choose providers' }).click()
  await choose(admin, 'Measurement providers', 'Field Measures Ltd')
  await admin.getByRole('button', { name: 'Take Field Measures Ltd off the list' }).waitFor()
  await expectGood(admin)
  await admin.getByRole('dialog').getByRole('button', { name: 'Choose providers' }).click()
  await admin.getByText('The providers have been chosen.').waitFor()
  await admin.getByRole('button', { name: 'Approve' }).click()
  await expectGood(admin)
  await admin.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await admin.getByText('The methodology has been approved.').waitFor()
  await admin.getByText('Approved', { exact: true }).first().waitFor()
  const visitor = await openPage({ width: 360, theme: 'light' })
  await visitor.goto(new URL(admin.url()).pathname + new URL(admin.url()).search)
  await visitor.getByRole('heading', { name: `${name} 0.9` }).waitFor()
  await visitor.getByText('No published project is under this version.').waitFor()
  await expectGood(visitor)
  await admin.goto(paths.review)

  await admin.getByRole('tab', { name: 'Audit log' }).click()
  await admin.getByLabel('Act', { exact: true }).selectOption({ label: 'approved the methodology …' })
  await admin.waitForURL(/act=methodology.approve/)
  await admin.getByRole('combobox', { name: 'Who' }).fill('tenant')
  await admin.getByRole('option', { name: 'Tenant Admin' }).click()
  await admin.waitForURL(/actor=/)
  const line = admin.getByRole('listitem').filter({ hasText: `Tenant Admin approved the methodology ${name} 0.9.` })
  await line.getByText('What changed').click()
  await line.getByText('Pending').waitFor()
  await line.getByText('Approved', { exact: true }).waitFor()
  await expectGood(admin)
  const [download] = await Promise.all([
    admin.waitForEvent('download'),
    admin.getByRole('button', { name: 'Download CSV' }).click(),
  ])
  const table = await text(await download.createReadStream())
  expect(table).toContain(',methodology.approve,')
  expect(table).not.toContain(',methodology.propose,')

  await line.getByRole('link', { name }).click()
  await admin.getByRole('heading', { name: `${name} 0.9` }).waitFor()
  await admin.goto(paths.review)

  await admin.getByRole('tab', { name: 'Ledger' }).click()
  await admin.getByText('Reconciliation').waitFor()
  await expectGood(admin)
})

test('an account is suspended with a reason and resumed', async ({ page }) => {
  const name = 'Clear View Verification'
  await signInAs(page, 'tenant-admin')
  await page.goto(`${paths.review}?tab=accounts&status=active`)
  await rowOf(page, name).getByRole('button', { name: 'Suspend' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click()
  await page.getByText('Please correct one field.').waitFor()
  await expectGood(page)
  await page.getByLabel('Reason').fill('Its accreditation has expired.')
  await page.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click()
  await page.getByText(`${name} has been suspended.`).waitFor()
  await page.getByLabel('Status').selectOption('suspended')
  await rowOf(page, name).getByRole('button', { name: 'Resume' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Resume' }).click()
  await page.getByText(`${name} has been resumed.`).waitFor()
})

test('an account admin reads what concerns the account, from the profile on', async ({ openPage }) => {
  const page = await openPage({ width: 360 })
  await signInAs(page, 'account-admin')
  await page.goto(paths.profile)
  await page.getByText('Administrator of account Green Hills Cooperative').waitFor()
  await page.getByRole('link', { name: 'Audit log' }).click()
  await page.getByRole('searchbox').fill('Clean Cookstoves')
  await page.waitForURL(/[?&]q=/)
  await page.getByRole('button', { name: 'Filters', exact: true }).click()
  const act = page.getByLabel('Act', { exact: true })
  await act.selectOption({ label: 'approved the project …' })
  await page.getByText('Sample Registry Office approved the project Clean Cookstoves of Kitui.').waitFor()
  await expectGood(page)
  await act.selectOption({ label: 'approved the account …' })
  await page.getByText('Nothing matches.').waitFor()
})

test('the review desk is closed to everybody else', async ({ page }) => {
  await signInAs(page, 'buyer')
  await page.goto(paths.review)
  await page.getByRole('heading', { name: 'No access' }).waitFor()
  await expectGood(page)
})
