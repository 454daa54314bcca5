import { expect, test } from 'vitest'
import { createClaim } from '#shared/contract/claims.ts'
import { decideMeasurement, openMeasurement, submitMeasurement } from '#shared/contract/measurements.ts'
import { readTimeline, type TimelineEntry } from '#shared/contract/timeline.ts'
import { answerFinding, openFinding, startVerification } from '#shared/contract/verifications.ts'
import { aDocument, anApprovedProject, anIssuedAsset, aRequestedVerification, transferred } from '#tests/kit/acts.ts'
import type { TenantOfTest } from '#tests/kit/cast.ts'
import type { Caller } from '#tests/kit/person.ts'
import { aTenant } from '#tests/kit/tenant.ts'

async function linesOf(
  caller: Caller,
  tenant: TenantOfTest,
  projectId: string,
  act: TimelineEntry['act'],
): Promise<TimelineEntry[]> {
  const query = { projectId, tenantId: tenant.tenant.id }
  return (await caller.call(readTimeline, { query })).items.filter((entry) => entry.act === act)
}

const pathOf = (address: string) => address.replace(/^https?:\/\/[^/]+/, '')

const claim = { purpose: 'personal', isAuthorised: true } as const

test('a retirement is a line for anybody: who, how many, for whom as far as that is named, and the claim', async () => {
  const tenant = await aTenant()
  const { assetId, projectId } = await anIssuedAsset(tenant, { quantity: 100 })
  await transferred(tenant, { assetId, quantity: 50, toAccountId: 'buyer' })
  const named = { beneficiaryKind: 'organisation', beneficiary: 'Lake Bakery', note: 'For our ovens.' } as const
  const retired = (body: typeof named | { beneficiaryKind: 'anonymous' }, quantity: number) =>
    tenant.buyer.call(createClaim, {
      body: { ...claim, ...body, noteIsPublic: false, items: [{ assetId, quantity }] },
    })
  const { claimId } = await retired(named, 7)
  await retired({ beneficiaryKind: 'anonymous' }, 3)
  for (const caller of [tenant.visitor, tenant.proponent, tenant.tenantAdmin]) {
    const lines = await linesOf(caller, tenant, projectId, 'units.claim')
    expect(lines).toMatchObject([
      { account: 'The buyer', side: 'organisation', quantity: 3, beneficiary: null, person: null, reason: null },
      { account: 'The buyer', quantity: 7, beneficiary: 'Lake Bakery', person: null, path: `/claims?key=${claimId}` },
    ])
    expect(JSON.stringify(lines)).not.toContain('ovens')
  }
})

test('a retirement of several projects is a line of each, with the units of that one', async () => {
  const tenant = await aTenant()
  const one = await anIssuedAsset(tenant, { quantity: 20 })
  const other = await anIssuedAsset(tenant, { quantity: 20 })
  const items = [
    { assetId: one.assetId, quantity: 5 },
    { assetId: other.assetId, quantity: 8 },
  ]
  await tenant.proponent.call(createClaim, { body: { ...claim, beneficiaryKind: 'anonymous', items } })
  expect(await linesOf(tenant.visitor, tenant, one.projectId, 'units.claim')).toMatchObject([{ quantity: 5 }])
  expect(await linesOf(tenant.visitor, tenant, other.projectId, 'units.claim')).toMatchObject([
    { quantity: 8, side: 'proponent', account: 'The proponent' },
  ])
})

test('pages of retirements join without gap or double, those of one moment too', async () => {
  const tenant = await aTenant()
  const { projectId } = await anApprovedProject(tenant)
  await tenant.world.sql`
    insert into claim (tenant_id, id, transaction_id, account_id, project_id, quantity, beneficiary_kind, purpose, verify_code,
      claimed_at, created_by)
    select ${tenant.tenant.id}, 'claim' || n, 'none' || n, 'buyer', ${projectId}, n, 'anonymous', 'personal', 'code' || n,
      '2030-01-01'::timestamptz + n / 10 * interval '1 day', 'nobody'
    from generate_series(1, 45) n`
  await tenant.world.sql`
    update claim set project_id = ${projectId} where tenant_id = ${tenant.tenant.id} and project_id is null`
  const found: TimelineEntry[] = []
  for (let cursor: string | undefined, isOver = false; !isOver; ) {
    const query = { projectId, tenantId: tenant.tenant.id, limit: 7, ...(cursor && { cursor }) }
    const page = await tenant.visitor.call(readTimeline, { query })
    expect(page.total).toBe(46)
    found.push(...page.items)
    isOver = page.nextCursor === null
    cursor = page.nextCursor ?? undefined
  }
  expect(found.map(({ at }) => at)).toEqual(
    found
      .map(({ at }) => at)
      .sort()
      .reverse(),
  )
  expect(new Set(found.map(({ entryId }) => entryId)).size).toBe(46)
  expect(found.at(-1)?.act).toBe('project.approve')
})

