import { describe, expect, test } from 'vitest'
import { createAccount, decideAccount, listAccounts, readAccount } from '#shared/contract/accounts.ts'
import { listAudit } from '#shared/contract/audit.ts'
import { listUsers } from '#shared/contract/users.ts'
import { callerAt, type Person } from '#tests/person.ts'
import { aTenant } from '#tests/tenant.ts'
import { theWorld } from '#tests/world.ts'

const greenHills = { name: 'Green Hills Ltd', type: 'proponent', country: 'KE', website: '' } as const

describe('somebody without an account', () => {
  test('registers one and is its admin with the next token; it is pending', async () => {
    const { newcomer } = await aTenant()
    await expect(newcomer.call(readAccount)).rejects.toMatchObject({ code: 'not_found' })
    const registered = await newcomer.call(createAccount, { body: greenHills })
    expect(registered).toMatchObject({ name: 'Green Hills Ltd', status: 'pending', website: null })
    expect(registered.accountId).toMatch(/^green-hills-ltd-[a-z2-9]{6}$/)

    const admin = await renewed(newcomer)
    await expect(admin.call(readAccount)).resolves.toEqual({ ...registered, acts: ['edit'] })
    expect((await admin.call(listUsers)).items).toMatchObject([
      { isSelf: true, role: 'AccountAdmin', status: 'ACTIVE' },
    ])
  })

  test('registers one account only, however old the token', async () => {
    const { newcomer } = await aTenant()
    const outcomes = await Promise.allSettled([1, 2].map(() => newcomer.call(createAccount, { body: greenHills })))
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).not.toHaveLength(0)
    await expect(newcomer.call(createAccount, { body: greenHills })).rejects.toMatchObject({
      code: 'already_registered',
      message: 'You registered Green Hills Ltd already; it is pending. Sign in again to act for it.',
    })
    const { sql } = await theWorld()
    const [count] =
      await sql`select count(*)::int as accounts from audit_event where actor = ${newcomer.username} and act = 'account.create'`
    expect(count).toEqual({ accounts: 1 })
  })

  test('finishes what the directory missed by asking again', async () => {
    const { newcomer } = await aTenant()
    const registered = await newcomer.call(createAccount, { body: greenHills })
    const { directory } = (await theWorld()).identity
    await directory.setGroups(newcomer.username, [])
    await expect(newcomer.call(createAccount, { body: greenHills })).resolves.toEqual(registered)
    await expect((await renewed(newcomer)).call(readAccount)).resolves.toMatchObject({ ...registered, acts: ['edit'] })
  })

  test('whom the directory does not know is recorded with the account all the same', async () => {
    const { newcomer, world } = await aTenant()
    await world.identity.directory.remove(newcomer.username)
    const { accountId } = await newcomer.call(createAccount, { body: greenHills })
    const [record] = await world.sql`
      select account_id, email, status from app_user where username = ${newcomer.username}`
    expect(record).toEqual({ account_id: accountId, email: '', status: 'ACTIVE' })
  })

  test('and with a token that does not name it yet is told which groups that lacks', async () => {
    const { newcomer, world } = await aTenant()
    const { accountId } = await newcomer.call(createAccount, { body: greenHills })
    const tenantId = world.config.TENANT_ID
    await expect(newcomer.call(readAccount)).rejects.toMatchObject({
      code: 'not_found',
      details: [
        { path: 'groups', message: `${tenantId}|${accountId}|General` },
        { path: 'groups', message: `${tenantId}|${accountId}|AccountAdmin` },
      ],
    })
  })

  test('gets a readable id from a name in any letters', async () => {
    const { newcomer } = await aTenant()
    const { accountId } = await newcomer.call(createAccount, {
      body: { ...greenHills, name: 'Société Énergie & Été 東京' },
    })
    expect(accountId).toMatch(/^societe-energie-ete-[a-z2-9]{6}$/)
  })
})

test('a member has an account and registers no other', async () => {
  const { buyer, accountAdmin, tenantAdmin } = await aTenant()
  for (const person of [buyer, accountAdmin, tenantAdmin]) {
    await expect(person.call(createAccount, { body: greenHills })).rejects.toMatchObject({ code: 'already_registered' })
  }
})

