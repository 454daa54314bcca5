import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { listAudit } from '#shared/contract/audit.ts'
import { listNotices } from '#shared/contract/notices.ts'
import { readOutcome } from '#shared/contract/outcomes.ts'
import { decidePending, listPending, type PendingAct, readPending } from '#shared/contract/pending.ts'
import { decideProject } from '#shared/contract/projects.ts'
import { changeSettings } from '#shared/contract/settings.ts'
import { stopAccount } from '#shared/contract/stops.ts'
import { listTasks } from '#shared/contract/tasks.ts'
import { readVerification } from '#shared/contract/verifications.ts'
import { mintUnits, previewMovement, transferUnits } from '#shared/contract/wallet.ts'
import { groupName } from '#shared/rules/groups.ts'
import type { PendingDecision } from '#shared/rules/pending.ts'
import { aVerifiedQuantity } from '#tests/kit/acts.ts'
import type { Person } from '#tests/kit/person.ts'
import { aTenant } from '#tests/kit/tenant.ts'

type Outcome = Omit<Parameters<typeof aVerifiedQuantity>[1], 'quantity'> & { quantity?: number }

/** A registry in which a mint of 10 units and more waits, with 100 verified ones. */
async function aRegistry(outcome: Outcome = {}) {
  const tenant = await aTenant()
  const { id } = tenant.tenant
  const { verificationId, projectId } = await aVerifiedQuantity(tenant, { quantity: 100, ...outcome })
  await tenant.tenantAdmin.call(changeSettings, { body: { approvalFrom: 10 } })
  const mint = (by: Person, quantity: number) => by.wait(mintUnits, { body: { verificationId, quantity } })
  const decide = (by: Person, { pendingId }: PendingAct, decision: PendingDecision, reason?: string) =>
    by.call(decidePending, {
      params: { pendingId },
      body: { decision, waitsFor: 'approval', ...(reason !== undefined && { reason }) },
    })
  const verified = async () => {
    const {
      issued,
      available,
      reserved = 0,
    } = await tenant.proponent.call(readVerification, {
      params: { verificationId },
    })
    return { issued, available, reserved }
  }
  const faults = () =>
    tenant.world.sql`
      select fault from ledger_faults(${id}) union all select fault from ledger_strays(${id})
      union all select fault from kept_sum_faults(${id}) fault`
  const admins = [groupName({ tenantId: id, accountId: null, role: 'TenantAdmin' })]
  const secondAdmin = () =>
    tenant.addPerson([groupName({ tenantId: id, accountId: 'operator', role: 'General' }), ...admins], 'operator')
  return { ...tenant, id, admins, verificationId, projectId, mint, decide, verified, faults, secondAdmin }
}

const readAs = (by: Person, { pendingId }: PendingAct) => by.call(readPending, { params: { pendingId } })
const toldOf = async (person: Person, kind: string) =>
  (await person.call(listNotices)).items.filter((notice) => notice.kind === kind).length

