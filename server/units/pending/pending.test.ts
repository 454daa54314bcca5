import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { listAudit } from '#shared/contract/audit.ts'
import { createClaim, listClaims } from '#shared/contract/claims.ts'
import { listNotices } from '#shared/contract/notices.ts'
import { readOutcome } from '#shared/contract/outcomes.ts'
import {
  changeProtection,
  decidePending,
  listPending,
  type PendingAct,
  readPending,
  readProtection,
} from '#shared/contract/pending.ts'
import { changeSettings } from '#shared/contract/settings.ts'
import { listTransactions } from '#shared/contract/transactions.ts'
import { burnUnits, listBalances, previewMovement, transferUnits } from '#shared/contract/wallet.ts'
import type { PendingDecision } from '#shared/rules/pending.ts'
import { anIssuedAsset } from '#tests/kit/acts.ts'
import type { Person } from '#tests/kit/person.ts'
import { aTenant } from '#tests/kit/tenant.ts'

type Waits = Partial<Record<'approvalFrom' | 'undoClaimsMinutes' | 'undoTransfersMinutes', number>> & {
  acceptsTransfers?: boolean
}

async function aRegistry(waits: Waits) {
  const tenant = await aTenant()
  const { assetId } = await anIssuedAsset(tenant, { quantity: 100 })
  await tenant.tenantAdmin.call(changeSettings, { body: waits })
  const items = (quantity: number) => [{ assetId, quantity }]
  const transferBody = (quantity: number) => ({ toAccountId: 'buyer', items: items(quantity) })
  const claimBody = (quantity: number) => ({
    items: items(quantity),
    beneficiaryKind: 'organisation' as const,
    beneficiary: 'Lake Bakery',
    purpose: 'personal' as const,
    isAuthorised: true as const,
  })
  const decide = (by: Person, { pendingId, waitsFor }: PendingAct, decision: PendingDecision, reason?: string) =>
    by.call(decidePending, {
      params: { pendingId },
      body: { decision, waitsFor, ...(reason !== undefined && { reason }) },
    })
  const balance = async (accountId: string) => {
    const { items } = await tenant.tenantAdmin.call(listBalances, { query: { accountId } })
    return { held: items[0]?.balance ?? 0, locked: items[0]?.locked ?? 0 }
  }
  /** Ends the stage now; the server's worker does the rest. */
  const pass = ({ pendingId }: PendingAct) =>
    tenant.world.sql`
      update pending_act set ends_at = now() where tenant_id = ${tenant.tenant.id} and id = ${pendingId} and outcome is null`
  const ended = (act: PendingAct) =>
    expect.poll(async () => (await readAs(tenant.proponent, act)).outcome, { timeout: 10_000 }).not.toBeNull()
  return { ...tenant, assetId, items, transferBody, claimBody, decide, balance, pass, ended }
}

const readAs = (by: Person, { pendingId }: PendingAct) => by.call(readPending, { params: { pendingId } })
const toldOf = async (person: Person, kind: string) => {
  const { items } = await person.call(listNotices)
  return items.filter((notice) => notice.kind === kind).length
}

test('a second person approves: units are locked meanwhile, and exactly these move', async () => {
  const { proponent, accountAdmin, buyer, decide, transferBody, balance, ...registry } = await aRegistry({
    approvalFrom: 10,
  })
  await proponent.call(transferUnits, { body: transferBody(9) })
  const act = await proponent.wait(transferUnits, { body: transferBody(10) })
  expect(act).toMatchObject({
    type: 'transfer',
    waitsFor: 'approval',
    outcome: null,
    quantity: 10,
    decisions: ['withdraw'],
  })
  expect(act.items[0]?.serials).toMatchObject([{ first: 10, last: 19 }])
  expect(await balance('proponent')).toEqual({ held: 81, locked: 10 })
  await expect(decide(proponent, act, 'proceed')).rejects.toMatchObject({ code: 'own_work' })
  await expect(readAs(buyer, act)).rejects.toMatchObject({ code: 'not_found' })
  await expect.poll(() => toldOf(accountAdmin, 'pending.approval'), { timeout: 10_000 }).toBe(1)
  expect(await toldOf(proponent, 'pending.approval')).toBe(0)
  expect((await readAs(accountAdmin, act)).decisions).toEqual(['proceed', 'refuse', 'withdraw'])
  const done = await decide(accountAdmin, act, 'proceed')
  expect(done).toMatchObject({ outcome: 'done', approvedBy: expect.any(String), decisions: [] })
  expect(await balance('proponent')).toEqual({ held: 81, locked: 0 })
  const { items } = await buyer.call(listTransactions, { query: { accountId: 'buyer' } })
  expect(items[0]).toMatchObject({ transactionId: act.pendingId, quantity: 10 })
  await expect(decide(accountAdmin, act, 'proceed')).rejects.toMatchObject({ code: 'conflict' })
  await expect.poll(() => toldOf(proponent, 'pending.done'), { timeout: 10_000 }).toBe(1)
  const { items: lines } = await registry.tenantAdmin.call(listAudit, { query: { act: 'pending' } })
  expect(lines.map((line) => line.act)).toEqual(['pending.approve', 'pending.prepare'])
  expect(await registry.world.sql`select * from ledger_strays(${registry.tenant.id})`).toEqual([])
})

