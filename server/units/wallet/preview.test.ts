import { expect, test } from 'vitest'
import { updateAccount } from '#shared/contract/accounts.ts'
import { createClaim } from '#shared/contract/claims.ts'
import { changeProtection, readProtection } from '#shared/contract/pending.ts'
import { decideProject } from '#shared/contract/projects.ts'
import { changeSettings } from '#shared/contract/settings.ts'
import { burnUnits, listBalances, previewMovement, transferUnits } from '#shared/contract/wallet.ts'
import { groupName } from '#shared/rules/groups.ts'
import { anIssuedAsset, transferred } from '#tests/kit/acts.ts'
import { aTenant } from '#tests/kit/tenant.ts'

async function withUnits() {
  const tenant = await aTenant()
  const { assetId, projectId } = await anIssuedAsset(tenant, { quantity: 100 })
  const items = [{ assetId, quantity: 30 }]
  const body = { toAccountId: 'buyer', items }
  const preview = () => tenant.proponent.call(previewMovement, { body })
  const transfer = (previewId: string, changed: Partial<typeof body> = {}) =>
    tenant.proponent.call(transferUnits, { body: { ...body, ...changed, previewId } })
  const held = async () => {
    const { items } = await tenant.tenantAdmin.call(listBalances, { query: { accountId: 'proponent' } })
    return items[0]?.balance
  }
  return { ...tenant, assetId, projectId, items, body, preview, transfer, held }
}

const refused = (reason: string) => ({ status: 409, code: 'conflict', refusal: { reason } })
/** The preview of now in a refusal. */
const previewIn = (error: unknown) => previewMovement.reply.parse(Object(error).details[0].meanwhile.now)

test('a transfer that names its preview moves what the preview showed', async () => {
  const { preview, transfer, held, buyer } = await withUnits()
  const { previewId, goodUntil, recipient, items } = await preview()
  const minutes = (Date.parse(goodUntil) - Date.now()) / 60_000
  expect(minutes).toBeGreaterThan(8)
  expect(minutes).toBeLessThan(12)
  expect(recipient).toMatchObject({ accountId: 'buyer' })
  await transfer(previewId)
  const received = await buyer.call(listBalances, { query: { accountId: 'buyer' } })
  expect(received.items[0]?.serials).toEqual(items[0]?.serials)
  expect(await held()).toBe(70)
})

test('units that a colleague moved meanwhile: nothing moves, and the refusal has the preview of now', async () => {
  const { preview, transfer, held, assetId, ...tenant } = await withUnits()
  const { previewId } = await preview()
  await transferred(tenant, { assetId, quantity: 1, toAccountId: 'buyer' })
  const error = await transfer(previewId).catch((reason: unknown) => reason)
  expect(error).toMatchObject(refused('units.previewDiffers'))
  expect(await held()).toBe(99)
  const { previewId: next, items } = previewIn(error)
  expect(items[0]).toMatchObject({ balanceBefore: 99, serials: [{ first: 2, last: 31 }] })
  await transfer(next)
  expect(await held()).toBe(69)
})

test('a renamed recipient and a suspended project refuse the movement', async () => {
  const { preview, transfer, held, projectId, ...tenant } = await withUnits()
  const { previewId, recipient } = await preview()
  const groups = (['General', 'AccountAdmin'] as const).map((role) =>
    groupName({ tenantId: tenant.tenant.id, accountId: 'buyer', role }),
  )
  const admin = await tenant.addPerson(groups, 'buyer')
  await admin.call(updateAccount, { body: { name: 'Another name', was: { name: recipient?.name ?? '' } } })
  const error = await transfer(previewId).catch((reason: unknown) => reason)
  expect(error).toMatchObject(refused('units.previewDiffers'))
  expect(previewIn(error).recipient?.name).toBe('Another name')
  const suspend = { act: 'suspend', reason: 'Under review.' } as const
  await tenant.tenantAdmin.call(decideProject, { params: { projectId }, body: suspend })
  await expect(transfer(previewIn(error).previewId)).rejects.toMatchObject(refused('units.previewDiffers'))
  expect(await held()).toBe(100)
})

test('a preview is of one movement: not of another recipient or quantity', async () => {
  const { preview, transfer, held, assetId } = await withUnits()
  const { previewId } = await preview()
  await expect(transfer(previewId, { toAccountId: 'verifier' })).rejects.toMatchObject(refused('units.previewDiffers'))
  const more = { items: [{ assetId, quantity: 31 }] }
  await expect(transfer(previewId, more)).rejects.toMatchObject(refused('units.previewDiffers'))
  expect(await held()).toBe(100)
})

test('a preview is good for ten minutes, and an id that is none is refused', async () => {
  const { preview, transfer, held } = await withUnits()
  const { previewId } = await preview()
  const [until = '', hash = ''] = previewId.split('.')
  const past = (Number.parseInt(until, 36) - 11 * 60_000).toString(36)
  const error = await transfer(`${past}.${hash}`).catch((reason: unknown) => reason)
  expect(error).toMatchObject(refused('units.previewExpired'))
  expect(await held()).toBe(100)
  await transfer(previewIn(error).previewId)
  await expect(transfer('soon')).rejects.toMatchObject({ status: 400, code: 'invalid' })
})