test('a mint reserves what is verified; an admin of the registry approves it, and exactly that is issued', async () => {
  const { proponent, accountAdmin, tenantAdmin, verificationId, decide, verified, faults, id, world } =
    await aRegistry()
  const call = { body: { verificationId, quantity: 60 }, headers: { 'idempotency-key': randomUUID() } }
  const [act, same] = await Promise.all([proponent.wait(mintUnits, call), proponent.wait(mintUnits, call)])
  expect(same.pendingId).toBe(act.pendingId)
  expect(act).toMatchObject({
    type: 'mint',
    waitsFor: 'approval',
    from: { accountId: 'proponent' },
    to: null,
    quantity: 60,
    items: [{ verificationId, vintage: '2024', quantity: 60, serials: [] }],
    decisions: ['withdraw'],
  })
  expect(await world.sql`select id from asset where tenant_id = ${id}`).toEqual([])
  expect(await verified()).toEqual({ issued: 0, available: 40, reserved: 60 })
  expect(await faults()).toEqual([])
  await expect(proponent.wait(mintUnits, { body: { verificationId, quantity: 41 } })).rejects.toMatchObject({
    code: 'exceeds_verified',
  })
  await proponent.call(mintUnits, { body: { verificationId, quantity: 9 } })
  expect((await proponent.wait(mintUnits, call)).pendingId).toBe(act.pendingId)
  await expect.poll(() => toldOf(tenantAdmin, 'pending.approval'), { timeout: 10_000 }).toBe(1)
  expect(await toldOf(accountAdmin, 'pending.approval')).toBe(1)
  expect((await readAs(accountAdmin, act)).decisions).toEqual(['withdraw'])
  expect((await tenantAdmin.call(listPending, { query: { accountId: 'proponent' } })).items).toMatchObject([
    { pendingId: act.pendingId, decisions: ['proceed', 'refuse', 'withdraw'] },
  ])
  const ofRegistry = (by: Person) => by.call(listPending, { query: { state: 'waiting' } })
  expect((await ofRegistry(tenantAdmin)).items).toMatchObject([{ pendingId: act.pendingId }])
  await expect(ofRegistry(accountAdmin)).rejects.toMatchObject({ refusal: { reason: 'pending.registryOnly' } })

  const done = await decide(tenantAdmin, act, 'proceed')
  expect(done).toMatchObject({ outcome: 'done', items: [{ serials: [{ first: 10, last: 69 }] }], decisions: [] })
  expect(await proponent.call(mintUnits, call)).toMatchObject({
    transactionId: act.pendingId,
    type: 'mint',
    quantity: 60,
  })
  expect(await proponent.call(readOutcome, { query: { key: call.headers['idempotency-key'] } })).toMatchObject({
    isDone: true,
    call: 'mintUnits',
  })
  expect(await verified()).toEqual({ issued: 69, available: 31, reserved: 0 })
  expect(
    await world.sql`
      select document_hash = sha256(convert_to(mint_text(tenant_id, id), 'UTF8')) as "hasDocument" from transaction
      where tenant_id = ${id} and id = ${act.pendingId}`,
  ).toEqual([{ hasDocument: true }])
  await expect.poll(() => toldOf(proponent, 'pending.done'), { timeout: 10_000 }).toBe(1)
  const { items: lines } = await tenantAdmin.call(listAudit, { query: { act: 'pending' } })
  expect(lines.map((line) => line.act)).toEqual(['pending.approve', 'pending.prepare'])
  expect(await faults()).toEqual([])
})

test('nobody approves who prepared the mint, from whatever account, or belonged to its verifier; nor where nobody else could', async () => {
  const { proponent, tenantAdmin, mint, decide, id, admins, secondAdmin, world, addPerson } = await aRegistry()
  await expect(mint(tenantAdmin, 10)).rejects.toMatchObject({ refusal: { reason: 'pending.nobodyApproves' } })
  const act = await mint(proponent, 10)
  await world.sql`
    update app_user set groups = groups || ${admins}::text[] where tenant_id = ${id} and username = ${proponent.username}`
  await expect(decide(proponent, act, 'proceed')).rejects.toMatchObject({ refusal: { reason: 'pending.samePerson' } })
  const ofVerifier = await addPerson(
    [groupName({ tenantId: id, accountId: 'verifier', role: 'General' }), ...admins],
    'verifier',
  )
  expect((await readAs(ofVerifier, act)).decisions).toEqual(['withdraw'])
  await expect(decide(ofVerifier, act, 'proceed')).rejects.toMatchObject({ code: 'own_work' })
  const second = await secondAdmin()
  await decide(second, await mint(tenantAdmin, 20), 'proceed')
  await decide(second, act, 'proceed')
})

