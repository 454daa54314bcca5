import { describe, expect, test } from 'vitest'
import { pathOf } from '#shared/contract/calls.ts'
import { addDocument, removeDocuments } from '#shared/contract/documents.ts'
import {
  answerFinding,
  checkFile,
  decideVerification,
  listFindings,
  listVerificationFiles,
  openFinding,
  type Place,
  readVerificationHistory,
  startVerification,
  watchFindings,
} from '#shared/contract/verifications.ts'
import { aDocument, anApprovedProject, aRequestedVerification } from '#tests/kit/acts.ts'
import type { TenantOfTest } from '#tests/kit/cast.ts'
import { closeAfterwards } from '#tests/kit/closing.ts'
import { outcomeOf } from '#tests/kit/outcome.ts'
import type { Caller } from '#tests/kit/person.ts'
import { aTenant } from '#tests/kit/tenant.ts'

async function aBegunVerification(tenant: TenantOfTest, year?: number, projectId?: string) {
  const requested = await aRequestedVerification(tenant, { quantity: 100, year, projectId })
  const body = { declaration: 'We advise none of the sides.', noConflictOfInterest: true } as const
  await tenant.verifier.call(startVerification, { params: { verificationId: requested.verificationId }, body })
  return requested
}

async function aTable(caller: Caller, verificationId: string): Promise<string> {
  const form = new FormData()
  const fields = { subjectKind: 'verification', subjectId: verificationId, title: 'Plots', isPublic: 'false' }
  for (const [field, value] of Object.entries(fields)) form.append(field, value)
  form.append('document', new Blob(['plot,tonnes\n4,12\n']), 'plots.csv')
  return (await caller.call(addDocument, { form })).documentId
}

const files = (caller: Caller, verificationId: string) =>
  caller.call(listVerificationFiles, { params: { verificationId } })
const check = (caller: Caller, verificationId: string, documentId: string, isChecked = true) =>
  caller.call(checkFile, { params: { verificationId, documentId }, body: { isChecked } })
const findAt = (caller: Caller, verificationId: string, place: Place) =>
  caller.call(openFinding, {
    params: { verificationId },
    body: { type: 'CL', words: 'Which plot?', ownerSide: 'proponent', place },
  })

describe('the files of a verification', () => {
  test('are those of the verification, its measurement and its findings, the newest marked', async () => {
    const tenant = await aTenant()
    const { verificationId, measurementId } = await aBegunVerification(tenant)
    await tenant.world.sql`update measurement set status = 'submitted' where id = ${measurementId}`
    await aDocument(tenant.measurer, 'measurement', measurementId, { title: 'Measurement' })
    await aDocument(tenant.measurer, 'measurement', measurementId, { title: 'Measurement' })
    await tenant.world.sql`update measurement set status = 'accepted' where id = ${measurementId}`
    await aTable(tenant.verifier, verificationId)
    const { findingId } = await findAt(tenant.verifier, verificationId, {
      documentId: (await files(tenant.verifier, verificationId)).items[0]?.documentId ?? '',
      page: 3,
    })
    await aDocument(tenant.proponent, 'finding', findingId, { title: 'Map' })
    const { items } = await files(tenant.measurer, verificationId)
    expect(
      items.map(({ subjectKind, title, version, isNewest, finding }) => [
        subjectKind,
        title,
        version,
        isNewest,
        finding,
      ]),
    ).toEqual([
      ['measurement', 'Measurement', 2, true, null],
      ['measurement', 'Measurement', 1, false, null],
      ['verification', 'Plots', 1, true, null],
      ['finding', 'Map', 1, true, 'CL 1'],
    ])
    expect(await outcomeOf(files(tenant.buyer, verificationId))).toBe('not_found')
  })

  test('are checked by each person, for the people of the verifier alone, until the opinion', async () => {
    const tenant = await aTenant()
    const { verificationId } = await aBegunVerification(tenant)
    const documentId = await aTable(tenant.verifier, verificationId)
    const group = `${tenant.tenant.id}|verifier|General`
    const colleague = await tenant.addPerson([group], 'verifier')
    await check(tenant.verifier, verificationId, documentId)
    await check(tenant.verifier, verificationId, documentId)
    const seen = await files(colleague, verificationId)
    expect(seen).toMatchObject({ seesChecks: true, acts: ['check'], items: [{ checks: [{ isOwn: false }] }] })
    await check(colleague, verificationId, documentId)
    await check(tenant.verifier, verificationId, documentId, false)
    expect((await files(colleague, verificationId)).items[0]?.checks).toMatchObject([{ isOwn: true }])
    for (const other of [tenant.proponent, tenant.measurer, tenant.tenantAdmin]) {
      expect(await files(other, verificationId)).toMatchObject({ seesChecks: false, acts: [], items: [{ checks: [] }] })
      expect(await outcomeOf(check(other, verificationId, documentId))).toBe('forbidden')
    }
    const logged = await tenant.world.sql<{ act: string }[]>`
      select act from audit_event where tenant_id = ${tenant.tenant.id} and act like 'verification.%check' order by sequence`
    expect(logged.map(({ act }) => act)).toEqual(['verification.check', 'verification.check', 'verification.uncheck'])
    const history = await tenant.proponent.call(readVerificationHistory, { params: { verificationId } })
    expect(history.items.filter(({ act }) => act.endsWith('check'))).toEqual([])
    const refusal = { outcome: 'not verified', statement: 'Out of order.' } as const
    await tenant.verifier.call(decideVerification, { params: { verificationId }, body: refusal })
    expect(await outcomeOf(check(tenant.verifier, verificationId, documentId))).toBe('conflict')
    expect((await files(tenant.verifier, verificationId)).acts).toEqual([])
  })

  test('of another verification cannot be checked', async () => {
    const tenant = await aTenant()
    const { projectId } = await anApprovedProject(tenant)
    const first = await aBegunVerification(tenant, 2025, projectId)
    const second = await aBegunVerification(tenant, 2024, projectId)
    const documentId = await aTable(tenant.verifier, first.verificationId)
    expect(await outcomeOf(check(tenant.verifier, second.verificationId, documentId))).toBe('not_found')
  })
})

