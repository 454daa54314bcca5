import { describe, expect } from 'vitest'
import { z } from 'zod'
import { storedUser } from '#tests/browser/signed-in.ts'
import type { Caller } from '#tests/kit/person.ts'
import { callerAs, test, visitor } from './people.ts'
import { aPicture, aPublishedProject, aStatedDraft, withDocument, withPicture } from './records.ts'
import { expectSeen, open } from './screens.ts'

const record = z.record(z.string(), z.unknown())
const listed = z.looseObject({ items: z.array(record) })

async function read(caller: Caller, path: string) {
  return record.parse(await (await caller.fetch(path)).json())
}

async function itemsOf(caller: Caller, path: string) {
  return listed.parse(await (await caller.fetch(path)).json()).items
}

const issued = async () => read(visitor, `/api/project?projectId=${(await aPublishedProject()).projectId}`)
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

describe('3. Entities and their fields: project', () => {
  test('151 A project has projectId', async () => {
    const draft = await aStatedDraft()
    const { projectId } = await read(await callerAs('proponent'), `/api/project?projectId=${draft.projectId}`)
    expect(projectId).toBe(draft.projectId)
    expect(projectId).toMatch(uuid)
  })

  test('152 A project has id, which is its projectId', async () => {
    const { id, projectId } = await issued()
    expect(id).toBe(projectId)
    const [listed] = await itemsOf(visitor, '/api/projects?tenantId=sample&q=Cookstoves of Kitui')
    expect(listed).toMatchObject({ id: projectId, projectId })
  })

  test.for([
    ['153 A project has tenantId', 'tenantId', 'sample'],
    ['154 A project has accountId', 'accountId', 'green-hills'],
    ['155 A project has assetsMinted', 'assetsMinted', 11_980],
    ['156 A project has projectName', 'projectName', 'Clean Cookstoves of Kitui'],
  ] as const)('%s', async ([, field, value]) => {
    expect((await issued())[field]).toBe(value)
  })

  test('157 A project has blockchainAddressActive: of one with units it is active, of a draft it is not', async () => {
    expect((await issued()).blockchainAddressActive).toBe(true)
    const { projectId } = await aStatedDraft()
    const draft = await read(await callerAs('proponent'), `/api/project?projectId=${projectId}`)
    expect(draft.blockchainAddressActive).toBe(false)
  })

  test('158 A project has sustainabilityStatement', async () => {
    const proponent = await callerAs('proponent')
    const { projectKey, projectId } = await aStatedDraft()
    const body = JSON.stringify({ sustainabilityStatement: 'Fish return.' })
    const headers = { 'content-type': 'application/json' }
    await proponent.fetch(`/api/project?projectKey=${projectKey}`, { method: 'PATCH', headers, body })
    const { sustainabilityStatement } = await read(proponent, `/api/project?projectId=${projectId}`)
    expect(sustainabilityStatement).toBe('Fish return.')
  })

  test('159 A project has an image', async () => {
    const { image } = await withPicture((await aStatedDraft()).projectKey, await aPicture())
    expect((await fetch(image ?? '')).headers.get('content-type')).toBe('image/webp')
  })

  test('160 The key of a project is tenantId:accountId:projectId', async () => {
    const { projectKey, tenantId, accountId, projectId } = await issued()
    expect(projectKey).toBe([tenantId, accountId, projectId].join(':'))
  })

  test('161 Documents are attached to a project with a documentType', async () => {
    const { projectKey } = await aStatedDraft()
    const { documents } = await withDocument(projectKey, 'Measurement', 'weights.pdf')
    expect(documents).toMatchObject([{ documentType: 'Measurement', originalName: 'weights.pdf' }])
  })

  test('162 The request of a project asks for name, description, methodology, both providers and two dates', async ({
    as,
  }) => {
    const page = await as('proponent')
    await open(page, '/myProjects?new=1')
    const labels = page.getByRole('dialog', { name: 'Request New Project' }).locator('label')
    await expectSeen(labels)
    expect((await labels.allInnerTexts()).map((text) => text.replace(/ \(.*\)$/, ''))).toEqual([
      'Project name',
      'Description',
      'Methodology',
      'Measurement provider',
      'Verification provider',
      'Start date',
      'End date',
    ])
  })
})

