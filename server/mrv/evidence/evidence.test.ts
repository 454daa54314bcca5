import { afterEach, describe, expect, test, vi } from 'vitest'
import { listAudit } from '#shared/contract/audit.ts'
import {
  addDocument,
  changeDocuments,
  linkDocument,
  listDocuments,
  removeDocuments,
  type SubjectKind,
} from '#shared/contract/documents.ts'
import {
  decideMeasurement,
  openMeasurement,
  readMeasurementHistory,
  submitMeasurement,
} from '#shared/contract/measurements.ts'
import { decideMethodology, proposeMethodology } from '#shared/contract/methodologies.ts'
import { listNotices } from '#shared/contract/notices.ts'
import { createProject, decideProject, readProject, uploadDocument } from '#shared/contract/projects.ts'
import { decideVerification, listVerifications } from '#shared/contract/verifications.ts'
import { aDraftProject, anApprovedMethodology, anApprovedProject } from '#tests/kit/acts.ts'
import type { TenantOfTest } from '#tests/kit/cast.ts'
import { outcomeOf } from '#tests/kit/outcome.ts'
import type { Caller } from '#tests/kit/person.ts'
import { aTenant } from '#tests/kit/tenant.ts'

const pdf = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n')

function add(
  caller: Caller,
  kind: SubjectKind,
  subjectId: string,
  { title = 'Evidence', isPublic = 'true', bytes = pdf, name = 'plan.pdf' } = {},
) {
  const form = new FormData()
  const fields = { subjectKind: kind, subjectId, title, isPublic }
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('document', new Blob([new Uint8Array(bytes)]), name)
  return caller.call(addDocument, { form })
}

const list = async (caller: Caller, kind: SubjectKind, subjectId: string, tenantId?: string) =>
  caller.call(listDocuments, { query: { subjectKind: kind, subjectId, tenantId } })

const pathOf = (address: string) => address.replace(/^https?:\/\/[^/]+/, '')

const linkTo = async (caller: Caller, documentId: string) =>
  pathOf((await caller.call(linkDocument, { params: { documentId } })).url)

async function aMeasurement(tenant: TenantOfTest) {
  const { projectId } = await anApprovedProject(tenant)
  const body = { projectId, periodStart: '2024-01-01', periodEnd: '2024-12-31' }
  return tenant.measurer.call(openMeasurement, { body })
}

