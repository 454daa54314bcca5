import { beforeAll, expect, test } from 'vitest'
import { connectMail } from '#server/infra/mail/mail.ts'
import { deliverNotices } from '#server/people/notices/postman.ts'
import { listAudit } from '#shared/contract/audit.ts'
import type { BodyOf } from '#shared/contract/endpoint.ts'
import {
  decideMeasurement,
  openMeasurement,
  readMeasurement,
  submitMeasurement,
} from '#shared/contract/measurements.ts'
import { listNotices } from '#shared/contract/notices.ts'
import { readProject } from '#shared/contract/projects.ts'
import { lookUp } from '#shared/contract/registry.ts'
import { listTasks } from '#shared/contract/tasks.ts'
import { readPublicRecord } from '#shared/contract/transactions.ts'
import { decideVerification, readVerification, stateYears } from '#shared/contract/verifications.ts'
import { listBalances, mintUnits } from '#shared/contract/wallet.ts'
import { anApprovedProject, aRequestedVerification, aVerifiedQuantity } from '#tests/kit/acts.ts'
import type { TenantOfTest } from '#tests/kit/cast.ts'
import type { Caller } from '#tests/kit/person.ts'
import { startPostBox } from '#tests/kit/post-box.ts'
import { aTenant } from '#tests/kit/tenant.ts'
import { ownWorld } from '#tests/kit/world.ts'

ownWorld()

let tenant: TenantOfTest
beforeAll(async () => {
  tenant = await aTenant()
})

const period = { periodStart: '2024-07-01', periodEnd: '2026-06-30' }
const byYear = [
  { year: 2024, quantity: 100 },
  { year: 2025, quantity: 250 },
  { year: 2026, quantity: 50 },
]
const outcome = { quantity: 400, across: { ...period, byYear } }

async function anOpenMeasurement(): Promise<{ measurementId: string; projectId: string }> {
  const { projectId } = await anApprovedProject(tenant)
  return tenant.measurer.call(openMeasurement, { body: { projectId, ...period } })
}
const submit = (measurementId: string, body: BodyOf<typeof submitMeasurement>) =>
  tenant.measurer.call(submitMeasurement, { params: { measurementId }, body })
const decide = (verificationId: string, opinion: Partial<BodyOf<typeof decideVerification>>) =>
  tenant.verifier.call(decideVerification, {
    params: { verificationId },
    body: { outcome: 'verified', quantity: 400, statement: 'In order.', noConflictOfInterest: true, ...opinion },
  })
const mint = (verificationId: string, more: { quantity: number; byYear?: typeof byYear }) =>
  tenant.proponent.call(mintUnits, { body: { verificationId, ...more } })
const refusal = (reason: string) => ({ refusal: { reason } })

test('a measurement of three calendar years is verified, issued in three vintages and confirmed on the chain', async () => {
  const { measurementId, projectId } = await anOpenMeasurement()
  expect(await submit(measurementId, { quantity: 400, byYear: byYear.toReversed() })).toMatchObject({ byYear })
  const accepted = await tenant.proponent.call(decideMeasurement, {
    params: { measurementId },
    body: { act: 'accept' },
  })
  const verificationId = accepted.verificationId ?? ''
  const smaller = { quantity: 390, quantityReason: 'Ten were counted twice.' }
  const verified = [byYear[0]!, { year: 2025, quantity: 240 }, byYear[2]!]
  expect(await decide(verificationId, { ...smaller, byYear: verified })).toMatchObject({
    measuredByYear: byYear,
    byYear: verified.map((of) => ({ ...of, issued: 0 })),
  })

  const key = { 'idempotency-key': crypto.randomUUID() }
  const body = { verificationId, quantity: 390 }
  const [minted, again] = [
    await tenant.proponent.call(mintUnits, { headers: key, body }),
    await tenant.proponent.call(mintUnits, { headers: key, body }),
  ]
  expect(again.transactionId).toBe(minted.transactionId)
  const { entries } = await tenant.visitor.call(readPublicRecord, {
    params: { transactionId: minted.transactionId },
  })
  expect(entries.map((entry) => [entry.vintage, entry.quantity])).toEqual([
    ['2024', 100],
    ['2025', 240],
    ['2026', 50],
  ])
  expect(entries.map(({ serial }) => serial.split('-').slice(3).join('-'))).toEqual([
    '2024-1-1-100',
    '2025-2-1-240',
    '2026-3-1-50',
  ])

  const { tenantId } = verifiedOf(await tenant.verifier.call(readVerification, { params: { verificationId } }))
  const page = await tenant.visitor.call(readProject, { query: { projectId, tenantId } })
  expect(page).toMatchObject({ vintage: '2024–2026', assetsMinted: 390 })
  expect(page.items.map(({ vintage, issued, verified }) => [vintage, issued, verified]).sort()).toEqual([
    ['2024', 100, 100],
    ['2025', 240, 240],
    ['2026', 50, 50],
  ])
  const { items: held } = await tenant.proponent.call(listBalances, { query: { accountId: 'proponent' } })
  expect(held.map(({ vintage, balance }) => [vintage, balance]).sort()).toEqual([
    ['2024', 100],
    ['2025', 240],
    ['2026', 50],
  ])
  const q = entries[1]?.serial ?? ''
  expect((await tenant.visitor.call(lookUp, { query: { tenantId, q } })).items).toMatchObject([
    { id: minted.transactionId },
  ])
  await tenant.world.settled(minted.transactionId)
  expect(await tenant.world.sql`select * from ledger_faults(${tenantId})`).toEqual([])
})