test('what is said about a finding is a line with its files, for the sides alone', async () => {
  const tenant = await aTenant()
  const { verifier, proponent } = tenant
  const { verificationId, projectId } = await aRequestedVerification(tenant, { quantity: 100 })
  const declared = { declaration: 'We advise none of the sides.', noConflictOfInterest: true } as const
  await verifier.call(startVerification, { params: { verificationId }, body: declared })
  const { findingId } = await verifier.call(openFinding, {
    params: { verificationId },
    body: { type: 'CAR', words: 'Plot 4 was counted twice.', ownerSide: 'proponent' },
  })
  const { sha256, documentId } = await aDocument(proponent, 'finding', findingId, { title: 'Recount' })
  const writeFinding = (caller: Caller, act: 'respond' | 'ask' | 'close', words: string) =>
    caller.call(answerFinding, { params: { findingId }, body: { act, words } })
  await writeFinding(proponent, 'respond', 'Here is the recount.')
  await writeFinding(verifier, 'ask', 'Of which plot?')
  await writeFinding(proponent, 'respond', 'Of plot 4.')
  await writeFinding(verifier, 'close', 'In order.')
  const responses = await linesOf(verifier, tenant, projectId, 'verification.respond')
  expect(responses).toMatchObject([
    { side: 'proponent', account: 'The proponent', reason: 'Of plot 4.' },
    {
      reason: 'Here is the recount.',
      files: [{ name: 'Recount.pdf', sha256, document: { documentId, isOpen: false } }],
    },
  ])
  expect(await linesOf(proponent, tenant, projectId, 'verification.close')).toMatchObject([{ reason: 'In order.' }])
  for (const act of ['openFinding', 'respond', 'ask', 'close']) {
    expect(await linesOf(tenant.visitor, tenant, projectId, `verification.${act}`)).toEqual([])
    expect(await linesOf(tenant.buyer, tenant, projectId, `verification.${act}`)).toEqual([])
  }
})

test('an act names the files that it rested on, as they were then, and opens those that the reader may read', async () => {
  const tenant = await aTenant()
  const { measurer, proponent, visitor } = tenant
  const { projectId } = await anApprovedProject(tenant)
  const { measurementId } = await measurer.call(openMeasurement, {
    body: { projectId, periodStart: '2024-01-01', periodEnd: '2024-12-31' },
  })
  const report = { title: 'Report', isPublic: true }
  await aDocument(measurer, 'measurement', measurementId, { ...report, name: 'first draft.pdf' })
  const open = await aDocument(measurer, 'measurement', measurementId, report)
  const closed = await aDocument(measurer, 'measurement', measurementId, { title: 'Household interviews' })
  await measurer.call(submitMeasurement, { params: { measurementId }, body: { quantity: 10 } })
  await proponent.call(decideMeasurement, { params: { measurementId }, body: { act: 'accept' } })

  const filesOf = async (caller: Caller) => (await linesOf(caller, tenant, projectId, 'measurement.accept'))[0]?.files
  const names = (files: TimelineEntry['files'] | undefined) => files?.map(({ name }) => name).sort()
  expect(names(await filesOf(proponent))).toEqual(['Household interviews.pdf', 'Report.pdf'])
  for (const caller of [proponent, measurer, tenant.tenantAdmin]) {
    const files = await filesOf(caller)
    expect(files?.find(({ sha256 }) => sha256 === closed.sha256)?.document).toMatchObject({ isOpen: false })
  }
  for (const caller of [visitor, tenant.buyer]) {
    const files = await filesOf(caller)
    expect(files).toMatchObject([{ name: 'Report.pdf', sha256: open.sha256, document: { isOpen: true } }])
    const address = pathOf(files?.[0]?.document?.url ?? '')
    expect((await visitor.fetch(address)).status).toBe(200)
    expect(JSON.stringify(files)).not.toContain(closed.sha256)
  }
})
