import { describe, expect, test } from 'vitest'
import { personById } from '#server/identity/passwords/persons.ts'
import { readAccount } from '#shared/contract/accounts.ts'
import { listAudit } from '#shared/contract/audit.ts'
import { listNotices } from '#shared/contract/notices.ts'
import { changeProtection } from '#shared/contract/pending.ts'
import { stopAccount } from '#shared/contract/stops.ts'
import { deleteUser, listUsers, type UserRole, updateUser } from '#shared/contract/users.ts'
import { listBalances, transferUnits } from '#shared/contract/wallet.ts'
import { accountHeader } from '#shared/rules/chosen-account.ts'
import { groupName } from '#shared/rules/groups.ts'
import { anIssuedAsset, transferred } from '#tests/kit/acts.ts'
import { callerAt } from '#tests/kit/person.ts'
import { aTenant } from '#tests/kit/tenant.ts'

/** `both` belongs to the buyer first, and to the proponent. */
async function aPersonOfTwo() {
  const tenant = await aTenant()
  const tenantId = tenant.tenant.id
  const general = (accountId: string) => groupName({ tenantId, accountId, role: 'General' })
  const both = await tenant.addPerson([general('buyer'), general('proponent')], 'buyer')
  const buyersAdmin = await tenant.addPerson(
    [general('buyer'), groupName({ tenantId, accountId: 'buyer', role: 'AccountAdmin' })],
    'buyer',
  )
  const groupsOf = async () => {
    const [row] = await tenant.world.sql<{ groups: string[]; accountId: string }[]>`
      select groups, account_id as "accountId" from app_user where tenant_id = ${tenantId} and username = ${both.username}`
    return row
  }
  return { ...tenant, tenantId, both, buyersAdmin, general, groupsOf }
}