const verifiedOf = <Of extends { byYear: unknown; acts: readonly string[] }>(verification: Of): Of => {
  expect(verification).toMatchObject({ issued: 390, available: 0, acts: [] })
  return verification
}

test('the audit log, the notice and the letter of an issuance name its quantities by year', async () => {
  const box = await startPostBox()
  const { verificationId } = await aVerifiedQuantity(tenant, outcome)
  const { transactionId } = await tenant.tenantAdmin.call(mintUnits, { body: { verificationId, quantity: 400 } })
  await tenant.world.settled(transactionId)
  const { items: lines } = await tenant.tenantAdmin.call(listAudit, { query: { act: 'units.mint' } })
  expect(lines[0]).toMatchObject({ subject: `transaction:${transactionId}`, after: { quantity: 400, byYear } })
  const { items: notices } = await tenant.proponent.call(listNotices, {})
  expect(notices[0]).toMatchObject({ kind: 'units.mint', facts: { transactionId, byYear } })
  const { sql, config, deps } = tenant.world
  await deliverNotices({ sql, config, mail: connectMail(box.url, 'contact@registry.test'), log: deps.log })
  expect(box.letters.some(({ text }) => text.includes('By calendar year: 2024: 100, 2025: 250, 2026: 50'))).toBe(true)
  await box.stop()
})

test.each<[string, Partial<BodyOf<typeof submitMeasurement>>, string]>([
  ['without its years', {}, 'years.missing'],
  ['with one year less', { byYear: [byYear[0]!, { year: 2025, quantity: 300 }] }, 'years.others'],
  ['with a year twice', { byYear: [byYear[0]!, byYear[0]!, { year: 2025, quantity: 200 }] }, 'years.others'],
  ['with years that do not add up', { byYear: [...byYear.slice(0, 2), { year: 2026, quantity: 49 }] }, 'years.sum'],
])('a quantity %s is refused, and says so at the years', async (_, more, reason) => {
  const { measurementId } = await anOpenMeasurement()
  await expect(submit(measurementId, { quantity: 400, ...more })).rejects.toMatchObject({
    code: 'invalid',
    details: [{ path: 'byYear', reason }],
  })
  const read = await tenant.measurer.call(readMeasurement, { params: { measurementId } })
  expect(read).toMatchObject({ status: 'in progress', quantity: null, byYear: null })
})

test('of a period within one year all of it is that year’s; another year is refused', async () => {
  const { projectId } = await anApprovedProject(tenant)
  const year = { periodStart: '2025-01-01', periodEnd: '2025-12-31' }
  const { measurementId } = await tenant.measurer.call(openMeasurement, { body: { projectId, ...year } })
  await expect(submit(measurementId, { quantity: 7, byYear: [{ year: 2024, quantity: 7 }] })).rejects.toMatchObject(
    refusal('years.others'),
  )
  expect(await submit(measurementId, { quantity: 7 })).toMatchObject({ byYear: [{ year: 2025, quantity: 7 }] })
})

test('no more of a year is verified than was measured, even where the total is less', async () => {
  const { verificationId } = await aRequestedVerification(tenant, outcome)
  const shifted = [{ year: 2024, quantity: 101 }, { year: 2025, quantity: 249 }, byYear[2]!]
  await expect(decide(verificationId, { byYear: shifted })).rejects.toMatchObject(refusal('years.tooMany'))
  await expect(decide(verificationId, {})).rejects.toMatchObject(refusal('years.missing'))
})