test('a recipient accepts or refuses with a reason, and an offer expires once, with its units free again', async () => {
  const { proponent, accountAdmin, buyer, decide, transferBody, balance, pass, ended } = await aRegistry({
    acceptsTransfers: true,
  })
  const first = await proponent.wait(transferUnits, { body: transferBody(10) })
  expect((await readAs(buyer, first)).decisions).toEqual(['proceed', 'refuse'])
  await expect(decide(accountAdmin, first, 'proceed')).rejects.toMatchObject({ code: 'forbidden' })
  await decide(buyer, first, 'proceed')
  expect(await balance('buyer')).toEqual({ held: 10, locked: 0 })
  const second = await proponent.wait(transferUnits, { body: transferBody(5) })
  await expect(decide(buyer, second, 'refuse')).rejects.toMatchObject({ code: 'invalid' })
  expect(await decide(buyer, second, 'refuse', 'Not ordered')).toMatchObject({
    outcome: 'refused',
    endedReason: 'Not ordered',
  })
  const third = await proponent.wait(transferUnits, { body: transferBody(7) })
  await pass(third)
  await ended(third)
  expect(await readAs(proponent, third)).toMatchObject({ outcome: 'expired', endedBy: null })
  expect(await balance('proponent')).toEqual({ held: 90, locked: 0 })
  await expect.poll(() => toldOf(buyer, 'pending.expired'), { timeout: 10_000 }).toBe(1)
  expect(await toldOf(proponent, 'pending.expired')).toBe(1)
  const { items, total } = await buyer.call(listPending, { query: { accountId: 'buyer', state: 'ended' } })
  expect(items.map(({ outcome }) => outcome)).toEqual(['expired', 'refused', 'done'])
  expect(total).toBe(3)
})

test('a claim can be undone until its time ends; then it is retired with the words of its request', async () => {
  const { proponent, accountAdmin, claimBody, decide, balance, pass, ended, tenant } = await aRegistry({
    undoClaimsMinutes: 10,
  })
  const undone = await proponent.wait(createClaim, { body: claimBody(3) })
  expect(undone).toMatchObject({ waitsFor: 'undo', beneficiary: 'Lake Bakery', claimId: null })
  await decide(accountAdmin, undone, 'withdraw')
  const kept = await proponent.wait(createClaim, { body: claimBody(4) })
  expect((await proponent.call(listClaims, { query: { tenantId: tenant.id } })).items).toEqual([])
  await pass(kept)
  await ended(kept)
  const done = await readAs(proponent, kept)
  await expect.poll(() => toldOf(proponent, 'pending.done'), { timeout: 10_000 }).toBe(1)
  expect(done.outcome).toBe('done')
  const { items } = await proponent.call(listClaims, { query: { tenantId: tenant.id } })
  expect(items).toMatchObject([{ claimId: done.claimId, beneficiary: 'Lake Bakery', quantity: 4 }])
  expect(await balance('proponent')).toEqual({ held: 96, locked: 0 })
})

test('a repeated call answers the same act, and what became of it after the end', async () => {
  const { proponent, transferBody, decide, buyer } = await aRegistry({ acceptsTransfers: true })
  const call = { body: transferBody(10), headers: { 'idempotency-key': randomUUID() } }
  const [one, two] = await Promise.all([proponent.wait(transferUnits, call), proponent.wait(transferUnits, call)])
  expect(two.pendingId).toBe(one.pendingId)
  const outcome = () => proponent.call(readOutcome, { query: { key: call.headers['idempotency-key'] } })
  expect(await outcome()).toMatchObject({ isDone: true, call: 'transferUnits' })
  await decide(buyer, one, 'proceed')
  expect(await proponent.call(transferUnits, call)).toMatchObject({ transactionId: one.pendingId })
})

