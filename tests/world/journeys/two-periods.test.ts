import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectMail } from '#server/infra/mail/mail.ts'
import { deliverNotices } from '#server/people/notices/postman.ts'
import { decideMeasurement, openMeasurement, submitMeasurement } from '#shared/contract/measurements.ts'
import { createProject, decideProject, readProject } from '#shared/contract/projects.ts'
import {
  answerFinding,
  decideVerification,
  listFindings,
  openFinding,
  readVerificationHistory,
  startVerification,
} from '#shared/contract/verifications.ts'
import { listBalances, mintUnits } from '#shared/contract/wallet.ts'
import { anApprovedMethodology, aStatement } from '#tests/kit/acts.ts'
import type { TenantOfTest } from '#tests/kit/cast.ts'
import { type PostBox, startPostBox } from '#tests/kit/post-box.ts'
import { aTenant } from '#tests/kit/tenant.ts'
import { story } from '#tests/kit/two-periods.ts'
import { aWorld } from '#tests/kit/world.ts'

let box: PostBox
let registry: TenantOfTest
beforeAll(async () => {
  box = await startPostBox()
  registry = await aTenant({ world: await aWorld() })
})
afterAll(() => box.stop())

const { submitted, years, verified } = story
const declaration = { declaration: story.declaration, noConflictOfInterest: true } as const

async function noticesOf(person: { username: string }): Promise<string[]> {
  const rows = await registry.world.sql<{ kind: string }[]>`
    select kind from notice where tenant_id = ${registry.tenant.id} and username = ${person.username}
      and kind not like 'methodology.%' order by sequence`
  return rows.map(({ kind }) => kind)
}