describe('the documents of a project', () => {
  test('are versions of each other under one title, with their hashes and who added them', async () => {
    const tenant = await aTenant()
    const { projectId } = await aDraftProject(tenant)
    await add(tenant.proponent, 'project', projectId, { title: 'Site plan' })
    await add(tenant.accountAdmin, 'project', projectId, { title: 'Site plan', bytes: Buffer.concat([pdf, pdf]) })
    await add(tenant.proponent, 'project', projectId, { title: 'PDS' })
    const { items, acts } = await list(tenant.proponent, 'project', projectId)
    expect(items.map(({ title, version, documentType }) => [title, version, documentType])).toEqual([
      ['PDS', 1, 'PDS'],
      ['Site plan', 2, 'Other'],
      ['Site plan', 1, 'Other'],
    ])
    expect(items[1]?.sha256).not.toBe(items[2]?.sha256)
    expect(items.every(({ addedBy }) => addedBy !== null)).toBe(true)
    expect(acts).toEqual(['add'])
    expect((await list(tenant.measurer, 'project', projectId)).acts).toEqual([])
    expect(await outcomeOf(list(tenant.buyer, 'project', projectId))).toBe('not_found')
  })

  test('are the same by the call that names a project key', async () => {
    const tenant = await aTenant()
    const { projectId, projectKey } = await aDraftProject(tenant)
    const form = new FormData()
    form.append('projectKey', projectKey)
    form.append('documentType', 'PDS')
    form.append('document', new Blob([pdf]), 'plan.pdf')
    const project = await tenant.proponent.call(uploadDocument, { form })
    await add(tenant.proponent, 'project', projectId, { title: 'plan.pdf' })
    const { items } = await list(tenant.proponent, 'project', projectId)
    expect(items.map(({ version, documentType }) => [version, documentType])).toEqual([
      [2, 'Other'],
      [1, 'PDS'],
    ])
    expect(items[1]?.fileName).toBe(project.documentPDSFileName)
  })

  test('that are not public stay with those whom they concern, also when the project is published', async () => {
    const tenant = await aTenant()
    const { projectId } = await anApprovedProject(tenant)
    const open = await add(tenant.proponent, 'project', projectId, { title: 'Map' })
    const closed = await add(tenant.proponent, 'project', projectId, { title: 'Contract', isPublic: 'false' })
    expect([open.isOpen, closed.isOpen]).toEqual([true, false])
    const seenBy = async (caller: Caller) =>
      (await list(caller, 'project', projectId, tenant.tenant.id)).items.map(({ title }) => title)
    expect(await seenBy(tenant.visitor)).toEqual(['Map'])
    expect(await seenBy(tenant.buyer)).toEqual(['Map'])
    expect(await seenBy(tenant.verifier)).toEqual(['Contract', 'Map'])
    const page = await tenant.visitor.call(readProject, { query: { projectId, tenantId: tenant.tenant.id } })
    expect(page.documents.map(({ title }) => title)).toEqual(['Map'])
    expect((await list(tenant.visitor, 'project', projectId, tenant.tenant.id)).items[0]?.addedBy).toBeNull()
    expect((await tenant.visitor.fetch(pathOf(open.url))).status).toBe(200)
    expect((await tenant.visitor.fetch(pathOf(closed.url))).status).toBe(404)
    expect((await tenant.verifier.fetch(pathOf(closed.url))).status).toBe(200)
  })

  test('no longer come once it is withdrawn', async () => {
    const tenant = await aTenant()
    const { projectId } = await anApprovedProject(tenant)
    await tenant.tenantAdmin.call(decideProject, { params: { projectId }, body: { act: 'withdraw', reason: 'Sold.' } })
    await expect(add(tenant.proponent, 'project', projectId)).rejects.toMatchObject({
      code: 'conflict',
      message: 'The project is withdrawn; its documents no longer change.',
    })
  })
})

test('files of one type are documents of their own, each called as its file, unless somebody names the one it is a version of', async () => {
  const tenant = await aTenant()
  const { projectId, projectKey } = await aDraftProject(tenant)
  const send = async (fields: Record<string, string>, name: string) => {
    const form = new FormData()
    for (const [field, value] of Object.entries({ projectKey, documentType: 'Measurement', ...fields }))
      form.append(field, value)
    form.append('document', new Blob([pdf]), name)
    return tenant.proponent.call(uploadDocument, { form })
  }
  for (const name of ['north.pdf', 'south.pdf', 'west.pdf']) await send({}, name)
  const project = await send({ title: 'north.pdf', isPublic: 'false' }, 'north, mended.pdf')
  const { items } = await list(tenant.proponent, 'project', projectId)
  expect(items.map(({ title, version, type, isPublic }) => [title, version, type, isPublic])).toEqual([
    ['north.pdf', 2, 'Measurement', false],
    ['west.pdf', 1, 'Measurement', true],
    ['south.pdf', 1, 'Measurement', true],
    ['north.pdf', 1, 'Measurement', true],
  ])
  expect(project.documentMeasurementFileName).toBe(items[0]?.fileName)
})