test('approval comes before acceptance; one of two who decide at once is refused', async () => {
  const { proponent, accountAdmin, buyer, decide, transferBody, balance } = await aRegistry({
    approvalFrom: 1,
    acceptsTransfers: true,
  })
  const act = await proponent.wait(transferUnits, { body: transferBody(10) })
  const offered = await decide(accountAdmin, act, 'proceed')
  expect(offered).toMatchObject({ waitsFor: 'acceptance', outcome: null })
  const both = await Promise.allSettled([decide(buyer, offered, 'proceed'), decide(proponent, offered, 'withdraw')])
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const [{ held, locked }, received] = [await balance('proponent'), await balance('buyer')]
  expect([locked, held + received.held]).toEqual([0, 100])
})

test('a preview binds the act that waits; a burn waits for a second admin of the registry', async () => {
  const { proponent, tenantAdmin, items, transferBody, decide, addPerson, tenant, balance } = await aRegistry({
    approvalFrom: 1,
  })
  const { previewId } = await proponent.call(previewMovement, { body: transferBody(10) })
  await proponent.wait(transferUnits, { body: { ...transferBody(10), previewId } })
  await expect(proponent.wait(transferUnits, { body: { ...transferBody(10), previewId } })).rejects.toMatchObject({
    refusal: { reason: 'units.previewDiffers' },
  })
  const burning = { body: { accountId: 'proponent', items: items(20), reason: 'a correction' } }
  await expect(tenantAdmin.wait(burnUnits, burning)).rejects.toMatchObject({
    refusal: { reason: 'pending.nobodyApproves' },
  })
  const second = await addPerson([`${tenant.id}|operator|General`, `${tenant.id}|TenantAdmin`], 'operator')
  const act = await tenantAdmin.wait(burnUnits, burning)
  expect((await readAs(proponent, act)).decisions).toEqual([])
  await decide(second, act, 'proceed')
  expect(await balance('proponent')).toEqual({ held: 70, locked: 10 })
})

test('a recipient that was suspended meanwhile: the act fails, its units are free, and its people are told', async () => {
  const { proponent, accountAdmin, transferBody, balance, pass, ended, world, tenant } = await aRegistry({
    undoTransfersMinutes: 5,
  })
  const act = await proponent.wait(transferUnits, { body: transferBody(10) })
  await world.sql`update account set status = 'suspended' where tenant_id = ${tenant.id} and id = 'buyer'`
  await pass(act)
  await ended(act)
  expect(await readAs(proponent, act)).toMatchObject({
    outcome: 'failed',
    endedReason: null,
    endedBecause: { reason: 'units.receiverStands', facts: { of: 'account', status: 'suspended' } },
  })
  expect(await balance('proponent')).toEqual({ held: 100, locked: 0 })
  await expect.poll(() => toldOf(accountAdmin, 'pending.failed'), { timeout: 10_000 }).toBe(1)
  expect(await toldOf(proponent, 'pending.failed')).toBe(1)
})

test('an account asks for more than its registry, never for less, and its admins change that', async () => {
  const { proponent, accountAdmin, buyer, transferBody } = await aRegistry({ approvalFrom: 50 })
  await expect(
    proponent.call(changeProtection, { body: { approvalFrom: null, acceptsTransfers: true } }),
  ).rejects.toMatchObject({ code: 'forbidden' })
  await accountAdmin.call(changeProtection, { body: { approvalFrom: 20, acceptsTransfers: false } })
  expect(await proponent.call(readProtection)).toMatchObject({
    own: { approvalFrom: 20, acceptsTransfers: false },
    registry: { approvalFrom: 50, acceptsTransfers: false },
  })
  await proponent.wait(transferUnits, { body: transferBody(20) })
  await accountAdmin.call(changeProtection, { body: { approvalFrom: 1_000, acceptsTransfers: false } })
  await proponent.wait(transferUnits, { body: transferBody(50) })
  await proponent.call(transferUnits, { body: transferBody(5) })
  expect((await buyer.call(listBalances, { query: { accountId: 'buyer' } })).items[0]?.balance).toBe(5)
})
