import { describe, expect, test } from 'vitest'
import { createAccount, decideAccount, listAccounts, readAccount, updateAccount } from '#shared/contract/accounts.ts'
import { listAudit } from '#shared/contract/audit.ts'
import type { QueryOf } from '#shared/contract/endpoint.ts'
import { listUsers } from '#shared/contract/users.ts'
import { callerAt, type Person } from '#tests/kit/person.ts'
import { aTenant } from '#tests/kit/tenant.ts'
import { theWorld } from '#tests/kit/world.ts'

const facts = { type: 'proponent', country: 'KE', website: '' } as const
/** Names are unique in the configured tenant. */
const greenHills = () => ({ ...facts, name: `Green Hills ${crypto.randomUUID().slice(0, 8)}` })

describe('somebody without an account', () => {
  test('registers one and is its admin with the next token; it is pending', async () => {
    const { newcomer } = await aTenant()
    await expect(newcomer.call(readAccount)).rejects.toMatchObject({ code: 'not_found' })
    const body = greenHills()
    const registered = await newcomer.call(createAccount, { body })
    expect(registered).toMatchObject({ name: body.name, status: 'pending', website: null })
    expect(registered.accountId).toMatch(/^green-hills-[0-9a-f]{8}-[a-z2-9]{6}$/)

    const admin = await renewed(newcomer)
    await expect(admin.call(readAccount)).resolves.toEqual({ ...registered, acts: ['edit'] })
    expect((await admin.call(listUsers)).items).toMatchObject([
      { isSelf: true, role: 'AccountAdmin', status: 'ACTIVE' },
    ])
  })

  test('registers one account only, however old the token', async () => {
    const { newcomer } = await aTenant()
    const body = greenHills()
    const outcomes = await Promise.allSettled([1, 2].map(() => newcomer.call(createAccount, { body })))
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).not.toHaveLength(0)
    await expect(newcomer.call(createAccount, { body })).rejects.toMatchObject({
      code: 'already_registered',
      message: `You registered ${body.name} already; it is pending. Sign in again to act for it.`,
    })
    const { sql } = await theWorld()
    const [count] =
      await sql`select count(*)::int as accounts from audit_event where actor = ${newcomer.username} and act = 'account.create'`
    expect(count).toEqual({ accounts: 1 })
  })

  test('finishes what the directory missed by asking again', async () => {
    const { newcomer } = await aTenant()
    const body = greenHills()
    const registered = await newcomer.call(createAccount, { body })
    const { directory } = (await theWorld()).identity
    await directory.setGroups(newcomer.username, [])
    await expect(newcomer.call(createAccount, { body })).resolves.toEqual(registered)
    await expect((await renewed(newcomer)).call(readAccount)).resolves.toMatchObject({ ...registered, acts: ['edit'] })
  })

  test('whom the directory does not know is recorded with the account all the same', async () => {
    const { newcomer, world } = await aTenant()
    await world.identity.directory.remove(newcomer.username)
    const { accountId } = await newcomer.call(createAccount, { body: greenHills() })
    const [record] = await world.sql`
      select account_id, email, status from app_user where username = ${newcomer.username}`
    expect(record).toEqual({ account_id: accountId, email: '', status: 'ACTIVE' })
  })

  test('and with a token that does not name it yet is told which groups that lacks', async () => {
    const { newcomer, world } = await aTenant()
    const { accountId } = await newcomer.call(createAccount, { body: greenHills() })
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
      body: { ...facts, name: 'Société Énergie & Été 東京' },
    })
    expect(accountId).toMatch(/^societe-energie-ete-[a-z2-9]{6}$/)
  })
})

