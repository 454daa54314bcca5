import { expect, test } from 'vitest'
import { listAudit } from '#shared/contract/audit.ts'
import { addRecipient, changeCaps, listRecipients, removeRecipient } from '#shared/contract/caps.ts'
import { listNotices } from '#shared/contract/notices.ts'
import { changeProtection } from '#shared/contract/pending.ts'
import { decideRecipient, listRecipientRequests } from '#shared/contract/recipient-requests.ts'
import { changeSettings } from '#shared/contract/settings.ts'
import { stopAccount } from '#shared/contract/stops.ts'
import { updateUser } from '#shared/contract/users.ts'
import { transferUnits } from '#shared/contract/wallet.ts'
import { groupName } from '#shared/rules/groups.ts'
import { anIssuedAsset } from '#tests/kit/acts.ts'
import type { Person } from '#tests/kit/person.ts'
import { aTenant } from '#tests/kit/tenant.ts'
import { expireDue } from './expiring.ts'

const body = { accountId: 'buyer' }

/** An account whose list asks for a second person, by its own rule. */
async function anAccount() {
  const tenant = await aTenant()
  const { accountAdmin } = tenant
  await accountAdmin.call(changeCaps, { body: { onlyListed: true, newRecipientCap: 5 } })
  await accountAdmin.call(changeProtection, { body: { approvalFrom: 100 } })
  const decide = (by: Person, requestId: string, decision: 'confirm' | 'refuse' | 'withdraw', reason?: string) =>
    by.call(decideRecipient, { params: { requestId }, body: { decision, ...(reason !== undefined && { reason }) } })
  const waiting = async (by: Person) => (await by.call(listRecipientRequests)).items
  const listed = async () => (await accountAdmin.call(listRecipients)).items.map(({ accountId }) => accountId)
  const told = async (person: Person, kind: string) =>
    (await person.call(listNotices)).items.filter((notice) => notice.kind === kind).length
  const acts = async () =>
    (await tenant.tenantAdmin.call(listAudit, { query: { act: 'recipient' } })).items.map(({ act }) => act)
  return { ...tenant, decide, waiting, listed, told, acts }
}

test('a recipient waits for a second person who confirms it; until then nothing goes there', async () => {
  const { accountAdmin, proponent, decide, waiting, listed, told, acts, ...tenant } = await anAccount()
  const { assetId } = await anIssuedAsset({ ...tenant, accountAdmin, proponent }, { quantity: 10 })
  const asked = await accountAdmin.wait(addRecipient, { body })
  expect(asked).toMatchObject({ accountId: 'buyer', name: 'The buyer', outcome: null, decisions: ['withdraw'] })
  expect((await accountAdmin.wait(addRecipient, { body })).requestId).toBe(asked.requestId)
  expect(Date.parse(asked.endsAt) - Date.parse(asked.askedAt)).toBe(14 * 86_400_000)
  expect(await listed()).toEqual([])
  const send = () =>
    proponent.call(transferUnits, { body: { toAccountId: 'buyer', items: [{ assetId, quantity: 5 }] } })
  await expect(send()).rejects.toMatchObject({ refusal: { reason: 'caps.notListed' } })
  for (const person of [accountAdmin, proponent]) expect(await told(person, 'recipient.ask')).toBe(1)
  await expect(decide(accountAdmin, asked.requestId, 'confirm')).rejects.toMatchObject({ code: 'own_work' })

  expect(await waiting(proponent)).toMatchObject([{ decisions: ['confirm', 'refuse', 'withdraw'] }])
  const both = await Promise.allSettled([1, 2].map(() => decide(proponent, asked.requestId, 'confirm')))
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await listed()).toEqual(['buyer'])
  expect(await waiting(proponent)).toEqual([])
  await send()
  expect(await told(accountAdmin, 'recipient.add')).toBe(1)
  await accountAdmin.call(removeRecipient, { params: body })
  expect(await listed()).toEqual([])
  expect(await acts()).toEqual(['recipient.remove', 'recipient.add', 'recipient.ask'])
})

