import { expect, test } from 'vitest'
import { connectMail } from '#server/infra/mail/mail.ts'
import { deliverNotices } from '#server/people/notices/postman.ts'
import { listAudit } from '#shared/contract/audit.ts'
import {
  addRecipient,
  changeCaps,
  keepProtection,
  listRecipients,
  readCaps,
  removeRecipient,
} from '#shared/contract/caps.ts'
import { createClaim } from '#shared/contract/claims.ts'
import { listNotices } from '#shared/contract/notices.ts'
import { changeProtection, decidePending, readProtection } from '#shared/contract/pending.ts'
import { stopByLink } from '#shared/contract/stops.ts'
import { burnUnits, previewMovement, transferUnits } from '#shared/contract/wallet.ts'
import { groupName } from '#shared/rules/groups.ts'
import { anIssuedAsset } from '#tests/kit/acts.ts'
import type { Person } from '#tests/kit/person.ts'
import { startPostBox } from '#tests/kit/post-box.ts'
import { aTenant } from '#tests/kit/tenant.ts'
import { ownWorld } from '#tests/kit/world.ts'
import { weakenDue } from './weakening.ts'

ownWorld()

type Body = Parameters<typeof changeCaps.body.parse>[0] & { [name: string]: unknown }
const dayMs = 86_400_000

async function withUnits(body: Body = {}) {
  const tenant = await aTenant()
  const { assetId } = await anIssuedAsset(tenant, { quantity: 1_000 })
  const { accountAdmin, proponent, world } = tenant
  await accountAdmin.call(changeCaps, { body })
  const items = (quantity: number) => [{ assetId, quantity }]
  const to = (quantity: number, toAccountId = 'buyer') => ({ toAccountId, items: items(quantity) })
  const claimOf = (quantity: number) => ({
    body: {
      items: items(quantity),
      beneficiaryKind: 'anonymous' as const,
      purpose: 'personal' as const,
      isAuthorised: true as const,
    },
  })
  const claim = (quantity: number) => proponent.call(createClaim, claimOf(quantity))
  const prepare = (quantity: number) => proponent.wait(createClaim, claimOf(quantity))
  const send = (quantity: number, toAccountId?: string, by: Person = proponent) =>
    by.call(transferUnits, { body: to(quantity, toAccountId) })
  const preview = (quantity: number, by: Person = proponent) => by.call(previewMovement, { body: to(quantity) })
  /** As if all had happened so many hours earlier. */
  const later = (hours: number) =>
    world.sql.begin(async (tx) => {
      // Movements are append-only.
      await tx`set local session_replication_role = replica`
      const times = {
        transaction: 'occurred_at',
        pending_act: 'prepared_at',
        recipient: 'added_at',
        protection_to_come: 'starts_at',
      }
      for (const [table, time] of Object.entries(times))
        await tx.unsafe(
          `update ${table} set ${time} = ${time} - interval '${hours} hours' where tenant_id = '${tenant.tenant.id}'`,
        )
    })
  return { ...tenant, items, claim, prepare, send, preview, later }
}

const refused = (reason: string, facts: object = {}) => ({ code: 'conflict', refusal: { reason, facts } })

test('a daily cap holds for each person, over transfers, claims and burns, and says what is left and from when on more is', async () => {
  const { accountAdmin, proponent, tenantAdmin, send, claim, preview, later, items } = await withUnits({ dailyCap: 10 })
  expect((await preview(4)).caps).toEqual({ day: { most: 10, left: 10 }, recipient: null })
  await send(4)
  await later(3)
  await claim(3)
  expect((await preview(3)).caps?.day).toEqual({ most: 10, left: 3 })
  expect((await proponent.call(readCaps)).usedToday).toBe(7)

  const error = await send(4).catch((reason: unknown) => reason)
  expect(error).toMatchObject(refused('caps.day', { most: 10, used: 7, asked: 4 }))
  const from = Date.parse(Object(error).refusal.facts.from) - Date.now()
  expect(from).toBeGreaterThan(20.9 * 3_600_000)
  expect(from).toBeLessThan(21.1 * 3_600_000)
  await expect(preview(4)).rejects.toMatchObject(refused('caps.day'))
  await expect(claim(11)).rejects.toMatchObject(refused('caps.aboveDay', { most: 10, used: 7 }))
  await send(10, 'buyer', accountAdmin)
  const burn = (quantity: number) =>
    tenantAdmin.call(burnUnits, { body: { accountId: 'proponent', items: items(quantity), reason: 'A test.' } })
  await expect(burn(11)).rejects.toMatchObject(refused('caps.aboveDay'))
  await burn(10)
  await later(21)
  await send(4)
})

