import { beforeAll, describe, expect } from 'vitest'
import { listMeasurements } from '#shared/contract/measurements.ts'
import { decideMethodology, type Methodology, proposeMethodology } from '#shared/contract/methodologies.ts'
import { listTransactions } from '#shared/contract/transactions.ts'
import { listVerifications } from '#shared/contract/verifications.ts'
import { paths } from '#shared/rules/paths.ts'
import { callerAs, test } from './people.ts'
import { aPublishedProject, withMethodologyDocument } from './records.ts'
import { cellOf, expectSeen, open, rowsWith } from './screens.ts'

const project = 'Clean Cookstoves of Kitui'
const dayOf = (iso: string) => new Date(iso).toLocaleDateString('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })

describe('2. Screens and routes: list of projects', () => {
  test.for([
    ['109 The table of projects has the column project', 'Project', project],
    ['110 The table of projects has the column account', 'Account', 'Green Hills Cooperative'],
    ['111 The table of projects has the column methodology', 'Methodology', 'Improved cookstoves, measured fuel use'],
    ['112 The table of projects has the column minted', 'Minted', '11,980'],
    ['113 The table of projects has the column status', 'Status', 'Active'],
    ['115 The table of projects has the column action', 'Action', 'View'],
  ] as const)('%s', async ([, column, value], { page }) => {
    await open(page, `${paths.projects}?q=${project}`)
    expect(await cellOf(page, project, column)).toBe(value)
  })

  test('114 The table of projects has the column created', async ({ page }) => {
    await open(page, `${paths.projects}?q=${project}`)
    expect(await cellOf(page, project, 'Created')).toBe(dayOf((await aPublishedProject()).createdAt))
  })
})

describe('2. Screens and routes: lists of measurements and verifications', () => {
  test.for([
    ['116 Rows of measurements and verifications have the project', 'Project', /^Clean Cookstoves of Kitui/],
    ['118 Rows of measurements and verifications have the methodology', 'Methodology', /^Improved cookstoves/],
    ['119 Rows of measurements and verifications have the quantity', 'Quantity', /^(12,400|11,980)$/],
    ['120 Rows of measurements and verifications have the status', 'Status', /^(Accepted|Verified)$/],
    ['122 Rows of measurements and verifications have the action', 'Action', /^View$/],
    [
      '123 Rows of measurements and verifications have the account',
      'Account',
      /^(Field Measures Ltd|Clear View Verification)$/,
    ],
  ] as const)('%s', async ([, column, value], { as }) => {
    const page = await as('proponent')
    for (const list of [paths.measurements, paths.verifications]) {
      await open(page, `${list}?q=${project}`)
      expect(await cellOf(page, project, column)).toMatch(value)
    }
  })

  test.for([
    ['117 Rows of measurements and verifications have the due date', 'Due', 'dueDate'],
    ['121 Rows of measurements and verifications have the day of creation', 'Created', 'created'],
  ] as const)('%s', async ([, column, fact], { as }) => {
    const proponent = await callerAs('proponent')
    const query = { tenantId: 'sample', q: project }
    const [measurement] = (await proponent.call(listMeasurements, { query })).items
    const [verification] = (await proponent.call(listVerifications, { query })).items
    const page = await as('proponent')
    await open(page, `${paths.measurements}?q=${project}`)
    expect(await cellOf(page, project, column)).toBe(shown(measurement?.[fact]))
    await open(page, `${paths.verifications}?q=${project}`)
    expect(await cellOf(page, project, column)).toBe(shown(verification?.[fact]))
  })
})

describe('2. Screens and routes: list of methodologies', () => {
  let methodology: Methodology

  beforeAll(async () => {
    const [proponent, admin] = [await callerAs('proponent'), await callerAs('tenant-admin')]
    const name = `Seagrass meadows ${crypto.randomUUID()}`
    methodology = await proponent.call(proposeMethodology, {
      body: { name, version: '3.1', description: 'Replanted.' },
    })
    const { methodologyId } = methodology
    await withMethodologyDocument(methodologyId, 'seagrass.pdf')
    await admin.call(decideMethodology, { params: { methodologyId }, body: { act: 'approve' } })
  })

  test.for([
    ['124 Rows of methodologies have the methodology', 'Methodology', /^Seagrass meadows/],
    ['125 Rows of methodologies have the document', 'Document', /\.pdf$/],
    ['126 Rows of methodologies have the version', 'Version', /^3\.1$/],
    ['127 Rows of methodologies have the status', 'Status', /^Approved$/],
    ['130 Rows of methodologies have the action', 'Action', /^View/],
  ] as const)('%s', async ([, column, value], { as }) => {
    const page = await as('proponent')
    await open(page, `${paths.methodologies}?q=${methodology.name}`)
    expect(await cellOf(page, methodology.name, column)).toMatch(value)
  })
})

describe('2. Screens and routes: providers in the list of methodologies', () => {
  test.for([
    ['128 Rows of methodologies have the measurement providers', 'Measurement providers'],
    ['129 Rows of methodologies have the verification providers', 'Verification providers'],
  ] as const)('%s', async ([, column], { as }) => {
    const page = await as('proponent')
    await open(page, `${paths.methodologies}?q=Improved cookstoves`)
    expect(await cellOf(page, 'Improved cookstoves', column)).toBe('1')
  })
})

describe('2. Screens and routes: activity', () => {
  test.for([
    ['131 Rows of the activity have the project', 'Project', /^Clean Cookstoves of Kitui$/],
    ['132 Rows of the activity have from whom', 'From', /^Green Hills Cooperative$/],
    ['133 Rows of the activity have the type', 'Type', /^Transfer$/],
    ['134 Rows of the activity have the quantity', 'Quantity', /^3,000$/],
    ['135 Rows of the activity have to whom', 'To', /^Harbour Trading Company$/],
    ['137 Rows of the activity have the public record', 'Public record', /^(Recorded|Submitted|Confirmed)$/],
  ] as const)('%s', async ([, column, value], { as }) => {
    const page = await as('buyer')
    await open(page, `${paths.activity}?type=transfer&q=${project}`)
    expect(await cellOf(page, '3,000', column)).toMatch(value)
  })

  test('136 Rows of the activity have when it was', async ({ as }) => {
    const buyer = await callerAs('buyer')
    const query = { accountId: 'harbour-trading', type: 'transfer', q: project } as const
    const sold = (await buyer.call(listTransactions, { query })).items.find(({ quantity }) => quantity === 3_000)
    const page = await as('buyer')
    await open(page, `${paths.activity}?type=transfer&q=${project}`)
    const when = new Date(sold?.when ?? '').toLocaleString('en-GB', {
      dateStyle: 'medium',
      timeStyle: 'short',
      timeZone: 'UTC',
    })
    expect(await cellOf(page, '3,000', 'When')).toBe(`${when} UTC`)
  })
})

describe('2. Screens and routes: administration of users', () => {
  test.for([
    ['138 The list of users has the first name', 'First name', 'Project'],
    ['139 The list of users has the last name', 'Last name', 'Proponent'],
    ['140 The list of users has the e-mail address', 'E-mail', 'proponent@registry.test'],
    ['141 The list of users has the status', 'Status', 'Active'],
  ] as const)('%s', async ([, column, value], { as }) => {
    const page = await as('account-admin')
    await open(page, paths.userAdmin)
    expect(await cellOf(page, 'proponent@registry.test', column)).toBe(value)
  })

  test('142 Users are invited, and each is edited and deleted', async ({ as }) => {
    const page = await as('account-admin')
    await open(page, paths.userAdmin)
    await page.getByRole('button', { name: 'Invite User' }).click()
    const dialog = page.getByRole('dialog')
    await expectSeen(dialog.getByRole('heading', { name: 'Invite User' }))
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    const row = rowsWith(page, 'proponent@registry.test')
    await row.getByRole('button', { name: 'Edit Project Proponent' }).click()
    expect(await dialog.getByLabel('First name').inputValue()).toBe('Project')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await row.getByRole('button', { name: 'Delete Project Proponent' }).click()
    await expectSeen(dialog.getByRole('button', { name: 'Delete user' }))
  })

  test('143 Where there are no users it says so', async ({ as }) => {
    const page = await as('account-admin')
    await open(page, `${paths.userAdmin}?q=nobody-of-that-name`)
    await expectSeen(page.getByText('No users found.', { exact: true }))
    expect(await page.getByRole('table').count()).toBe(0)
  })
})

/** A day as the tables show it. */
function shown(day: string | null | undefined): string {
  return day ? dayOf(day) : '–'
}
