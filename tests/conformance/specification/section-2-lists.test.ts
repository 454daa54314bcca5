import { beforeAll, describe, expect } from 'vitest'
import { decideMethodology, type Methodology, proposeMethodology } from '#shared/contract/methodologies.ts'
import { callerAs, test } from './people.ts'
import { aStatedDraft, withMethodologyDocument } from './records.ts'
import { cellOf, columnsOf, expectSeen, open, rowsWith, withFacts } from './screens.ts'

const project = 'Clean Cookstoves of Kitui'

describe('2. Screens and routes: list of projects', () => {
  const columns = ['Project', 'Account', 'Methodology', 'Minted', 'Status', 'Created', 'Action']

  test.for([
    ['109 The table of projects has the column project', 'Project', project],
    ['110 The table of projects has the column account', 'Account', 'Green Hills Cooperative'],
    ['111 The table of projects has the column methodology', 'Methodology', 'Improved cookstoves, measured fuel use'],
    ['112 The table of projects has the column minted', 'Minted', '11,980'],
    ['113 The table of projects has the column status', 'Status', 'Active'],
    ['115 The table of projects has the column action', 'Action', 'View'],
  ] as const)('%s', async ([, column, value], { page }) => {
    await open(page, `/collection?q=${project}`)
    expect(await columnsOf(page)).toEqual(columns)
    expect(await cellOf(page, project, column)).toBe(value)
  })

  test('114 The table of projects has the column created', async ({ page }) => {
    const { createdAt, changed_at } = await aStatedDraft()
    expect(Date.parse(createdAt)).toBeLessThan(Date.parse(changed_at))
    await withFacts(page, '/api/projects', { createdAt: '2023-02-03T04:05:06.000Z' })
    await open(page, `/collection?q=${project}`)
    expect(await columnsOf(page)).toEqual(columns)
    expect(await cellOf(page, project, 'Created')).toBe('3 Feb 2023')
  })
})

describe('2. Screens and routes: lists of measurements and verifications', () => {
  const columns = ['Project', 'Due', 'Methodology', 'Quantity', 'Status', 'Created', 'Action', 'Account']
  const methodology = 'Improved cookstoves, measured fuel use'
  const year = new Date().getUTCFullYear() - 1
  const name = `${project}\n${year}`

  test.for([
    ['116 Rows of measurements and verifications have the project', 'Project', name, name],
    ['117 Rows of measurements and verifications have the due date', 'Due', '6 May 2031', '7 Jun 2031'],
    ['118 Rows of measurements and verifications have the methodology', 'Methodology', methodology, methodology],
    ['119 Rows of measurements and verifications have the quantity', 'Quantity', '12,400', '11,980'],
    ['120 Rows of measurements and verifications have the status', 'Status', 'Accepted', 'Verified'],
    ['121 Rows of measurements and verifications have the day of creation', 'Created', '3 Feb 2023', '4 Mar 2023'],
    ['122 Rows of measurements and verifications have the action', 'Action', 'View', 'View'],
    [
      '123 Rows of measurements and verifications have the account',
      'Account',
      'Field Measures Ltd',
      'Clear View Verification',
    ],
  ] as const)('%s', async ([, column, measured, verified], { as }) => {
    const page = await as('proponent')
    await withFacts(page, '/api/measurements', { dueDate: '2031-05-06', created: '2023-02-03T04:05:06.000Z' })
    await withFacts(page, '/api/verifications', { dueDate: '2031-06-07', created: '2023-03-04T05:06:07.000Z' })
    await open(page, `/measurements?q=${project}`)
    expect(await columnsOf(page)).toEqual(columns)
    expect(await cellOf(page, project, column)).toBe(measured)
    await open(page, `/verifications?q=${project}`)
    expect(await columnsOf(page)).toEqual(columns)
    expect(await cellOf(page, project, column)).toBe(verified)
  })
})

describe('2. Screens and routes: list of methodologies', () => {
  const columns = [
    'Methodology',
    'Document',
    'Version',
    'Status',
    'Measurement providers',
    'Verification providers',
    'Action',
  ]
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
    await open(page, `/methodologies?q=${methodology.name}`)
    expect(await columnsOf(page)).toEqual(columns)
    expect(await cellOf(page, methodology.name, column)).toMatch(value)
  })

  test.for([
    ['128 Rows of methodologies have the measurement providers', 'Measurement providers', '3'],
    ['129 Rows of methodologies have the verification providers', 'Verification providers', '2'],
  ] as const)('%s', async ([, column, count], { as }) => {
    const page = await as('proponent')
    await withFacts(page, '/api/methodologies', { measurementProviders: 3, verificationProviders: 2 })
    await open(page, `/methodologies?q=${methodology.name}`)
    expect(await columnsOf(page)).toEqual(columns)
    expect(await cellOf(page, methodology.name, column)).toBe(count)
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
    await open(page, `/activity?type=transfer&q=${project}`)
    expect(await columnsOf(page)).toEqual(['Project', 'From', 'Type', 'Quantity', 'To', 'When', 'Public record'])
    expect(await cellOf(page, '3,000', column)).toMatch(value)
  })

  test('136 Rows of the activity have when it was', async ({ as }) => {
    const page = await as('buyer')
    await withFacts(page, '/api/transactions', { when: '2023-02-03T04:05:06.000Z' })
    await open(page, `/activity?type=transfer&q=${project}`)
    expect(await cellOf(page, '3,000', 'When')).toBe('3 Feb 2023, 04:05 UTC')
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
    await open(page, '/accountAdmin/userAdmin')
    expect((await columnsOf(page)).slice(0, 4)).toEqual(['First name', 'Last name', 'E-mail', 'Status'])
    expect(await cellOf(page, 'proponent@registry.test', column)).toBe(value)
  })

  test('142 Users are invited, and each is edited and deleted', async ({ as }) => {
    const page = await as('account-admin')
    await open(page, '/accountAdmin/userAdmin')
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
    await open(page, `/accountAdmin/userAdmin?q=nobody-of-that-name`)
    await expectSeen(page.getByText('No users found.', { exact: true }))
    expect(await page.getByRole('table').count()).toBe(0)
  })
})