describe('a tenant admin', () => {
  test('moves an account through its states, with reasons, and the audit log tells it', async () => {
    const { tenantAdmin } = await aTenant()
    const decide = (act: 'suspend' | 'resume' | 'approve', reason?: string) =>
      tenantAdmin.call(decideAccount, { params: { accountId: 'buyer' }, body: { act, reason } })
    await expect(decide('suspend')).rejects.toMatchObject({ code: 'invalid', message: 'reason: Required' })
    await expect(decide('suspend', 'Unpaid.')).resolves.toMatchObject({ status: 'suspended', statusReason: 'Unpaid.' })
    await expect(decide('approve')).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('suspended'),
    })
    await expect(decide('resume')).resolves.toMatchObject({ status: 'active', statusReason: null })
    const { items } = await tenantAdmin.call(listAudit, { query: { q: 'account:buyer' } })
    expect(items.map((line) => [line.act, line.before, line.after])).toEqual([
      ['account.resume', { status: 'suspended' }, { status: 'active', reason: null }],
      ['account.suspend', { status: 'active' }, { status: 'suspended', reason: 'Unpaid.' }],
    ])
  })

  test('does not decide about the own account or one of another tenant', async () => {
    const [{ tenantAdmin }, elsewhere] = await Promise.all([aTenant(), aTenant()])
    const suspend = { act: 'suspend', reason: 'No.' } as const
    await expect(
      tenantAdmin.call(decideAccount, { params: { accountId: 'operator' }, body: suspend }),
    ).rejects.toMatchObject({ code: 'forbidden' })
    await expect(
      tenantAdmin.call(decideAccount, { params: { accountId: 'not-here' }, body: suspend }),
    ).rejects.toMatchObject({ code: 'not_found' })
    await expect(elsewhere.buyer.call(readAccount)).resolves.toMatchObject({ status: 'active' })
  })

  test('lists accounts in every state, others the active ones', async () => {
    const { tenantAdmin, buyer } = await aTenant()
    await tenantAdmin.call(decideAccount, {
      params: { accountId: 'verifier' },
      body: { act: 'suspend', reason: 'Late.' },
    })
    const names = async (person: Person, query = {}) =>
      (await person.call(listAccounts, { query })).items.map((account) => account.accountId)
    expect(await names(tenantAdmin)).toEqual(['buyer', 'measurer', 'operator', 'proponent', 'verifier'])
    expect(await names(tenantAdmin, { status: 'suspended' })).toEqual(['verifier'])
    expect(await names(buyer)).toEqual(['buyer', 'measurer', 'operator', 'proponent'])
    expect(await names(buyer, { status: 'suspended' })).toEqual([])
    expect(await names(buyer, { q: 'PROPON', type: 'proponent' })).toEqual(['proponent'])
  })

  test('sees what to decide by, which others do not', async () => {
    const { tenantAdmin, buyer, newcomer } = await aTenant({ isConfigured: true })
    const body = { ...greenHills, name: 'Blue Lagoon', registrationNumber: 'KE-4711', website: 'https://green.test' }
    const { accountId } = await newcomer.call(createAccount, { body })
    const approve = { params: { accountId }, body: { act: 'approve' } } as const
    await tenantAdmin.call(decideAccount, approve)
    const [seen] = (await tenantAdmin.call(listAccounts, { query: { q: 'Blue Lagoon' } })).items
    expect(seen).toMatchObject({ registrationNumber: 'KE-4711', website: 'https://green.test', status: 'active' })
    const [unseen] = (await buyer.call(listAccounts, { query: { q: 'Blue Lagoon' } })).items
    expect(unseen).toMatchObject({ accountId, registrationNumber: null, website: null })
  })

  test('pages through the accounts', async () => {
    const { tenantAdmin } = await aTenant()
    const first = await tenantAdmin.call(listAccounts, { query: { limit: 3 } })
    expect(first).toMatchObject({ total: 5, items: [{}, {}, {}] })
    const second = await tenantAdmin.call(listAccounts, { query: { limit: 3, cursor: first.nextCursor ?? '' } })
    expect(second).toMatchObject({ total: 5, nextCursor: null })
    expect(second.items.map((account) => account.accountId)).toEqual(['proponent', 'verifier'])
  })
})

async function renewed(person: Person) {
  const world = await theWorld()
  return callerAt(world.baseUrl, await world.identity.issueToken(person.username))
}