describe('a document of a draft', () => {
  const change = (caller: Caller, documentId: string, isPublic: boolean) =>
    caller.call(changeDocuments, { body: { documentIds: [documentId], isPublic } })
  const remove = (caller: Caller, ...documentIds: string[]) => caller.call(removeDocuments, { body: { documentIds } })

  test('is made private again and removed with its bytes by those who may add to it, and both are in the log', async () => {
    const tenant = await aTenant()
    const { projectId } = await aDraftProject(tenant)
    const { documentId, url } = await add(tenant.proponent, 'project', projectId)
    const outcomes = [tenant.visitor, tenant.buyer, tenant.measurer].map((caller) =>
      outcomeOf(remove(caller, documentId)),
    )
    expect(await Promise.all(outcomes)).toEqual(['unauthenticated', 'not_found', 'forbidden'])
    await change(tenant.proponent, documentId, false)
    const [listed] = (await list(tenant.proponent, 'project', projectId)).items
    expect([listed?.isPublic, listed?.isKept, listed?.acts]).toEqual([false, false, ['change', 'remove']])
    await remove(tenant.accountAdmin, documentId)
    expect((await list(tenant.proponent, 'project', projectId)).items).toEqual([])
    expect((await tenant.proponent.fetch(pathOf(url))).status).toBe(404)
    expect(await tenant.world.deps.files.has(pathOf(url).slice(1))).toBe(false)
    const { items } = await tenant.tenantAdmin.call(listAudit, { query: {} })
    expect(items.map(({ act }) => act)).toEqual(expect.arrayContaining(['document.change', 'document.remove']))
  })

  test('is one of many that are hidden, shown and removed in one act, all or none', async () => {
    const tenant = await aTenant()
    const { projectId } = await aDraftProject(tenant)
    const names = ['north.pdf', 'south.pdf', 'west.pdf']
    const documentIds: string[] = []
    for (const name of names) {
      const bytes = Buffer.concat([pdf, Buffer.from(name)])
      const { documentId } = await add(tenant.proponent, 'project', projectId, { title: name, bytes })
      documentIds.push(documentId)
    }
    const listed = async () => (await list(tenant.proponent, 'project', projectId)).items
    await tenant.proponent.call(changeDocuments, { body: { documentIds, isPublic: false } })
    expect((await listed()).map(({ isPublic }) => isPublic)).toEqual([false, false, false])
    expect(await outcomeOf(remove(tenant.proponent, ...documentIds, 'nothing'))).toBe('not_found')
    expect(await listed()).toHaveLength(3)
    await remove(tenant.proponent, ...documentIds)
    expect(await listed()).toEqual([])
    const { items } = await tenant.tenantAdmin.call(listAudit, { query: {} })
    const count = (wanted: string) => items.filter(({ act }) => act === wanted).length
    expect([count('document.change'), count('document.remove')]).toEqual([3, 3])
  })

  test('stays as it is once the draft was submitted on it, and one that came later does not have to', async () => {
    const tenant = await aTenant()
    const { projectId } = await aDraftProject(tenant)
    const before = await add(tenant.proponent, 'project', projectId)
    await tenant.proponent.call(decideProject, { params: { projectId }, body: { act: 'submit' } })
    const later = await add(tenant.proponent, 'project', projectId, {
      title: 'Later',
      bytes: Buffer.concat([pdf, Buffer.from('later\n')]),
    })
    const { items } = await list(tenant.proponent, 'project', projectId)
    expect(items.map(({ title, isKept, acts }) => [title, isKept, acts.length])).toEqual([
      ['Later', false, 2],
      ['Evidence', true, 0],
    ])
    for (const refused of [
      () => remove(tenant.proponent, before.documentId),
      () => change(tenant.proponent, before.documentId, false),
    ])
      await expect(refused()).rejects.toMatchObject({
        code: 'conflict',
        message: 'An act on the project rests on this document, so that it is kept as it is.',
      })
    expect(await outcomeOf(remove(tenant.proponent, later.documentId, before.documentId))).toBe('conflict')
    await remove(tenant.proponent, later.documentId)
    const { items: notices } = await tenant.tenantAdmin.call(listNotices, { query: {} })
    expect(notices.map(({ kind }) => kind)).toContain('project.documentRemoved')
  })
})