describe('3. Entities and their fields: wallet and people', () => {
  test('163 A balance of a wallet is a number', async () => {
    const [held] = await itemsOf(await callerAs('buyer'), '/api/wallet/balances?accountId=harbour-trading')
    expect(held?.balance).toEqual(expect.any(Number))
  })

  test.for([
    ['164 A user has username', 'username', /^[\w-]+$/],
    ['165 A user has firstName', 'firstName', /^Project$/],
    ['166 A user has lastName', 'lastName', /^Proponent$/],
    ['167 A user has email', 'email', /^proponent@registry\.test$/],
    ['168 A user has status', 'status', /^ACTIVE$/],
  ] as const)('%s', async ([, field, value]) => {
    const users = await itemsOf(await callerAs('account-admin'), '/api/accountAdmin/user/all')
    const proponent = users.find(({ email }) => email === 'proponent@registry.test')
    expect(String(proponent?.[field])).toMatch(value)
  })

  test('169 The record of a signed-in user is kept under oidc.user, the authority and the client id', async ({
    as,
  }) => {
    const page = await as('buyer')
    await open(page, '/')
    const { oidc } = await (await visitor.fetch('/config.json')).json()
    const keys = await page.evaluate(() => Object.keys(localStorage))
    expect(keys).toContain(`oidc.user:${oidc.authority}:${oidc.clientId}`)
  })

  test('170 The record has id_token and a profile with sub and a list of groups', async ({ as }) => {
    const page = await as('buyer')
    await open(page, '/')
    expect(await storedUser(page)).toMatchObject({
      id_token: expect.stringMatching(/^ey[\w-]+\.[\w-]+\.[\w-]+$/),
      profile: { sub: expect.stringMatching(/./), groups: expect.arrayContaining([expect.any(String)]) },
    })
  })

  test.for([
    [
      '171 A group of account admins is {tenant}|{account}|AccountAdmin',
      'account-admin',
      'sample|green-hills|AccountAdmin',
    ],
    ['172 A group ending in |General has the account as its second segment', 'buyer', 'sample|harbour-trading|General'],
    ['173 A group of tenant admins ends in TenantAdmin', 'tenant-admin', 'sample|TenantAdmin'],
  ] as const)('%s', async ([, role, group], { as }) => {
    const page = await as(role)
    await open(page, '/')
    expect((await storedUser(page))?.profile.groups).toContain(group)
  })
})

describe('3. Entities and their fields: addresses of images and documents', () => {
  test.for([
    ['176 A project has documentPDSFileName', 'documentPDSFileName', 'PDS'],
    ['177 A project has documentMeasurementFileName', 'documentMeasurementFileName', 'Measurement'],
    ['178 A project has documentVerificationFileName', 'documentVerificationFileName', 'Verification'],
  ] as const)('%s', async ([, field, type]) => {
    const { projectKey } = await aStatedDraft()
    for (const each of ['PDS', 'Measurement', 'Verification']) await withDocument(projectKey, each, `${each}.pdf`)
    const project = await withDocument(projectKey, 'Other', 'else.pdf')
    const { url } = project.documents.find(({ documentType }) => documentType === type) ?? {}
    expect(project[field]).toMatch(/\.pdf$/)
    expect(new URL(url ?? '').pathname.split('/').at(-1)).toBe(project[field])
  })

  test('174 A project has imageFileName, which its address ends in', async () => {
    const { image, imageFileName } = await withPicture((await aStatedDraft()).projectKey, await aPicture())
    expect(imageFileName).toMatch(/\.webp$/)
    expect(new URL(image ?? '').pathname.split('/').at(-1)).toBe(imageFileName)
  })

  test('175 A project has changed_at, the time of its last change', async () => {
    const before = await aStatedDraft()
    const { changed_at, createdAt } = await withPicture(before.projectKey, await aPicture())
    expect(changed_at).toMatch(/^\d{4}-\d\d-\d\dT.+Z$/)
    expect(Date.parse(before.changed_at)).toBeGreaterThan(Date.parse(createdAt))
    expect(Date.parse(changed_at)).toBeGreaterThan(Date.parse(before.changed_at))
  })

  test('179 An image is at domain, tenant, account and project, a .webp with changedAt', async () => {
    const { projectKey, projectId } = await aStatedDraft()
    const { image, changed_at } = await withPicture(projectKey, await aPicture())
    const { imagesUrl } = await (await visitor.fetch('/config.json')).json()
    expect(image).toMatch(new RegExp(`^${imagesUrl}/sample/green-hills/${projectId}[/\\w-]*\\.webp\\?changedAt=`))
    expect(new URL(image ?? '').searchParams.get('changedAt')).toBe(String(Date.parse(changed_at)))
    expect((await fetch(image ?? '')).status).toBe(200)
  })

  test('180 A document is at domain, tenant, account and file name', async () => {
    const { projectKey } = await aStatedDraft()
    const { documents, documentPDSFileName } = await withDocument(projectKey, 'PDS', 'design.pdf')
    const { documentsUrl } = await (await visitor.fetch('/config.json')).json()
    const url = `${documentsUrl}/sample/green-hills/${documentPDSFileName}`
    expect(documents).toMatchObject([{ url }])
    expect((await (await callerAs('proponent')).fetch(new URL(url).pathname)).status).toBe(200)
  })
})
