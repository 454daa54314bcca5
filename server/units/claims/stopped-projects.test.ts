import { extractText } from 'unpdf'
import { expect, test } from 'vitest'
import { createClaim, readClaim } from '#shared/contract/claims.ts'
import { listNotices } from '#shared/contract/notices.ts'
import { decidePending } from '#shared/contract/pending.ts'
import { decideProject } from '#shared/contract/projects.ts'
import { changeSettings } from '#shared/contract/settings.ts'
import { listBalances, previewMovement, transferUnits } from '#shared/contract/wallet.ts'
import { aDayLater } from '#tests/kit/a-day-later.ts'
import { anIssuedAsset, transferred } from '#tests/kit/acts.ts'
import type { TenantOfTest } from '#tests/kit/cast.ts'
import { aTenant } from '#tests/kit/tenant.ts'

const reason = 'Monitoring reports are under investigation.'
const suspended = { status: 'suspended', reason }
const claimable = { ...suspended, mayBeClaimed: true }

async function buyerNotices({ buyer }: TenantOfTest, assetId: string) {
  const notices = (await buyer.call(listNotices)).items.filter(({ kind }) => kind.startsWith('units.'))
  const balances = await buyer.call(listBalances, { query: { accountId: 'buyer' } })
  const preview = await buyer.call(previewMovement, { body: { items: [{ assetId, quantity: 1 }] } })
  return {
    notices: notices.map(({ kind, facts }) => [kind, facts.reason ?? null]),
    wallet: balances.items.map(({ stop }) => stop),
    preview: preview.items.map(({ stop }) => stop),
  }
}

test('holders of units of a suspended project are notified, and claims of these units show the suspension', async () => {
  const tenant = await aTenant()
  const { tenantAdmin, buyer, visitor, measurer, world } = tenant
  const { assetId, projectId } = await anIssuedAsset(tenant, { quantity: 10 })
  await transferred(tenant, { assetId, quantity: 10, toAccountId: 'buyer' })
  const decide = (act: 'suspend' | 'resume', words?: string) =>
    tenantAdmin.call(decideProject, { params: { projectId }, body: { act, ...(words && { reason: words }) } })
  const claimed = () =>
    buyer.call(createClaim, {
      body: {
        items: [{ assetId, quantity: 1 }],
        beneficiaryKind: 'anonymous',
        purpose: 'personal',
        isAuthorised: true,
      },
    })

  const before = await buyerNotices(tenant, assetId)
  expect([before.wallet, before.preview]).toEqual([[null], [null]])
  const usual = await claimed()
  expect(usual.stoppedProjects).toEqual([])

  await decide('suspend', reason)
  const notices = await buyerNotices(tenant, assetId)
  expect(notices).toMatchObject({ wallet: [claimable], preview: [claimable] })
  expect(notices.notices).toContainEqual(['units.suspend', reason])
  // The project's provider learns of the suspension, not of held units.
  const noticeKinds = (await measurer.call(listNotices)).items.map(({ kind }) => kind)
  expect(noticeKinds).toContain('project.suspend')
  expect(noticeKinds).not.toContain('units.suspend')
  const claim = await claimed()
  expect(claim.stoppedProjects).toEqual([
    { projectKey: claim.projectKey, projectName: claim.project, now: suspended, whenClaimed: suspended },
  ])

  await decide('resume')
  expect(await buyerNotices(tenant, assetId)).toMatchObject({ wallet: [null], preview: [null] })
  const kinds = (await buyer.call(listNotices)).items.map(({ kind }) => kind)
  expect(kinds).toContain('units.resume')
  const read = async (claimId: string) => visitor.call(readClaim, { params: { claimId } })
  expect((await read(claim.claimId)).stoppedProjects).toMatchObject([{ now: null, whenClaimed: suspended }])
  expect((await read(usual.claimId)).stoppedProjects).toEqual([])

  await world.settled(claim.transactionId)
  await expect.poll(async () => (await read(claim.claimId)).certificate).not.toBeNull()
  const answer = await visitor.fetch(`/certificates/${tenant.tenant.id}/${claim.claimId}.pdf`)
  const { text } = await extractText(new Uint8Array(await answer.arrayBuffer()), { mergePages: true })
  expect(text).toMatch(/Status when retired\s+Suspended/)
})

