import { expect, test } from 'vitest'
import { tellOfEnds } from '#server/people/users/account-role.store.ts'
import { readAccount } from '#shared/contract/accounts.ts'
import { listAudit } from '#shared/contract/audit.ts'
import { listNotices } from '#shared/contract/notices.ts'
import { changeProtection, decidePending, readPending } from '#shared/contract/pending.ts'
import { listUsers, type UserRole, updateUser } from '#shared/contract/users.ts'
import { listBalances, transferUnits } from '#shared/contract/wallet.ts'
import { groupName } from '#shared/rules/groups.ts'
import { anIssuedAsset } from '#tests/kit/acts.ts'
import type { Person } from '#tests/kit/person.ts'
import { aTenant } from '#tests/kit/tenant.ts'

async function anAccount() {
  const tenant = await aTenant()
  const tenantId = tenant.tenant.id
  const general = groupName({ tenantId, accountId: 'proponent', role: 'General' })
  const [second, third] = [
    await tenant.addPerson([general], 'proponent'),
    await tenant.addPerson([general], 'proponent'),
  ]
  const give = ({ username }: Person, role: UserRole, by = tenant.accountAdmin) =>
    by.call(updateUser, { body: { username, role } })
  return { ...tenant, tenantId, second, third, give }
}

const approvalsTold = async (person: Person) =>
  (await person.call(listNotices)).items.filter(({ kind }) => kind === 'pending.approval').length

test('an admin gives a role, which the person, the list and the audit log then have', async () => {
  const { accountAdmin, tenantAdmin, proponent, buyer, give, tenantId, world } = await anAccount()
  expect((await proponent.call(readAccount)).role).toBeUndefined()
  expect(await give(proponent, 'Viewer')).toMatchObject({ role: 'Viewer' })
  expect(await proponent.call(readAccount)).toMatchObject({ role: 'Viewer' })
  await expect(give(buyer, 'Viewer')).rejects.toMatchObject({ code: 'not_found' })
  await expect(give(proponent, 'Operator', proponent)).rejects.toMatchObject({ code: 'forbidden' })
  await expect(give(accountAdmin, 'Viewer')).rejects.toMatchObject({ code: 'oneself' })
  await expect(give(accountAdmin, 'Viewer', tenantAdmin)).rejects.toMatchObject({ code: 'last_admin' })
  const named = async (role: UserRole) =>
    (await accountAdmin.call(listUsers, { query: { role } })).items.map(({ username }) => username)
  expect(await named('Viewer')).toEqual([proponent.username])
  expect(await named('AccountAdmin')).toEqual([accountAdmin.username])
  const { items } = await proponent.call(listNotices)
  expect(items[0]).toMatchObject({ kind: 'user.role', facts: { role: 'Viewer' } })
  const [line] = (await tenantAdmin.call(listAudit, { query: { act: 'user.update' } })).items
  expect(line).toMatchObject({ before: { role: 'General' }, after: { role: 'Viewer' } })

  await give(proponent, 'AccountAdmin')
  expect((await proponent.call(readAccount)).role).toBeUndefined()
  expect(await world.sql`select from account_role where tenant_id = ${tenantId}`).toEqual([])
  await give(proponent, 'Approver', tenantAdmin)
  expect(await proponent.call(readAccount)).toMatchObject({ role: 'Approver' })
  expect(await named('AccountAdmin')).toEqual([accountAdmin.username])
})

test('an edit of a role that another has changed meanwhile is refused', async () => {
  const { accountAdmin, tenantAdmin, proponent, give } = await anAccount()
  await give(proponent, 'Viewer', tenantAdmin)
  const body = { username: proponent.username, role: 'Operator', was: { role: 'General' } } as const
  await expect(accountAdmin.call(updateUser, { body })).rejects.toMatchObject({
    code: 'changed_meanwhile',
    details: [expect.objectContaining({ path: 'role', meanwhile: expect.objectContaining({ now: 'Viewer' }) })],
  })
})