test('a part is issued of the years that are named, or else of the oldest first', async () => {
  const { verificationId } = await aVerifiedQuantity(tenant, outcome)
  const issued = async () =>
    (await tenant.proponent.call(readVerification, { params: { verificationId } })).byYear?.map((of) => of.issued)
  await mint(verificationId, { quantity: 20, byYear: [{ year: 2026, quantity: 20 }] })
  expect(await issued()).toEqual([0, 0, 20])
  await mint(verificationId, { quantity: 130 })
  expect(await issued()).toEqual([100, 30, 20])
  await expect(mint(verificationId, { quantity: 31, byYear: [{ year: 2026, quantity: 31 }] })).rejects.toMatchObject(
    refusal('units.exceedsYear'),
  )
  await mint(verificationId, { quantity: 250 })
  expect(await issued()).toEqual([100, 250, 50])
})

/** An opinion without years. */
async function forgetYears(verificationId: string): Promise<void> {
  const { sql } = tenant.world
  await sql`update verification set by_year = null where tenant_id = ${tenant.tenant.id} and id = ${verificationId}`
  await sql`
    update measurement set by_year = null where tenant_id = ${tenant.tenant.id}
      and id = (select measurement_id from verification where id = ${verificationId})`
}

test('an opinion without its years issues nothing until its verifier has stated them', async () => {
  const { verificationId } = await aVerifiedQuantity(tenant, outcome)
  await forgetYears(verificationId)
  const params = { verificationId }
  const kindsFor = async (caller: Caller) =>
    (await caller.call(listTasks, {})).items.flatMap((task) => (task.subjectId === verificationId ? [task.kind] : []))
  expect([await kindsFor(tenant.verifier), await kindsFor(tenant.proponent)]).toEqual([['verification.stateYears'], []])
  const actsFor = async (caller: Caller) => (await caller.call(readVerification, { params })).acts
  expect(await actsFor(tenant.proponent)).toEqual([])
  expect(await actsFor(tenant.verifier)).toEqual(['stateYears'])
  await expect(mint(verificationId, { quantity: 400 })).rejects.toMatchObject(refusal('units.yearsMissing'))
  const state = (caller: Caller, stated = byYear) => caller.call(stateYears, { params, body: { byYear: stated } })
  await expect(state(tenant.proponent)).rejects.toMatchObject({ code: 'forbidden' })
  await expect(state(tenant.verifier, byYear.slice(0, 2))).rejects.toMatchObject(refusal('years.sum'))
  expect(await state(tenant.verifier)).toMatchObject({ acts: [], byYear: byYear.map((of) => ({ ...of, issued: 0 })) })
  await expect(state(tenant.verifier)).rejects.toMatchObject(refusal('years.notMissing'))
  const { items } = await tenant.proponent.call(listNotices, {})
  expect(items[0]).toMatchObject({ kind: 'verification.stateYears', facts: { verificationId, byYear } })
  expect(await actsFor(tenant.proponent)).toEqual(['mint'])
  expect([await kindsFor(tenant.verifier), await kindsFor(tenant.proponent)]).toEqual([[], ['units.mint']])
  expect(await mint(verificationId, { quantity: 400 })).toMatchObject({ quantity: 400 })
})

test('a measurement that was submitted without its years is sent back, and its verifier states them where it was accepted', async () => {
  const { measurementId } = await anOpenMeasurement()
  const params = { measurementId }
  const { sql } = tenant.world
  const forget = () =>
    sql`update measurement set by_year = null where tenant_id = ${tenant.tenant.id} and id = ${measurementId}`
  const accept = () => tenant.proponent.call(decideMeasurement, { params, body: { act: 'accept' } })
  await submit(measurementId, { quantity: 400, byYear })
  await forget()
  await expect(accept()).rejects.toMatchObject(refusal('years.notMeasured'))
  const reason = 'Of which years?'
  await tenant.proponent.call(decideMeasurement, { params, body: { act: 'requestChanges', reason } })
  await submit(measurementId, { quantity: 400, byYear })
  const { verificationId } = await accept()
  await forget()
  const shifted = [{ year: 2024, quantity: 101 }, { year: 2025, quantity: 249 }, byYear[2]!]
  expect(await decide(verificationId ?? '', { byYear: shifted })).toMatchObject({ measuredByYear: null, acts: [] })
})