test('of twenty movements of a person at once, no two pass with what is left for one', async () => {
  const { send, claim, proponent } = await withUnits({ dailyCap: 10 })
  const all = await Promise.allSettled(Array.from({ length: 20 }, (_, index) => (index % 2 ? send(3) : claim(3))))
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  expect((await proponent.call(readCaps)).usedToday).toBe(9)
})

test('acts that wait count from when they were prepared, and no longer once they are taken back', async () => {
  const { accountAdmin, prepare, later, proponent } = await withUnits({ dailyCap: 10 })
  await accountAdmin.call(changeProtection, { body: { approvalFrom: 5 } })
  const { pendingId } = await prepare(6)
  await expect(prepare(5)).rejects.toMatchObject(refused('caps.day', { used: 6 }))
  await proponent.call(decidePending, { params: { pendingId }, body: { decision: 'withdraw', waitsFor: 'approval' } })
  const next = await prepare(10)
  await later(25)
  await accountAdmin.call(decidePending, {
    params: { pendingId: next.pendingId },
    body: { decision: 'proceed', waitsFor: 'approval' },
  })
  expect((await proponent.call(readCaps)).usedToday).toBe(0)
})

test('a new recipient gets little from all people of the account, until a day after the first transfer', async () => {
  const { send, preview, later, accountAdmin } = await withUnits({ newRecipientCap: 5 })
  expect((await preview(5)).caps?.recipient).toEqual({ most: 5, left: 5, newUntil: null })
  await expect(send(6)).rejects.toMatchObject(refused('caps.firstOfRecipient', { most: 5, used: 0 }))
  await send(2)
  await expect(send(4, 'buyer', accountAdmin)).rejects.toMatchObject(refused('caps.newRecipient', { used: 2 }))
  const { newUntil = null } = (await preview(3)).caps?.recipient ?? {}
  expect(Date.parse(newUntil ?? '') - Date.now()).toBeGreaterThan(0.99 * dayMs)
  // The list tells the minute that the preview tells.
  expect(await accountAdmin.call(addRecipient, { body: { accountId: 'buyer' } })).toMatchObject({ newUntil })
  await send(5, 'verifier')
  await later(24)
  await send(100)
  expect((await preview(1)).caps).toEqual({ day: null, recipient: null })
})

test('with the list on, transfers go to its recipients alone, and a newly listed one gets nothing above the cap', async () => {
  const { send, later, accountAdmin, proponent, claim } = await withUnits({ onlyListed: true })
  await expect(send(1)).rejects.toMatchObject(refused('caps.notListed'))
  await expect(proponent.call(addRecipient, { body: { accountId: 'buyer' } })).rejects.toMatchObject({
    code: 'forbidden',
  })
  const added = await accountAdmin.call(addRecipient, { body: { accountId: 'buyer' } })
  expect(added).toMatchObject({ accountId: 'buyer', name: 'The buyer', newUntil: expect.any(String) })
  expect(await accountAdmin.call(addRecipient, { body: { accountId: 'buyer' } })).toEqual(added)
  await expect(send(1)).rejects.toMatchObject(refused('caps.newRecipient', { most: 0 }))
  await claim(1)
  await later(24)
  await send(50)
  await expect(send(1, 'verifier')).rejects.toMatchObject(refused('caps.notListed'))
  const { items } = await proponent.call(listRecipients, { query: { q: 'buyer' } })
  expect(items).toMatchObject([{ accountId: 'buyer', newUntil: null, addedBy: 'Test proponent' }])
  await accountAdmin.call(removeRecipient, { params: { accountId: 'buyer' } })
  await expect(send(1)).rejects.toMatchObject(refused('caps.notListed'))
})