test('a registry that refuses claims of stopped projects shows this before the claim, and allows transfers', async () => {
  const tenant = await aTenant()
  const { tenantAdmin, buyer } = tenant
  const { assetId, projectId } = await anIssuedAsset(tenant, { quantity: 10 })
  const other = await anIssuedAsset(tenant, { quantity: 10 })
  for (const id of [assetId, other.assetId])
    await transferred(tenant, { assetId: id, quantity: 10, toAccountId: 'buyer' })
  await tenantAdmin.call(changeSettings, { body: { claimsOfStoppedProjects: false } })
  const facts = { beneficiaryKind: 'anonymous', purpose: 'personal', isAuthorised: true } as const
  const claimOf = (...assetIds: string[]) =>
    buyer.call(createClaim, { body: { ...facts, items: assetIds.map((id) => ({ assetId: id, quantity: 1 })) } })
  await claimOf(assetId)

  await tenantAdmin.call(decideProject, { params: { projectId }, body: { act: 'suspend', reason } })
  expect((await buyerNotices(tenant, assetId)).preview).toEqual([{ ...suspended, mayBeClaimed: false }])
  for (const assets of [[assetId], [other.assetId, assetId]]) {
    await expect(claimOf(...assets)).rejects.toMatchObject({
      code: 'conflict',
      refusal: { reason: 'units.claimOfStopped', facts: { status: 'suspended' } },
    })
  }
  await claimOf(other.assetId)
  const balances = await buyer.call(listBalances, { query: { accountId: 'buyer' } })
  expect(balances.items.map(({ balance }) => balance)).toEqual([9, 9])
  await transferred({ ...tenant, proponent: buyer }, { assetId, quantity: 1, toAccountId: 'proponent' })

  await tenantAdmin.call(changeSettings, { body: { claimsOfStoppedProjects: true } })
  await expect(claimOf(assetId)).rejects.toMatchObject({ code: 'conflict' })
  await aDayLater(tenant)
  await claimOf(assetId)
})

test('a registry that refuses transfers of stopped projects shows this before the transfer, and allows claims', async () => {
  const tenant = await aTenant()
  const { tenantAdmin, buyer, proponent } = tenant
  const { assetId, projectId } = await anIssuedAsset(tenant, { quantity: 10 })
  await transferred(tenant, { assetId, quantity: 9, toAccountId: 'buyer' })
  await tenantAdmin.call(changeSettings, { body: { transfersOfStoppedProjects: false, acceptsTransfers: true } })
  const transfer = () =>
    transferred({ ...tenant, proponent: buyer }, { assetId, quantity: 1, toAccountId: 'proponent' })
  const waits = await buyer.wait(transferUnits, {
    body: { toAccountId: 'proponent', items: [{ assetId, quantity: 1 }] },
  })

  await tenantAdmin.call(decideProject, { params: { projectId }, body: { act: 'suspend', reason } })
  const refused = { code: 'conflict', refusal: { reason: 'units.transferOfStopped', facts: { status: 'suspended' } } }
  expect((await buyerNotices(tenant, assetId)).preview).toEqual([{ ...claimable, mayBeTransferred: false }])
  await expect(transfer()).rejects.toMatchObject(refused)
  const accepting = { decision: 'proceed', waitsFor: 'acceptance' } as const
  const params = { pendingId: waits.pendingId }
  await expect(proponent.call(decidePending, { params, body: accepting })).rejects.toMatchObject(refused)
  const facts = { beneficiaryKind: 'anonymous', purpose: 'personal', isAuthorised: true } as const
  await buyer.call(createClaim, { body: { ...facts, items: [{ assetId, quantity: 1 }] } })

  await tenantAdmin.call(changeSettings, { body: { transfersOfStoppedProjects: true } })
  await aDayLater(tenant)
  expect((await buyerNotices(tenant, assetId)).preview).toEqual([claimable])
  await proponent.call(decidePending, { params, body: accepting })
})