test('where the account has an approver, approvers and admins alone approve and are told', async () => {
  const tenant = await anAccount()
  const { accountAdmin, proponent, second, third, give } = tenant
  const { assetId } = await anIssuedAsset(tenant, { quantity: 100 })
  await accountAdmin.call(changeProtection, { body: { approvalFrom: 1 } })
  const transfer = () =>
    proponent.wait(transferUnits, { body: { toAccountId: 'buyer', items: [{ assetId, quantity: 1 }] } })
  const decide = (by: Person, { pendingId }: { pendingId: string }, decision: 'proceed' | 'withdraw' = 'proceed') =>
    by.call(decidePending, { params: { pendingId }, body: { decision, waitsFor: 'approval' } })
  const decisionsOf = async (by: Person, { pendingId }: { pendingId: string }) =>
    (await by.call(readPending, { params: { pendingId } })).decisions

  expect(await decisionsOf(second, await transfer())).toEqual(['proceed', 'refuse', 'withdraw'])
  await give(second, 'Operator')
  const act = await transfer()
  expect(await decisionsOf(second, act)).toEqual(['withdraw'])
  expect(await decisionsOf(third, act)).toEqual(['proceed', 'refuse', 'withdraw'])
  await give(third, 'Approver')
  await give(second, 'General')
  expect(await decisionsOf(second, act)).toEqual(['withdraw'])
  await expect(decide(second, act)).rejects.toMatchObject({ code: 'forbidden' })
  const before = await Promise.all([approvalsTold(second), approvalsTold(third), approvalsTold(accountAdmin)])
  const next = await transfer()
  await expect.poll(() => approvalsTold(third), { timeout: 10_000 }).toBeGreaterThan(before[1])
  await expect.poll(() => approvalsTold(accountAdmin), { timeout: 10_000 }).toBeGreaterThan(before[2])
  expect(await approvalsTold(second)).toBe(before[0])
  await expect(
    third.call(transferUnits, { body: { toAccountId: 'buyer', items: [{ assetId, quantity: 1 }] } }),
  ).rejects.toMatchObject({ code: 'forbidden' })
  expect(await decide(third, act)).toMatchObject({ outcome: 'done' })
  expect(await decide(accountAdmin, next)).toMatchObject({ outcome: 'done' })

  await give(second, 'Viewer')
  const last = await transfer()
  expect(await decisionsOf(second, last)).toEqual([])
  await expect(decide(second, last, 'withdraw')).rejects.toMatchObject({ code: 'forbidden' })
})

test('a quantity that needs a second person is refused where nobody else approves', async () => {
  const tenant = await anAccount()
  const { accountAdmin, proponent, second, third, give } = tenant
  const { assetId } = await anIssuedAsset(tenant, { quantity: 100 })
  await accountAdmin.call(changeProtection, { body: { approvalFrom: 1 } })
  for (const person of [second, third]) await give(person, 'Operator')
  const body = { toAccountId: 'buyer', items: [{ assetId, quantity: 1 }] }
  await give(proponent, 'Viewer')
  await expect(accountAdmin.call(transferUnits, { body })).rejects.toMatchObject({ code: 'conflict' })
  await give(third, 'Approver')
  await accountAdmin.wait(transferUnits, { body })
})

const dayMs = 86_400_000
const dayFromNow = (days: number) => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10)

test('a viewer has an end, of which the person is told, which admins move, and at which the access is over', async () => {
  const { accountAdmin, proponent, second, third, give, tenantId, world } = await anAccount()
  const { username } = proponent
  const endOn = (roleEndsOn: string | null) =>
    accountAdmin.call(updateUser, { body: { username, role: 'Viewer', roleEndsOn } })
  await expect(endOn(dayFromNow(-1))).rejects.toMatchObject({ code: 'invalid' })
  await expect(endOn(dayFromNow(400))).rejects.toMatchObject({ code: 'invalid' })
  const body = { username, role: 'Operator', roleEndsOn: dayFromNow(5) } as const
  await expect(accountAdmin.call(updateUser, { body })).rejects.toMatchObject({ code: 'invalid' })
  expect(await endOn(dayFromNow(30))).toMatchObject({ role: 'Viewer', roleEndsOn: dayFromNow(30) })
  expect(await endOn(dayFromNow(5))).toMatchObject({ roleEndsOn: dayFromNow(5) })
  const { items } = await accountAdmin.call(listUsers, { query: { role: 'Viewer' } })
  expect(items).toMatchObject([{ username, roleEndsOn: dayFromNow(5) }])

  for (let time = 0; time < 2; time += 1) await tellOfEnds(world.sql, new Date())
  const told = (await proponent.call(listNotices)).items.filter(({ kind }) => kind === 'user.roleEnds')
  expect(told).toMatchObject([{ facts: { account: 'The proponent', dueDate: dayFromNow(5) } }])

  const accountId = 'proponent'
  await proponent.call(listBalances, { query: { accountId } })
  // The end is in the cached rights, and passes.
  await world.sql`
    update account_role set given_at = now() - interval '2 days', ends_at = now() + interval '2 seconds'
    where tenant_id = ${tenantId} and username = ${username}`
  await expect
    .poll(
      () =>
        proponent.call(listBalances, { query: { accountId } }).then(
          () => 'reads',
          ({ code }) => code,
        ),
      { timeout: 20_000 },
    )
    .toBe('not_found')
  await expect(proponent.call(readAccount)).rejects.toMatchObject({ code: 'forbidden' })
  // Whose access has ended hears nothing of the account.
  const concerned = await world.sql<{ username: string }[]>`
    select username from concerned(${tenantId}, null, array[${accountId}], null, false)`
  expect(concerned.map((row) => row.username).sort()).toEqual(
    [accountAdmin, second, third].map((person) => person.username).sort(),
  )
  await give(proponent, 'General')
  expect((await proponent.call(readAccount)).role).toBeUndefined()
})