describe('evidence', () => {
  test('of a measurement is added by either side until it is decided', async () => {
    const tenant = await aTenant()
    const { measurementId } = await aMeasurement(tenant)
    expect(await outcomeOf(add(tenant.measurer, 'measurement', measurementId))).toBe('ok')
    expect(await outcomeOf(add(tenant.proponent, 'measurement', measurementId))).toBe('ok')
    expect(await outcomeOf(add(tenant.verifier, 'measurement', measurementId))).toBe('not_found')
    expect(await outcomeOf(add(tenant.tenantAdmin, 'measurement', measurementId))).toBe('forbidden')
    const params = { measurementId }
    await tenant.measurer.call(submitMeasurement, { params, body: { quantity: 10 } })
    await tenant.proponent.call(decideMeasurement, { params, body: { act: 'accept' } })
    await expect(add(tenant.measurer, 'measurement', measurementId)).rejects.toMatchObject({
      code: 'conflict',
      message: 'The measurement is accepted; its documents no longer change.',
    })
    expect((await list(tenant.measurer, 'measurement', measurementId)).acts).toEqual([])
    expect((await list(tenant.visitor, 'measurement', measurementId, tenant.tenant.id)).items).toHaveLength(2)
  })

  test('of a verification is its verifier’s, until the opinion is given', async () => {
    const tenant = await aTenant()
    const { measurementId, projectId } = await aMeasurement(tenant)
    const params = { measurementId }
    await tenant.measurer.call(submitMeasurement, { params, body: { quantity: 10 } })
    await tenant.proponent.call(decideMeasurement, { params, body: { act: 'accept' } })
    const { items } = await tenant.verifier.call(listVerifications, {
      query: { tenantId: tenant.tenant.id, projectId },
    })
    const verificationId = items[0]?.verificationId ?? ''
    expect(await outcomeOf(add(tenant.proponent, 'verification', verificationId))).toBe('forbidden')
    const statement = await add(tenant.verifier, 'verification', verificationId, { title: 'Statement' })
    expect((await list(tenant.proponent, 'verification', verificationId)).items).toMatchObject([
      { documentId: statement.documentId, isOpen: false },
    ])
    expect(await outcomeOf(list(tenant.buyer, 'verification', verificationId))).toBe('not_found')
    await tenant.verifier.call(decideVerification, {
      params: { verificationId },
      body: { outcome: 'verified', quantity: 10, statement: 'In order.', noConflictOfInterest: true },
    })
    expect(await outcomeOf(add(tenant.verifier, 'verification', verificationId))).toBe('conflict')
    expect((await tenant.visitor.fetch(pathOf(statement.url))).status).toBe(200)
  })

  test('of a methodology is its proposer’s, until it is decided', async () => {
    const tenant = await aTenant()
    const { methodologyId } = await tenant.proponent.call(proposeMethodology, {
      body: { name: 'Peat', version: '1.0', description: 'Rewetting.' },
    })
    expect(await outcomeOf(add(tenant.buyer, 'methodology', methodologyId))).toBe('not_found')
    expect(await outcomeOf(add(tenant.tenantAdmin, 'methodology', methodologyId))).toBe('forbidden')
    await add(tenant.proponent, 'methodology', methodologyId)
    await tenant.tenantAdmin.call(decideMethodology, { params: { methodologyId }, body: { act: 'approve' } })
    expect(await outcomeOf(add(tenant.proponent, 'methodology', methodologyId))).toBe('conflict')
    expect((await list(tenant.buyer, 'methodology', methodologyId)).items).toHaveLength(1)
  })

  test('that an acceptance overtakes is refused, and no file stays', async () => {
    const tenant = await aTenant()
    const { measurementId } = await aMeasurement(tenant)
    const params = { measurementId }
    await tenant.measurer.call(submitMeasurement, { params, body: { quantity: 10 } })
    const accept = tenant.proponent.call(decideMeasurement, { params, body: { act: 'accept' } })
    const outcomes = await Promise.all([
      ...[1, 2, 3].map(() => outcomeOf(add(tenant.measurer, 'measurement', measurementId))),
      accept,
    ])
    const { items } = await list(tenant.measurer, 'measurement', measurementId)
    expect(items).toHaveLength(outcomes.filter((outcome) => outcome === 'ok').length)
  })
})

