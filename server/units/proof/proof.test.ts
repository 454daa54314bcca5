import { expect, test } from 'vitest'
import { checkProof } from '#proof/check.ts'
import { claimRecord, privateHash } from '#proof/claim.ts'
import { createClaim, readOwnWords } from '#shared/contract/claims.ts'
import { readProof, readPublicRecord } from '#shared/contract/transactions.ts'
import { burnUnits } from '#shared/contract/wallet.ts'
import { anIssuedAsset, transferred } from '#tests/kit/acts.ts'
import { aTenant } from '#tests/kit/tenant.ts'

test('every kind of movement has a proof that holds, and neighbours hold together', async () => {
  const tenant = await aTenant()
  const { buyer, tenantAdmin } = tenant
  const { assetId, transaction } = await anIssuedAsset(tenant, { quantity: 1_000 })
  const given = await transferred(tenant, { assetId, quantity: 300, toAccountId: 'buyer' })
  const claim = await buyer.call(createClaim, { body: { ...anonymous, items: [{ assetId, quantity: 3 }] } })
  const accountId = transaction.to?.accountId ?? ''
  const burnt = await tenantAdmin.call(burnUnits, {
    body: { accountId, items: [{ assetId, quantity: 5 }], reason: 'Counted twice.' },
  })
  const ids = [transaction.transactionId, given.transactionId, claim.transactionId, burnt.transactionId]
  const proofs = await Promise.all(ids.map((id) => proofOf(tenant, id)))
  for (const proof of proofs) expect(checkProof(proof).filter(({ holds }) => !holds)).toEqual([])
  expect(proofs.map(({ document }) => document !== null)).toEqual([true, false, true, false])
  for (const [index, { link }] of proofs.entries()) {
    if (index > 0) expect(link.previousHash).toBe(proofs[index - 1]?.link.hash)
  }
  const record = await tenant.visitor.call(readPublicRecord, { params: { transactionId: claim.transactionId } })
  expect(record.ledger).toMatchObject({ hash: proofs[2]?.link.hash, previousHash: proofs[2]?.link.previousHash })
})

test('the private words of a claim enter by a hash that only its account can open', async () => {
  const tenant = await aTenant({ holds: { buyer: 10 } })
  const { buyer, visitor } = tenant
  const [{ assetId } = { assetId: '' }] = await tenant.world.sql<{ assetId: string }[]>`
    select asset_id as "assetId" from balance where tenant_id = ${tenant.tenant.id} and account_id = 'buyer'`
  const items = [{ assetId, quantity: 1 }]
  const own = { ...anonymous, items, note: 'Paid by cost centre nine', ownReference: 'PO-2026-77' }
  const claim = await buyer.call(createClaim, { body: own })
  const again = await buyer.call(createClaim, { body: own })
  const open = await buyer.call(createClaim, { body: { ...own, noteIsPublic: true } })
  const [words, wordsAgain, openWords] = await Promise.all(
    [claim, again, open].map(async ({ transactionId }) => {
      const { document } = await proofOf(tenant, transactionId)
      return { document: document ?? '', record: claimRecord.parse(JSON.parse(document ?? '')) }
    }),
  )
  expect(words?.document).not.toContain('cost centre')
  expect(words?.document).not.toContain('PO-2026')
  expect(words?.record.privateHash).not.toBe(wordsAgain?.record.privateHash)
  expect(openWords?.record.note).toBe('Paid by cost centre nine')

  const opened = await buyer.call(readOwnWords, { params: { claimId: claim.claimId } })
  const note = opened.privateNote
  expect(privateHash(opened.privateSalt ?? '', { note, ownReference: opened.ownReference })).toBe(
    words?.record.privateHash,
  )
  const reference = await buyer.call(readOwnWords, { params: { claimId: open.claimId } })
  expect(privateHash(reference.privateSalt ?? '', { note: '', ownReference: reference.ownReference })).toBe(
    openWords?.record.privateHash,
  )
  const params = { claimId: claim.claimId }
  await expect(visitor.call(readOwnWords, { params })).rejects.toMatchObject({ status: 401 })
})

test('a claim without private words has no private hash', async () => {
  const tenant = await aTenant()
  const { assetId } = await anIssuedAsset(tenant, { quantity: 10 })
  const claim = await tenant.proponent.call(createClaim, { body: { ...anonymous, items: [{ assetId, quantity: 3 }] } })
  const { document } = await proofOf(tenant, claim.transactionId)
  expect(document).not.toContain('privateHash')
  expect(await tenant.proponent.call(readOwnWords, { params: { claimId: claim.claimId } })).toMatchObject({
    privateSalt: null,
  })
})

test('there is no proof of a movement that is not there, or of another registry', async () => {
  const [tenant, other] = [await aTenant(), await aTenant()]
  const { transaction } = await anIssuedAsset(tenant, { quantity: 10 })
  await proofOf(tenant, transaction.transactionId)
  const ask = (transactionId: string, tenantId: string) =>
    tenant.visitor.call(readProof, { params: { transactionId }, query: { tenantId } })
  await expect(ask('nothing', tenant.tenant.id)).rejects.toMatchObject({ status: 404 })
  await expect(ask(transaction.transactionId, other.tenant.id)).rejects.toMatchObject({ status: 404 })
})

const anonymous = {
  beneficiaryKind: 'anonymous',
  purpose: 'other',
  purposeDetail: 'A test',
  isAuthorised: true,
} as const

/** The proof exists once the movement is linked. */
async function proofOf({ visitor, tenant, world }: Awaited<ReturnType<typeof aTenant>>, transactionId: string) {
  await world.linked()
  return visitor.call(readProof, { params: { transactionId }, query: { tenantId: tenant.id } })
}