describe('the name of another organisation', () => {
  const taken = {
    code: 'name_taken',
    message: 'Another organisation here has this name already.',
    details: [{ path: 'name' }],
  }
  const aNewcomer = async () => (await aTenant()).newcomer

  test('is refused in whatever accents and capitals, and free again once that is rejected', async () => {
    const { newcomer, world } = await aTenant()
    const { name } = greenHills()
    const { accountId } = await newcomer.call(createAccount, { body: { ...facts, name } })
    const second = await aNewcomer()
    const register = () => second.call(createAccount, { body: { ...facts, name: name.replace('Green', 'GRÉÉN') } })
    await expect(register()).rejects.toMatchObject(taken)
    await expect(second.call(readAccount)).rejects.toMatchObject({ code: 'not_found' })

    await world.sql`update account set status = 'rejected' where id = ${accountId}`
    await expect(register()).resolves.toMatchObject({ status: 'pending' })
    const reapplied = (await renewed(newcomer)).call(updateAccount, { body: {} })
    await expect(reapplied).rejects.toMatchObject(taken)
    const body = { name: `${name} of Kenya` }
    await expect((await renewed(newcomer)).call(updateAccount, { body })).resolves.toMatchObject(body)
  })

  test('is had by one of those who register it at once', async () => {
    const body = greenHills()
    const newcomers = await Promise.all([1, 2, 3, 4].map(aNewcomer))
    const outcomes = await Promise.allSettled(newcomers.map((each) => each.call(createAccount, { body })))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const outcome of outcomes) if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject(taken)
  })

  test('is not taken by a correction, but the own one may be written otherwise, and it is free in another tenant', async () => {
    const { accountAdmin } = await aTenant()
    const correct = (name: string) => accountAdmin.call(updateAccount, { body: { name } })
    await expect(correct('THE BUYER')).rejects.toMatchObject(taken)
    await expect(accountAdmin.call(readAccount)).resolves.toMatchObject({ name: 'The proponent' })
    await expect(correct('The Proponent')).resolves.toMatchObject({ name: 'The Proponent' })
    const elsewhere = await aTenant()
    await expect(
      elsewhere.accountAdmin.call(updateAccount, { body: { name: 'The Proponents' } }),
    ).resolves.toMatchObject({ name: 'The Proponents' })
    await expect(correct('The Proponents')).resolves.toMatchObject({ name: 'The Proponents' })
  })
})

test('a member has an account and registers no other', async () => {
  const { buyer, accountAdmin, tenantAdmin } = await aTenant()
  for (const person of [buyer, accountAdmin, tenantAdmin]) {
    await expect(person.call(createAccount, { body: greenHills() })).rejects.toMatchObject({
      code: 'already_registered',
    })
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
    ).rejects.toMatchObject({ code: 'own_work' })
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

  test('is offered what it may decide about the others, and nothing about the own account', async () => {
    const { tenantAdmin, buyer, world, tenant } = await aTenant()
    await world.sql`update account set status = 'pending' where tenant_id = ${tenant.id} and id = 'verifier'`
    const listed = async (caller: Person) =>
      (await caller.call(listAccounts)).items.map(({ accountId, isOwn, acts }) => [accountId, isOwn, acts])
    const own = (await tenantAdmin.call(readAccount)).accountId
    expect(await listed(tenantAdmin)).toEqual(
      expect.arrayContaining([
        [own, true, []],
        ['buyer', false, ['suspend']],
        ['verifier', false, ['approve', 'reject']],
      ]),
    )
    expect(await listed(buyer)).toEqual(
      expect.arrayContaining([
        ['buyer', true, []],
        ['measurer', false, []],
      ]),
    )
  })

  test('sees what to decide by, which others do not', async () => {
    const { tenantAdmin, buyer, newcomer } = await aTenant({ isConfigured: true })
    const body = { ...facts, name: 'Blue Lagoon', registrationNumber: 'KE-4711', website: 'https://green.test' }
    const { accountId } = await newcomer.call(createAccount, { body })
    const approve = { params: { accountId }, body: { act: 'approve' } } as const
    await tenantAdmin.call(decideAccount, approve)
    const [seen] = (await tenantAdmin.call(listAccounts, { query: { q: 'Blue Lagoon' } })).items
    expect(seen).toMatchObject({ registrationNumber: 'KE-4711', website: 'https://green.test', status: 'active' })
    const [unseen] = (await buyer.call(listAccounts, { query: { q: 'Blue Lagoon' } })).items
    expect(unseen).toMatchObject({ accountId, registrationNumber: null, website: null })
  })

  test('finds those that units can be transferred to', async () => {
    const { buyer, tenant, world } = await aTenant()
    await world.sql`
      insert into account (tenant_id, id, name, kind, status, receives_without_people)
      values (${tenant.id}, 'deserted', 'A deserted one', 'buyer', 'active', false),
        (${tenant.id}, 'opened', 'An opened one', 'buyer', 'active', true),
        (${tenant.id}, 'closed', 'A closed one', 'buyer', 'suspended', true)`
    const found = async (query: QueryOf<typeof listAccounts>) =>
      (await buyer.call(listAccounts, { query })).items.map(({ accountId }) => accountId)
    const all = await found({})
    expect(all).toContain('deserted')
    expect(await found({ canReceive: 'true' })).toEqual(all.filter((accountId) => accountId !== 'deserted'))
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