test('a repeated call answers what was done, whatever changed since, and two at once move once', async () => {
  const { preview, held, body, proponent } = await withUnits()
  const send = (previewId: string, key: string) =>
    proponent.fetch(transferUnits.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify({ ...body, previewId }),
    })
  const { previewId } = await preview()
  const [one, other] = await Promise.all([send(previewId, 'one-act'), send(previewId, 'one-act')])
  expect([one.status, other.status]).toEqual([201, 201])
  const answer = await one.json()
  expect(await other.json()).toEqual(answer)
  expect(await held()).toBe(70)
  const [, hash = ''] = previewId.split('.')
  const repeated = await send(`00000000.${hash}`, 'one-act')
  expect([repeated.status, await repeated.json()]).toEqual([201, answer])
  expect((await send(previewId, 'another-act')).status).toBe(409)
  expect(await held()).toBe(70)
})

test('claims and burns are bound alike', async () => {
  const { items, proponent, tenantAdmin, assetId, held, ...tenant } = await withUnits()
  const ofClaim = await proponent.call(previewMovement, { body: { items } })
  const ofBurn = await tenantAdmin.call(previewMovement, { body: { accountId: 'proponent', items } })
  await transferred({ ...tenant, proponent, tenantAdmin }, { assetId, quantity: 5, toAccountId: 'buyer' })
  const claim = (previewId: string) =>
    proponent.call(createClaim, {
      body: { items, beneficiaryKind: 'anonymous', purpose: 'personal', isAuthorised: true, previewId },
    })
  const burn = (previewId: string) =>
    tenantAdmin.call(burnUnits, {
      body: { accountId: 'proponent', items, reason: 'Issued twice.', previewId },
    })
  const [noClaim, noBurn] = await Promise.all(
    [claim(ofClaim.previewId), burn(ofBurn.previewId)].map((done) => done.catch((reason: unknown) => reason)),
  )
  expect([noClaim, noBurn]).toMatchObject([refused('units.previewDiffers'), refused('units.previewDiffers')])
  expect(await held()).toBe(95)
  await claim(previewIn(noClaim).previewId)
  expect(await held()).toBe(65)
  await expect(burn(previewIn(noBurn).previewId)).rejects.toMatchObject(refused('units.previewDiffers'))
  expect(await held()).toBe(65)
})

test('a preview says for what the movement will wait, by its type, quantity and recipient', async () => {
  const { proponent, tenantAdmin, accountAdmin, tenant, addPerson, items, body, preview } = await withUnits()
  const waitsOf = async (more: object) => (await proponent.call(previewMovement, { body: { items, ...more } })).waits
  expect((await preview()).waits).toBeNull()
  await tenantAdmin.call(changeSettings, { body: { undoClaimsMinutes: 10 } })
  expect(await waitsOf({})).toMatchObject({ waitsFor: 'undo' })
  expect(await waitsOf({ type: 'transfer' })).toBeNull()

  const groups = (['General', 'AccountAdmin'] as const).map((role) =>
    groupName({ tenantId: tenant.id, accountId: 'buyer', role }),
  )
  const recipient = await addPerson(groups, 'buyer')
  await recipient.call(changeProtection, { body: { acceptsTransfers: true } })
  const { waits, previewId } = await preview()
  expect(waits).toMatchObject({ waitsFor: 'acceptance' })
  const made = await proponent.wait(transferUnits, { body: { ...body, previewId } })
  expect(made).toMatchObject({ waitsFor: 'acceptance', outcome: null })

  await accountAdmin.call(changeProtection, { body: { approvalFrom: 30 } })
  expect(await waitsOf({ toAccountId: body.toAccountId })).toMatchObject({ waitsFor: 'approval' })
  const fewer = items.map((item) => ({ ...item, quantity: 29 }))
  expect(await waitsOf({ items: fewer })).toMatchObject({ waitsFor: 'undo' })
  expect((await tenantAdmin.call(previewMovement, { body: { accountId: 'proponent', items } })).waits).toMatchObject({
    waitsFor: 'approval',
  })
})

test('an account’s admins change its protection one fact at a time, and overwrite nothing unseen', async () => {
  const { accountAdmin, proponent } = await withUnits()
  await accountAdmin.call(changeProtection, { body: { approvalFrom: 1_000, was: { approvalFrom: null } } })
  const { own } = await accountAdmin.call(changeProtection, { body: { acceptsTransfers: true } })
  expect(own).toEqual({ approvalFrom: 1_000, acceptsTransfers: true })
  const late = { approvalFrom: 5, was: { approvalFrom: null } }
  await expect(accountAdmin.call(changeProtection, { body: late })).rejects.toMatchObject({
    status: 409,
    code: 'changed_meanwhile',
  })
  await expect(proponent.call(changeProtection, { body: { approvalFrom: 5 } })).rejects.toMatchObject({ status: 403 })
  expect((await proponent.call(readProtection)).own).toEqual(own)
})