describe('a finding at a place', () => {
  test('names the place to its sides and in the history, and keeps the document', async () => {
    const tenant = await aTenant()
    const { verificationId } = await aBegunVerification(tenant)
    const documentId = await aTable(tenant.verifier, verificationId)
    await findAt(tenant.verifier, verificationId, { documentId, row: 2 })
    const { items } = await tenant.proponent.call(listFindings, { params: { verificationId } })
    expect(items.map(({ place }) => place)).toEqual([{ documentId, row: 2, originalName: 'plots.csv' }])
    const history = await tenant.measurer.call(readVerificationHistory, { params: { verificationId } })
    expect(history.items.find(({ act }) => act === 'verification.openFinding')?.files).toEqual([
      'Plots 1: plots.csv#row=2',
    ])
    expect(await outcomeOf(tenant.verifier.call(removeDocuments, { body: { documentIds: [documentId] } }))).toBe(
      'conflict',
    )
  })

  test('keeps a region of a picture, and none at all for the whole document', async () => {
    const tenant = await aTenant()
    const { verificationId } = await aBegunVerification(tenant)
    const form = new FormData()
    const fields = { subjectKind: 'verification', subjectId: verificationId, title: 'Scale', isPublic: 'false' }
    for (const [field, value] of Object.entries(fields)) form.append(field, value)
    const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
    form.append('document', new Blob([Buffer.from(pixel, 'base64')]), 'scale.png')
    const { documentId } = await tenant.verifier.call(addDocument, { form })
    const region = { left: 100, top: 0, width: 250, height: 1_000 }
    expect((await findAt(tenant.verifier, verificationId, { documentId, region })).place).toEqual({
      documentId,
      region,
      originalName: 'scale.png',
    })
    expect((await findAt(tenant.verifier, verificationId, { documentId })).place).toEqual({
      documentId,
      originalName: 'scale.png',
    })
  })

  test.each<[string, Omit<Place, 'documentId'>]>([
    ['a page of a table', { page: 2 }],
    ['a sheet of a table', { sheet: 1, row: 2 }],
    ['a row and a page', { row: 2, page: 2 }],
    ['a region of a table', { region: { left: 0, top: 0, width: 10, height: 10 } }],
    ['row 0', { row: 0 }],
  ])('is refused for %s', async (_, place) => {
    const tenant = await aTenant()
    const { verificationId } = await aBegunVerification(tenant)
    const documentId = await aTable(tenant.verifier, verificationId)
    expect(await outcomeOf(findAt(tenant.verifier, verificationId, { documentId, ...place }))).toBe('invalid')
  })

  test('is refused in a document of another verification', async () => {
    const tenant = await aTenant()
    const { projectId } = await anApprovedProject(tenant)
    const first = await aBegunVerification(tenant, 2025, projectId)
    const second = await aBegunVerification(tenant, 2024, projectId)
    const documentId = await aTable(tenant.verifier, first.verificationId)
    await expect(findAt(tenant.verifier, second.verificationId, { documentId })).rejects.toMatchObject({
      code: 'invalid',
      details: [{ path: 'place.documentId', reason: 'finding.otherFile' }],
    })
  })
})

test('an answer to a finding is told to the open pages of its verification', async () => {
  const tenant = await aTenant()
  const { verificationId } = await aBegunVerification(tenant)
  const documentId = await aTable(tenant.verifier, verificationId)
  const first = await findAt(tenant.verifier, verificationId, { documentId })
  const second = await findAt(tenant.verifier, verificationId, { documentId })
  const response = await tenant.verifier.fetch(pathOf(watchFindings, { verificationId }))
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  closeAfterwards(async () => void (await reader?.cancel()))
  const words: string[] = []
  const nextWord = async () => {
    for (;;) {
      const { value = '', done } = (await reader?.read()) ?? { done: true }
      const word = /^data: (.+)$/m.exec(value)?.[1]
      if (word !== undefined) return words.push(word)
      if (done) throw new Error('The stream ended.')
    }
  }
  await nextWord()
  for (const { findingId } of [first, second]) {
    await tenant.proponent.call(answerFinding, { params: { findingId }, body: { act: 'respond', words: 'Plot 4.' } })
    await nextWord()
  }
  expect(new Set(words).size).toBe(3)
  expect((await tenant.buyer.fetch(pathOf(watchFindings, { verificationId }))).status).toBe(404)
})