test('a second person refuses with a reason, who asked takes back, and a request expires; both are told', async () => {
  const { accountAdmin, proponent, decide, waiting, listed, told, acts, world, tenant } = await anAccount()
  const refused = await accountAdmin.wait(addRecipient, { body })
  await expect(decide(proponent, refused.requestId, 'refuse')).rejects.toMatchObject({ code: 'invalid' })
  expect(await decide(proponent, refused.requestId, 'refuse', 'A stranger.')).toMatchObject({ outcome: 'refused' })
  await decide(accountAdmin, (await accountAdmin.wait(addRecipient, { body })).requestId, 'withdraw')
  const late = await accountAdmin.wait(addRecipient, { body })
  await world.sql`update recipient_request set ends_at = now() where tenant_id = ${tenant.id} and id = ${late.requestId}`
  await expect(decide(proponent, late.requestId, 'confirm')).rejects.toMatchObject({
    refusal: { reason: 'caps.requestEnded' },
  })
  await Promise.all([1, 2].map(() => expireDue({ sql: world.sql, log: world.deps.log })))
  expect(await waiting(proponent)).toEqual([])
  for (const person of [accountAdmin, proponent])
    for (const kind of ['recipient.refuse', 'recipient.withdraw', 'recipient.expire'])
      expect(await told(person, kind), kind).toBe(1)
  expect(await listed()).toEqual([])
  expect(await acts()).toEqual([
    'recipient.expire',
    'recipient.ask',
    'recipient.withdraw',
    'recipient.ask',
    'recipient.refuse',
    'recipient.ask',
  ])
})

test('an account with nobody else who approves is refused at once; the registry’s rule counts, too', async () => {
  const { accountAdmin, proponent, tenantAdmin, addPerson, tenant } = await aTenant()
  const added = await accountAdmin.call(addRecipient, { body })
  expect(added.accountId).toBe('buyer')
  await tenantAdmin.call(changeSettings, { body: { approvalFrom: 1_000 } })
  const { username } = proponent
  await accountAdmin.call(updateUser, { body: { username, role: 'Viewer' } })
  const another = { accountId: 'verifier' }
  await expect(accountAdmin.call(addRecipient, { body: another })).rejects.toMatchObject({
    code: 'conflict',
    refusal: { reason: 'caps.nobodyConfirms' },
  })
  expect(await accountAdmin.call(addRecipient, { body })).toEqual(added)

  const approver = await addPerson(
    [groupName({ tenantId: tenant.id, accountId: 'proponent', role: 'General' })],
    'proponent',
  )
  await accountAdmin.call(updateUser, { body: { username: approver.username, role: 'Approver' } })
  await accountAdmin.call(updateUser, { body: { username, role: 'Operator' } })
  const { requestId } = await accountAdmin.wait(addRecipient, { body: another })
  const confirm = (by: Person) => by.call(decideRecipient, { params: { requestId }, body: { decision: 'confirm' } })
  await expect(confirm(proponent)).rejects.toMatchObject({ refusal: { reason: 'caps.approversConfirm' } })
  expect(await confirm(approver)).toMatchObject({ outcome: 'confirmed', decisions: [] })
})

test('a stop of the account ends recipients that wait, and a suspended one is not confirmed', async () => {
  const { accountAdmin, proponent, decide, waiting, listed, world, tenant } = await anAccount()
  const { requestId } = await accountAdmin.wait(addRecipient, { body })
  const inTenant = world.sql`tenant_id = ${tenant.id} and id = 'buyer'`
  await world.sql`update account set status = 'suspended' where ${inTenant}`
  await expect(decide(proponent, requestId, 'confirm')).rejects.toMatchObject({ code: 'not_found' })
  await world.sql`update account set status = 'active' where ${inTenant}`
  await proponent.call(stopAccount, { body: {} })
  expect(await waiting(accountAdmin)).toEqual([])
  await expect(decide(proponent, requestId, 'confirm')).rejects.toMatchObject({ code: 'conflict' })
  expect(await listed()).toEqual([])
})