test('an act on a measurement names the files that it rests on, of each title the newest', async () => {
  const tenant = await aTenant()
  const { measurementId } = await aMeasurement(tenant)
  const params = { measurementId }
  await add(tenant.measurer, 'measurement', measurementId, { title: 'Report', name: 'first.pdf' })
  const second = Buffer.concat([pdf, pdf])
  const report = await add(tenant.measurer, 'measurement', measurementId, {
    title: 'Report',
    name: 'second.pdf',
    bytes: second,
  })
  const map = await add(tenant.measurer, 'measurement', measurementId, { title: 'Map', name: 'map.pdf' })
  await tenant.measurer.call(submitMeasurement, { params, body: { quantity: 5 } })
  const submitted = { act: 'measurement.submit', files: ['Report 2: second.pdf', 'Map 1: map.pdf'] }
  const { items } = await tenant.proponent.call(readMeasurementHistory, { params })
  expect(items.map(({ act, files }) => ({ act, files }))).toEqual([
    { act: 'measurement.open', files: [] },
    { act: 'measurement.document', files: ['first.pdf'] },
    { act: 'measurement.document', files: ['second.pdf'] },
    { act: 'measurement.document', files: ['map.pdf'] },
    submitted,
  ])
  const log = await tenant.tenantAdmin.call(listAudit, { query: { act: 'measurement.submit' } })
  expect(log.items[0]?.after).toMatchObject({ files: submitted.files, sha256: [report.sha256, map.sha256] })
})