test('a project through two periods, with what goes wrong in between, to its end', async () => {
  const { proponent, tenantAdmin, measurer, verifier, visitor, world } = registry
  const tenantId = registry.tenant.id
  const { methodologyId } = await anApprovedMethodology(registry)
  const { projectId } = await proponent.call(createProject, {
    body: {
      ...story.project,
      methodologyId,
      measurementProviderId: 'measurer',
      verificationProviderId: 'verifier',
    },
  })
  const project = { params: { projectId } }
  await proponent.call(decideProject, { ...project, body: { act: 'submit' } })
  await tenantAdmin.call(decideProject, { ...project, body: { act: 'approve' } })
  const stage = async () => (await visitor.call(readProject, { query: { projectId, tenantId } })).stage

  // The first period: one submission is rejected, one sent back, the third accepted.
  const rejected = await measurer.call(openMeasurement, { body: { projectId, ...years.first } })
  const first = { params: { measurementId: rejected.measurementId } }
  await measurer.call(submitMeasurement, { ...first, body: { quantity: submitted.rejected } })
  await proponent.call(decideMeasurement, { ...first, body: { act: 'reject', reason: story.rejection } })
  const again = await measurer.call(openMeasurement, { body: { projectId, ...years.first } })
  const second = { params: { measurementId: again.measurementId } }
  await measurer.call(submitMeasurement, { ...second, body: { quantity: submitted.sentBack } })
  await proponent.call(decideMeasurement, { ...second, body: { act: 'requestChanges', reason: story.changes } })
  await measurer.call(submitMeasurement, { ...second, body: { quantity: submitted.accepted, parts: story.parts } })
  const { verificationId } = await proponent.call(decideMeasurement, { ...second, body: { act: 'accept' } })
  expect(await stage()).toBe('verification')

  // Its verification: two findings, a suspension, less than measured.
  const opinion = { params: { verificationId: verificationId ?? '' } }
  await verifier.call(startVerification, { ...opinion, body: declaration })
  const correction = await verifier.call(openFinding, {
    ...opinion,
    body: { type: 'CAR', words: story.correction, ownerSide: 'measurer' },
  })
  const forward = await verifier.call(openFinding, {
    ...opinion,
    body: { type: 'FAR', words: story.forward, ownerSide: 'proponent' },
  })
  await tenantAdmin.call(decideProject, { ...project, body: { act: 'suspend', reason: story.suspension } })
  const writeFinding = (caller: typeof verifier, findingId: string, act: 'respond' | 'close', words: string) =>
    caller.call(answerFinding, { params: { findingId }, body: { act, words } })
  await writeFinding(measurer, correction.findingId, 'respond', story.answer)
  await writeFinding(verifier, correction.findingId, 'close', story.closing)
  await writeFinding(verifier, forward.findingId, 'close', story.forwardNote)
  await aStatement(registry, verificationId ?? '')
  const smaller = { quantity: verified.first, quantityReason: story.whyLess, statement: story.statements.first }
  await verifier.call(decideVerification, { ...opinion, body: { outcome: 'verified', ...smaller } })
  const mintFirst = { verificationId: verificationId ?? '', quantity: verified.first }
  await expect(proponent.call(mintUnits, { body: mintFirst })).rejects.toMatchObject({ code: 'conflict' })
  await tenantAdmin.call(decideProject, { ...project, body: { act: 'resume' } })
  expect(await stage()).toBe('issuance')

  // The second period gets what the first carried forward.
  const third = await measurer.call(openMeasurement, { body: { projectId, ...years.second } })
  const next = { params: { measurementId: third.measurementId } }
  await measurer.call(submitMeasurement, { ...next, body: { quantity: verified.second } })
  const accepted = await proponent.call(decideMeasurement, { ...next, body: { act: 'accept' } })
  const later = { params: { verificationId: accepted.verificationId ?? '' } }
  await verifier.call(startVerification, { ...later, body: declaration })
  expect((await verifier.call(listFindings, later)).carried).toMatchObject([{ name: 'FAR 2', words: story.forward }])
  await aStatement(registry, accepted.verificationId ?? '')
  await verifier.call(decideVerification, {
    ...later,
    body: { outcome: 'verified', quantity: verified.second, statement: story.statements.second },
  })

  // One act mints both vintages.
  const minted = await proponent.call(mintUnits, {
    body: { items: [mintFirst, { verificationId: accepted.verificationId ?? '', quantity: verified.second }] },
  })
  expect(minted).toMatchObject({ type: 'mint', quantity: 950 })
  const { items } = await proponent.call(listBalances, { query: { accountId: 'proponent' } })
  expect(items.map(({ vintage, balance }) => [vintage, balance]).sort()).toEqual([
    ['2022', 450],
    ['2023', 500],
  ])
  expect(await visitor.call(readProject, { query: { projectId, tenantId } })).toMatchObject({
    status: 'active',
    stage: 'completed',
    assetsMinted: 950,
  })

  // Each person has one notice per act of others.
  const history = await proponent.call(readVerificationHistory, opinion)
  expect(history.items.map(({ act, about }) => [act.split('.')[1], about])).toEqual([
    ['request', null],
    ['start', null],
    ['openFinding', 'CAR 1'],
    ['openFinding', 'FAR 2'],
    ['respond', 'CAR 1'],
    ['close', 'CAR 1'],
    ['close', 'FAR 2'],
    ['closeFindings', null],
    ['document', null],
    ['verify', null],
  ])
  expect(await noticesOf(measurer)).toEqual([
    'project.approve',
    'measurement.reject',
    'measurement.requestChanges',
    'measurement.accept',
    'verification.start',
    'verification.openFinding',
    'project.suspend',
    'verification.close',
    'project.resume',
    'measurement.accept',
    'verification.start',
  ])
  expect(await noticesOf(verifier)).toEqual([
    'project.approve',
    'verification.request',
    'project.suspend',
    'verification.respond',
    'project.resume',
    'verification.request',
  ])

  // The first notices of a kind share a letter.
  const { sql, config } = world
  await world.linked()
  const [due] = await sql<{ count: number }[]>`
    select count(distinct (username, kind))::int from notice where tenant_id = ${tenantId}`
  const mail = connectMail(box.url, 'contact@registry.test')
  await Promise.all([1, 2].map(() => deliverNotices({ sql, config, mail, log: world.deps.log })))
  expect(box.letters).toHaveLength(due?.count ?? 0)
  expect(box.letters.filter(({ to }) => to.includes(verifier.email))).toHaveLength(
    new Set(await noticesOf(verifier)).size,
  )
})