test('refused, taken back or expired, nothing is issued, and the quantity can be issued again', async () => {
  const { proponent, tenantAdmin, accountAdmin, projectId, mint, decide, verified, faults, id, world } =
    await aRegistry()
  const tasks = async () => (await proponent.call(listTasks)).items.map(({ kind }) => kind)
  const refused = await mint(proponent, 100)
  expect(await tasks()).toEqual([])
  await expect(decide(tenantAdmin, refused, 'refuse')).rejects.toMatchObject({ code: 'invalid' })
  expect(await decide(tenantAdmin, refused, 'refuse', 'The visit is missing.')).toMatchObject({
    outcome: 'refused',
    endedReason: 'The visit is missing.',
  })
  expect(await tasks()).toEqual(['units.mint'])
  await decide(accountAdmin, await mint(proponent, 100), 'withdraw')
  const expired = await mint(proponent, 100)
  expect(Date.parse(expired.endsAt) - Date.parse(expired.preparedAt)).toBe(14 * 24 * 60 * 60 * 1000)
  await world.sql`update pending_act set ends_at = now() where tenant_id = ${id} and id = ${expired.pendingId}`
  await expect.poll(async () => (await readAs(proponent, expired)).outcome, { timeout: 10_000 }).toBe('expired')
  expect(await verified()).toEqual({ issued: 0, available: 100, reserved: 0 })

  const suspending = await mint(proponent, 100)
  // A stop of the account ends what would move its units; issuances still arrive.
  await proponent.call(stopAccount, { body: {} })
  const params = { projectId }
  await tenantAdmin.call(decideProject, { params, body: { act: 'suspend', reason: 'A complaint.' } })
  await expect(decide(tenantAdmin, suspending, 'proceed')).rejects.toMatchObject({
    refusal: { reason: 'units.notActive' },
  })
  expect((await readAs(proponent, suspending)).outcome).toBeNull()
  expect(await faults()).toEqual([])
})

test('vintages are reserved one by one; of two mints at once, and of two approvals, one is done', async () => {
  const byYear = [
    { year: 2024, quantity: 30 },
    { year: 2025, quantity: 70 },
  ]
  const across = { periodStart: '2024-07-01', periodEnd: '2025-12-31', byYear }
  const { proponent, tenantAdmin, mint, decide, verified, faults, secondAdmin, verificationId } = await aRegistry({
    across,
  })
  const mints = await Promise.allSettled([mint(proponent, 60), mint(tenantAdmin, 60).catch(() => mint(proponent, 60))])
  const [act] = mints.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  expect(mints.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  if (!act) throw new Error('No mint waits.')
  expect(act.items).toMatchObject([
    { vintage: '2024', quantity: 30 },
    { vintage: '2025', quantity: 30 },
  ])
  const of2024 = { verificationId, quantity: 5, byYear: [{ year: 2024, quantity: 5 }] }
  await expect(proponent.call(mintUnits, { body: of2024 })).rejects.toMatchObject({ code: 'exceeds_verified' })
  // Opens an asset of a vintage that the waiting mint also issues.
  await proponent.call(mintUnits, { body: { verificationId, quantity: 5, byYear: [{ year: 2025, quantity: 5 }] } })
  const second = await secondAdmin()
  const both = await Promise.allSettled([decide(tenantAdmin, act, 'proceed'), decide(second, act, 'proceed')])
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const done = await readAs(proponent, act)
  expect(done.items.map(({ serials }) => serials.map(({ first, last }) => [first, last]))).toEqual([
    [[1, 30]],
    [[6, 35]],
  ])
  expect(await verified()).toEqual({ issued: 65, available: 35, reserved: 0 })
  expect(await faults()).toEqual([])
})

test('a mint that waits is no part of what its preparer may move out of the account', async () => {
  const { proponent, tenantAdmin, verificationId, mint, world, id } = await aRegistry()
  await tenantAdmin.call(changeSettings, { body: { dailyCap: 20 } })
  await proponent.call(mintUnits, { body: { verificationId, quantity: 9 } })
  await mint(proponent, 60)
  const [asset] = await world.sql<{ id: string }[]>`select id from asset where tenant_id = ${id}`
  const body = { toAccountId: 'buyer', items: [{ assetId: asset?.id ?? '', quantity: 9 }] }
  expect((await proponent.call(previewMovement, { body })).caps?.day).toEqual({ most: 20, left: 20 })
  await proponent.call(transferUnits, { body })
})