describe('a link', () => {
  afterEach(() => void vi.useRealTimers())

  test('opens a private document without a token for a minute, and who asked for it is audited', async () => {
    const tenant = await aTenant()
    const { projectId } = await aDraftProject(tenant)
    const { documentId } = await add(tenant.proponent, 'project', projectId)
    for (const person of [tenant.proponent, tenant.measurer, tenant.verifier, tenant.tenantAdmin]) {
      const answer = await tenant.visitor.fetch(await linkTo(person, documentId))
      expect(answer.status).toBe(200)
      expect(answer.headers.get('cache-control')).toBe('private, no-store')
      expect(Buffer.from(await answer.arrayBuffer()).equals(pdf)).toBe(true)
    }
    const { items } = await tenant.tenantAdmin.call(listAudit, { query: { act: 'document.open' } })
    expect(items.map(({ actor }) => actor)).toEqual(
      [tenant.tenantAdmin, tenant.verifier, tenant.measurer, tenant.proponent].map(({ username }) => username),
    )
    expect(items[0]).toMatchObject({ subject: `project:${projectId}`, after: { documentId, title: 'Evidence' } })
  })

  test('is nothing after its time', async () => {
    const tenant = await aTenant()
    const { projectId } = await aDraftProject(tenant)
    const { documentId } = await add(tenant.proponent, 'project', projectId)
    const link = await linkTo(tenant.proponent, documentId)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 59_000 })
    expect((await tenant.visitor.fetch(link)).status).toBe(200)
    vi.setSystemTime(Date.now() + 2_000)
    expect((await tenant.visitor.fetch(link)).status).toBe(404)
  })

  test('is nothing once whoever asked for it may no longer read the document, or is suspended', async () => {
    const tenant = await aTenant()
    const { sql } = tenant.world
    const { projectId } = await aDraftProject(tenant)
    const { documentId } = await add(tenant.proponent, 'project', projectId)
    const [measurerUrl, proponentUrl] = [
      await linkTo(tenant.measurer, documentId),
      await linkTo(tenant.proponent, documentId),
    ]
    const opens = async (link: string) => (await tenant.visitor.fetch(link)).status
    expect([await opens(measurerUrl), await opens(proponentUrl)]).toEqual([200, 200])
    await sql`
      update project set measurement_provider_id = null where tenant_id = ${tenant.tenant.id} and id = ${projectId}`
    expect([await opens(measurerUrl), await opens(proponentUrl)]).toEqual([404, 200])
    const { username } = tenant.proponent
    const standing = (status: string, groups: string[]) => sql`
      update app_user set status = ${status}, groups = ${groups}::text[]
      where tenant_id = ${tenant.tenant.id} and username = ${username}`
    const [{ groups } = { groups: [] as string[] }] = await sql<{ groups: string[] }[]>`
      select groups from app_user where tenant_id = ${tenant.tenant.id} and username = ${username}`
    await standing('SUSPENDED', groups)
    expect(await opens(proponentUrl)).toBe(404)
    await standing('ACTIVE', [])
    expect(await opens(proponentUrl)).toBe(404)
    await standing('ACTIVE', groups)
    expect(await opens(proponentUrl)).toBe(200)
  })

  test('leads to its own document alone', async () => {
    const tenant = await aTenant()
    const { projectId } = await aDraftProject(tenant)
    const one = await add(tenant.proponent, 'project', projectId)
    const other = await add(tenant.proponent, 'project', projectId)
    const [, query] = (await linkTo(tenant.proponent, one.documentId)).split('?')
    expect((await tenant.visitor.fetch(`${pathOf(other.url)}?${query}`)).status).toBe(404)
    expect((await tenant.visitor.fetch(`${pathOf(one.url)}?link=${'A'.repeat(60)}`)).status).toBe(404)
    expect((await tenant.visitor.fetch(`${pathOf(one.url)}?${query}&${query}`)).status).toBe(404)
  })

  test('is for those who may read the document; an open one needs none', async () => {
    const tenant = await aTenant()
    const other = await aTenant()
    const { projectId } = await aDraftProject(tenant)
    const { documentId } = await add(tenant.proponent, 'project', projectId)
    const outcomes = [tenant.visitor, tenant.newcomer, tenant.buyer, other.tenantAdmin].map((caller) =>
      outcomeOf(linkTo(caller, documentId)),
    )
    expect(await Promise.all(outcomes)).toEqual(['unauthenticated', 'not_found', 'not_found', 'not_found'])
    const published = await add(tenant.proponent, 'project', (await anApprovedProject(tenant)).projectId)
    const params = { documentId: published.documentId }
    expect(await tenant.buyer.call(linkDocument, { params })).toEqual({ url: published.url, expiresAt: null })
  })
})