test('a weaker protection begins a day later, once, and all admins are told; a stricter one at once', async () => {
  const { accountAdmin, proponent, later, tenantAdmin, world } = await withUnits({ dailyCap: 10, onlyListed: true })
  await accountAdmin.call(changeProtection, { body: { approvalFrom: 20, acceptsTransfers: true } })
  const asked = await accountAdmin.call(changeCaps, { body: { dailyCap: 50, onlyListed: false, newRecipientCap: 5 } })
  expect(asked.own).toEqual({ dailyCap: 10, newRecipientCap: null, onlyListed: true })
  expect(asked.coming.map(({ name, value }) => [name, value])).toEqual([
    ['dailyCap', 50],
    ['newRecipientCap', 5],
    ['onlyListed', false],
  ])
  const weaker = { approvalFrom: null, acceptsTransfers: false }
  expect((await accountAdmin.call(changeProtection, { body: weaker })).own).toEqual({
    approvalFrom: 20,
    acceptsTransfers: true,
  })
  const told = async (kind: string) =>
    (await accountAdmin.call(listNotices)).items.filter((notice) => notice.kind === kind).length
  expect(await told('account.weaken')).toBe(2)
  expect((await proponent.call(listNotices)).items.filter(({ kind }) => kind.startsWith('account.'))).toEqual([])

  const kept = await accountAdmin.call(keepProtection, { body: { name: 'onlyListed' } })
  expect(kept.coming.map(({ name }) => name)).toEqual([
    'dailyCap',
    'newRecipientCap',
    'acceptsTransfers',
    'approvalFrom',
  ])
  await accountAdmin.call(changeCaps, { body: { dailyCap: 8 } })
  await accountAdmin.call(changeProtection, { body: { approvalFrom: 30 } })
  await later(24)
  await Promise.all(Array.from({ length: 4 }, () => weakenDue(world.deps)))
  await expect.poll(async () => (await proponent.call(readCaps)).coming.length, { timeout: 10_000 }).toBe(0)
  expect((await proponent.call(readProtection)).own).toEqual({ approvalFrom: 30, acceptsTransfers: false })
  expect((await proponent.call(readCaps)).own).toEqual({ dailyCap: 8, newRecipientCap: 5, onlyListed: true })
  const { items } = await tenantAdmin.call(listAudit, { query: { act: 'account' } })
  expect(items.map(({ act, after }) => [act, after]).slice(0, 5)).toEqual([
    ['account.weakened', { approvalFrom: 30, acceptsTransfers: false, newRecipientCap: 5 }],
    ['account.weaken', { approvalFrom: 30 }],
    ['account.protect', { dailyCap: 8 }],
    ['account.keep', { dailyCap: 10 }],
    ['account.keep', { onlyListed: true }],
  ])
})

test('the letter about a weaker protection reaches each admin, also who asked, and its link stops the account', async () => {
  const { accountAdmin, addPerson, tenant, visitor, send, world } = await withUnits({ dailyCap: 10 })
  const groups = (['General', 'AccountAdmin'] as const).map((role) =>
    groupName({ tenantId: tenant.id, accountId: 'proponent', role }),
  )
  const second = await addPerson(groups, 'proponent')
  await accountAdmin.call(changeCaps, { body: { dailyCap: null } })
  const box = await startPostBox()
  const mail = connectMail(box.url, 'contact@registry.test')
  await deliverNotices({ sql: world.sql, config: world.config, mail, log: world.deps.log })
  await box.stop()
  const lettersTo = ({ email }: Person) =>
    box.letters.flatMap(({ to, text }) => (to.includes(email) && /weaker protection/.test(text) ? [text] : [])).join()
  expect(lettersTo(accountAdmin)).toContain('Test proponent asked for a weaker protection of The proponent')
  const [, token = ''] = new RegExp(`${world.baseUrl}/stop#(\\S+)`).exec(lettersTo(second)) ?? []
  await visitor.call(stopByLink, { body: { token } })
  await expect(send(1)).rejects.toMatchObject({ refusal: { reason: 'units.senderStopped' } })
})