describe('a person of two accounts', () => {
  test('is in the list of both, with the role of each, and only in the lists of these', async () => {
    const { accountAdmin, buyersAdmin, tenantAdmin, both, general, groupsOf } = await aPersonOfTwo()
    const { username } = both
    const give = (by: typeof accountAdmin, role: UserRole) => by.call(updateUser, { body: { username, role } })
    expect(await give(accountAdmin, 'AccountAdmin')).toMatchObject({ accountId: 'proponent', role: 'AccountAdmin' })
    expect(await give(buyersAdmin, 'Viewer')).toMatchObject({ accountId: 'buyer', role: 'Viewer' })
    const seen = async (by: typeof accountAdmin) =>
      (await by.call(listUsers, { query: { limit: 100 } })).items.filter((user) => user.username === username)
    expect(await seen(accountAdmin)).toMatchObject([{ accountId: 'proponent', role: 'AccountAdmin' }])
    expect(await seen(buyersAdmin)).toMatchObject([{ accountId: 'buyer', role: 'Viewer' }])
    expect(await seen(tenantAdmin)).toMatchObject([{ accountId: 'buyer' }])
    const named = await accountAdmin.call(listUsers, { query: { role: 'AccountAdmin', limit: 100 } })
    expect(named.items.map((user) => user.username)).toContain(username)
    // The first group of members stays the first.
    expect(await groupsOf()).toMatchObject({ accountId: 'buyer' })
    expect((await groupsOf())?.groups.filter((group) => group.endsWith('|General'))).toEqual([
      general('buyer'),
      general('proponent'),
    ])
  })

  test('is told what waits for approval in the second account', async () => {
    const { accountAdmin, proponent, both, ...tenant } = await aPersonOfTwo()
    const { assetId } = await anIssuedAsset({ ...tenant, accountAdmin, proponent }, { quantity: 10 })
    await accountAdmin.call(changeProtection, { body: { approvalFrom: 5 } })
    await proponent.wait(transferUnits, {
      body: { items: [{ assetId, quantity: 5 }], toAccountId: 'verifier' },
      headers: { 'idempotency-key': 'to-approve' },
    })
    const told = async (person: typeof both) => (await person.call(listNotices)).items.map(({ kind }) => kind)
    await expect.poll(() => told(both)).toContain('pending.approval')
    expect(await told(tenant.measurer)).not.toContain('pending.approval')
  })

  test('is told for which account; people of one account are not', async () => {
    const tenant = await aPersonOfTwo()
    const { both, buyersAdmin, accountAdmin, world } = tenant
    const { assetId } = await anIssuedAsset(tenant, { quantity: 10 })
    await transferred(tenant, { assetId, quantity: 5, toAccountId: 'buyer' })
    await buyersAdmin.call(stopAccount, { body: { reason: 'A lost telephone.' } })
    await accountAdmin.call(updateUser, { body: { username: both.username, role: 'Viewer' } })
    await world.linked()
    const told = async (person: typeof both) =>
      (await person.call(listNotices)).items.map(({ kind, facts }) => [kind, facts.ownAccount ?? null])
    const toBoth = await told(both)
    expect(toBoth).toContainEqual(['units.mint', 'The proponent'])
    expect(toBoth).toContainEqual(['units.send', 'The proponent'])
    expect(toBoth).toContainEqual(['units.transfer', 'The buyer'])
    expect(toBoth).toContainEqual(['user.role', 'The proponent'])
    // The sentence names the account.
    expect(toBoth).toContainEqual(['account.stop', null])
    expect(await told(buyersAdmin)).toContainEqual(['units.transfer', null])
    expect(await told(accountAdmin)).toContainEqual(['units.send', null])
    expect((await both.call(listNotices, { query: { q: 'the buyer' } })).items.map(({ kind }) => kind)).toContain(
      'units.transfer',
    )
  })

  test('is taken out of one account alone, by its admin', async () => {
    const { accountAdmin, buyersAdmin, tenantAdmin, both, general, groupsOf, world } = await aPersonOfTwo()
    const { username } = both
    await accountAdmin.call(updateUser, { body: { username, role: 'Viewer' } })
    await buyersAdmin.call(deleteUser, { query: { username } })
    expect(await groupsOf()).toEqual({ accountId: 'proponent', groups: [general('proponent')] })
    expect((await personById(world.sql, username))?.groups).toEqual([general('proponent')])
    expect(await both.call(readAccount)).toMatchObject({ accountId: 'proponent', role: 'Viewer' })
    await expect(buyersAdmin.call(updateUser, { body: { username, role: 'Viewer' } })).rejects.toMatchObject({
      code: 'not_found',
    })
    expect((await both.call(listNotices)).items[0]).toMatchObject({
      kind: 'user.leave',
      facts: { account: 'The buyer' },
    })
    const { items } = await tenantAdmin.call(listAudit, { query: { act: 'user.leave' } })
    expect(items).toMatchObject([{ before: { account: 'buyer' } }])
  })

  test('is suspended and renamed by no admin of one account, and by admins of the registry', async () => {
    const { accountAdmin, tenantAdmin, both } = await aPersonOfTwo()
    const { username } = both
    await expect(accountAdmin.call(updateUser, { body: { username, status: 'SUSPENDED' } })).rejects.toMatchObject({
      code: 'forbidden',
    })
    await expect(accountAdmin.call(updateUser, { body: { username, firstName: 'Other' } })).rejects.toMatchObject({
      code: 'forbidden',
    })
    const { items } = await accountAdmin.call(listUsers, { query: { limit: 100 } })
    expect(items.find((user) => user.username === username)?.acts).toEqual(['edit', 'delete'])
    expect(await tenantAdmin.call(updateUser, { body: { username, status: 'SUSPENDED' } })).toMatchObject({
      status: 'SUSPENDED',
    })
  })
})