describe('a part', () => {
  const partOf = (caller: Caller, address: string, headers: Record<string, string>) =>
    caller.fetch(pathOf(address), { headers })

  test('of a document is sent as it is asked for', async () => {
    const tenant = await aTenant()
    const { projectId } = await anApprovedProject(tenant)
    const { url, sha256 } = await add(tenant.proponent, 'project', projectId)
    const part = await partOf(tenant.visitor, url, { range: 'bytes=5-7' })
    expect([part.status, await part.text()]).toEqual([206, '1.4'])
    expect(Object.fromEntries(part.headers)).toMatchObject({
      'accept-ranges': 'bytes',
      'content-range': `bytes 5-7/${pdf.length}`,
      'content-length': '3',
      etag: `"${sha256}"`,
    })
    const end = await partOf(tenant.visitor, url, { range: 'bytes=-6', 'if-range': `"${sha256}"` })
    expect([end.status, await end.text()]).toEqual([206, '%%EOF\n'])
    const other = await partOf(tenant.visitor, url, { range: 'bytes=-6', 'if-range': '"another"' })
    expect([other.status, (await other.arrayBuffer()).byteLength]).toEqual([200, pdf.length])
    const beyond = await partOf(tenant.visitor, url, { range: `bytes=${pdf.length}-` })
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${pdf.length}`])
  })

  test('of a private document is a line in the log, whichever part it is; what sends no byte of it is none', async () => {
    const tenant = await aTenant()
    const { projectId } = await aDraftProject(tenant)
    const { documentId, sha256 } = await add(tenant.proponent, 'project', projectId)
    const link = await linkTo(tenant.proponent, documentId)
    const lines = async () =>
      (await tenant.tenantAdmin.call(listAudit, { query: { act: 'document.open' } })).items.length
    const head = await tenant.visitor.fetch(link, { method: 'HEAD', headers: { range: 'bytes=0-4' } })
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(pdf.length)])
    for (const known of [`"${sha256}"`, `"another", W/"${sha256}"`, '*']) {
      const headers = { 'if-none-match': known, range: 'bytes=1-' }
      expect((await tenant.visitor.fetch(link, { headers })).status).toBe(304)
    }
    const beyond = await tenant.visitor.fetch(link, { headers: { range: `bytes=${pdf.length}-` } })
    expect([beyond.status, await lines()]).toEqual([416, 0])
    for (const range of ['bytes=1-', 'bytes=0-0', 'bytes=-1']) {
      const before = await lines()
      expect((await tenant.visitor.fetch(link, { headers: { range } })).status).toBe(206)
      expect(await lines()).toBe(before + 1)
    }
  })
})

test('what may be shown in a page is a picture or a PDF; it cannot run there', async () => {
  const tenant = await aTenant()
  const { projectId } = await anApprovedProject(tenant)
  const { url } = await add(tenant.proponent, 'project', projectId)
  const shown = await tenant.visitor.fetch(`${pathOf(url)}?show=1`)
  expect(Object.fromEntries(shown.headers)).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': expect.stringMatching(/^inline; filename="plan.pdf"/),
    'content-security-policy': 'frame-ancestors *',
    'x-content-type-options': 'nosniff',
  })
  expect(shown.headers.get('x-frame-options')).toBeNull()
  const table = await add(tenant.proponent, 'project', projectId, {
    bytes: Buffer.from('a,b\n1,2\n'),
    name: 'table.csv',
  })
  const saved = await tenant.visitor.fetch(`${pathOf(table.url)}?show=1`, { headers: { 'accept-encoding': 'gzip' } })
  expect(Object.fromEntries(saved.headers)).toMatchObject({
    'content-disposition': expect.stringMatching(/^attachment;/),
    'content-security-policy': "sandbox; default-src 'none'",
  })
})

test('an account that nobody has approved has room for little', async () => {
  const tenant = await aTenant()
  const first = await aDraftProject(tenant)
  await tenant.world
    .sql`update account set status = 'pending' where tenant_id = ${tenant.tenant.id} and id = 'proponent'`
  const { methodologyId } = await anApprovedMethodology({ ...tenant, proponent: tenant.buyer })
  const body = {
    projectName: 'Terraces',
    description: 'Stone.',
    methodologyId,
    startDate: '2024-01-01',
    endDate: '2030-01-01',
  }
  const request = () => outcomeOf(tenant.proponent.call(createProject, { body }))
  expect((await Promise.all([request(), request(), request()])).sort()).toEqual(['not_yet_approved', 'ok', 'ok'])
  const adding = (count: number) =>
    Promise.all(Array.from({ length: count }, () => outcomeOf(add(tenant.proponent, 'project', first.projectId))))
  for (const count of [3, 3, 3]) expect(await adding(count)).toEqual(Array(count).fill('ok'))
  expect((await adding(2)).sort()).toEqual(['not_yet_approved', 'ok'])
  await expect(add(tenant.proponent, 'project', first.projectId)).rejects.toMatchObject({
    message: 'Until your account is approved, it has at most 10 files.',
  })
  await tenant.world
    .sql`update account set status = 'active' where tenant_id = ${tenant.tenant.id} and id = 'proponent'`
  expect(await adding(1)).toEqual(['ok'])
})