describe('the chosen account', () => {
  const choose = (accountId: string, more: Record<string, string> = {}) => ({
    headers: { [accountHeader]: accountId, ...more },
  })

  test('is the one for which a call reads and acts; without a choice it is the first', async () => {
    const { both, ...tenant } = await aPersonOfTwo()
    const { assetId } = await anIssuedAsset(tenant, { quantity: 10 })
    expect(await both.call(readAccount)).toMatchObject({ accountId: 'buyer' })
    expect(await both.call(readAccount, choose('proponent'))).toMatchObject({ accountId: 'proponent' })
    const query = { accountId: 'proponent' }
    expect((await both.call(listBalances, { query, ...choose('proponent') })).items).toMatchObject([{ balance: 10 }])
    // Nothing is read or done for an account other than the chosen one.
    await expect(both.call(listBalances, { query, ...choose('buyer') })).rejects.toMatchObject({ code: 'not_found' })

    const body = { items: [{ assetId, quantity: 4 }], toAccountId: 'verifier' }
    await expect(
      both.call(transferUnits, { body, headers: { 'idempotency-key': 'of-the-first' } }),
    ).rejects.toMatchObject({ code: 'insufficient_balance' })
    const moved = await both.call(transferUnits, { body, ...choose('proponent', { 'idempotency-key': 'once' }) })
    const again = await both.call(transferUnits, { body, ...choose('proponent', { 'idempotency-key': 'once' }) })
    expect(again).toEqual(moved)
    const [row] = await tenant.world.sql`
      select from_account as "from" from transaction where tenant_id = ${tenant.tenantId} and type = 'transfer'`
    expect(row).toEqual({ from: 'proponent' })
  })

  test('keeps one key from naming the acts of two accounts', async () => {
    const { both, ...tenant } = await aPersonOfTwo()
    const { assetId } = await anIssuedAsset(tenant, { quantity: 10 })
    const body = { items: [{ assetId, quantity: 4 }], toAccountId: 'verifier' }
    await both.call(transferUnits, { body, ...choose('proponent', { 'idempotency-key': 'one' }) })
    await expect(
      both.call(transferUnits, { body, ...choose('buyer', { 'idempotency-key': 'one' }) }),
    ).rejects.toMatchObject({ code: 'idempotency_mismatch' })
    expect((await both.call(listBalances, { query: { accountId: 'proponent' } })).items).toMatchObject([{ balance: 6 }])
  })

  test('is refused to a person who does not belong to it, also after leaving, and reads nothing of another', async () => {
    const { both, accountAdmin, proponent } = await aPersonOfTwo()
    const notYours = { code: 'forbidden' }
    await expect(both.call(readAccount, choose('verifier'))).rejects.toMatchObject(notYours)
    await expect(proponent.call(readAccount, choose('buyer'))).rejects.toMatchObject(notYours)
    await expect(both.call(readAccount, choose(''))).rejects.toMatchObject(notYours)
    expect(await both.call(readAccount, choose('proponent'))).toMatchObject({ accountId: 'proponent' })
    await accountAdmin.call(deleteUser, { query: { username: both.username } })
    await expect(both.call(readAccount, choose('proponent'))).rejects.toMatchObject(notYours)
    expect(await both.call(readAccount)).toMatchObject({ accountId: 'buyer' })
  })

  test('has its own role', async () => {
    const { accountAdmin, buyersAdmin, both, ...tenant } = await aPersonOfTwo()
    const { username } = both
    await accountAdmin.call(updateUser, { body: { username, role: 'AccountAdmin' } })
    await buyersAdmin.call(updateUser, { body: { username, role: 'Viewer' } })
    const token = await tenant.world.identity.issueToken(username)
    const now = callerAt(tenant.world.baseUrl, token)
    expect(await now.call(readAccount)).toMatchObject({ accountId: 'buyer', role: 'Viewer' })
    await expect(now.call(changeProtection, { body: { approvalFrom: 5 }, ...choose('buyer') })).rejects.toMatchObject({
      code: 'forbidden',
    })
    await now.call(changeProtection, { body: { approvalFrom: 5 }, ...choose('proponent') })
    const { items } = await now.call(listUsers, choose('proponent'))
    expect(items.every(({ accountId }) => accountId === 'proponent')).toBe(true)
    await expect(now.call(listUsers, choose('buyer'))).rejects.toMatchObject({ code: 'forbidden' })
  })
})
