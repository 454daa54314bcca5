import { beforeEach, describe, expect, test } from 'vitest'
import { createAccount, decideAccount, listAccounts, readAccount, updateAccount } from '#shared/contract/accounts.ts'
import { listAudit } from '#shared/contract/audit.ts'
import type { BodyOf } from '#shared/contract/endpoint.ts'
import { listNotices } from '#shared/contract/notices.ts'
import { groupName } from '#shared/rules/groups.ts'
import type { AccountStatus } from '#shared/rules/lifecycle/people.ts'
import type { TenantOfTest } from '#tests/kit/cast.ts'
import { callerAt, type Person } from '#tests/kit/person.ts'
import { aTenant } from '#tests/kit/tenant.ts'

let tenant: TenantOfTest
beforeEach(async () => {
  tenant = await aTenant()
})

const correct = (who: Person, body: BodyOf<typeof updateAccount>) => who.call(updateAccount, { body })
const found = async (query: { q?: string; status?: AccountStatus }) =>
  (await tenant.tenantAdmin.call(listAccounts, { query })).items

/** Oldest first. */
async function logged() {
  const { items } = await tenant.tenantAdmin.call(listAudit, { query: { q: 'account:proponent' } })
  return items.map(({ act, before, after }) => ({ act, before, after })).reverse()
}

/** The tenant admin's notices, oldest first. */
async function notices() {
  const { items } = await tenant.tenantAdmin.call(listNotices)
  return items.map(({ kind, facts, path }) => ({ kind, facts, path })).reverse()
}

async function putInto(status: AccountStatus, statusReason: string | null = null) {
  await tenant.world.sql`
    update account set status = ${status}, status_reason = ${statusReason}, applied_at = '2024-01-01', created_at = '2024-01-01'
    where tenant_id = ${tenant.tenant.id} and id = 'proponent'`
}

describe('an account admin', () => {
  test.each(['pending', 'active'] as const)('corrects the facts of an account that is %s', async (status) => {
    await putInto(status)
    const body = { country: 'TZ', registrationNumber: ' TZ-12 ', website: 'https://hills.test' }
    const corrected = { name: 'The proponent', status, country: 'TZ', registrationNumber: 'TZ-12', acts: ['edit'] }
    await expect(correct(tenant.accountAdmin, body)).resolves.toMatchObject(corrected)
    await expect(tenant.proponent.call(readAccount)).resolves.toMatchObject({ ...corrected, acts: [] })
    expect(await logged()).toEqual([
      {
        act: 'account.edit',
        before: { country: 'KE', registrationNumber: null, website: null },
        after: { country: 'TZ', registrationNumber: 'TZ-12', website: 'https://hills.test' },
      },
    ])
    expect(await notices()).toEqual([])
  })

  test('leaves what is not said, takes a blank for none, and writes no line where nothing changes', async () => {
    await correct(tenant.accountAdmin, { registrationNumber: 'KE-1', website: 'https://hills.test' })
    await correct(tenant.accountAdmin, { website: '' })
    const facts = { name: 'The proponent', country: 'KE', registrationNumber: 'KE-1' }
    const unchanged = correct(tenant.accountAdmin, { ...facts, website: '' })
    await expect(unchanged).resolves.toMatchObject({ ...facts, website: null })
    expect(await logged()).toHaveLength(2)
  })

  test('tells the registry’s admins of a new name once the account is active', async () => {
    await putInto('pending')
    await correct(tenant.accountAdmin, { name: 'Hills' })
    expect(await notices()).toEqual([])
    await putInto('active')
    await correct(tenant.accountAdmin, { name: 'Green & Hills' })
    expect(await notices()).toEqual([
      {
        kind: 'account.edit',
        facts: { account: 'Green & Hills', accountId: 'proponent', formerName: 'Hills' },
        path: '/admin/review?tab=accounts&status=every&q=proponent',
      },
    ])
    await correct(tenant.accountAdmin, { name: 'Mountains' })
    const [, later] = await notices()
    expect(later).toMatchObject({ facts: { account: 'Mountains' }, path: expect.stringMatching(/q=proponent$/) })
    expect(await found({ q: 'proponent' })).toMatchObject([{ accountId: 'proponent', name: 'Mountains' }])
  })

  test('changes nothing while the account is suspended', async () => {
    await putInto('suspended', 'Unpaid.')
    await expect(correct(tenant.accountAdmin, { name: 'Hills' })).rejects.toMatchObject({
      code: 'conflict',
      message: 'The account is suspended; possible now: resume.',
    })
    await expect(tenant.accountAdmin.call(readAccount)).resolves.toMatchObject({ name: 'The proponent', acts: [] })
    expect(await logged()).toEqual([])
  })

  test.each([
    ['type', { type: 'buyer' }],
    ['status', { status: 'active' }],
    ['accountId', { accountId: 'buyer' }],
    ['tenantId', { tenantId: 'another' }],
  ])('says nothing else of the account: %s', async (field, body) => {
    const refused = correct(tenant.accountAdmin, { name: 'Hills', ...body })
    await expect(refused).rejects.toMatchObject({ code: 'invalid', message: expect.stringContaining(field) })
    await expect(tenant.accountAdmin.call(readAccount)).resolves.toMatchObject({ name: 'The proponent' })
  })

  test.each([
    { name: 'H' },
    { country: '' },
    { country: 'Kenya' },
    { country: 'ZZ' },
    { website: 'javascript:alert(1)' },
    { registrationNumber: 'two\nlines' },
  ])('reads what is wrong with %j', async (body) => {
    await expect(correct(tenant.accountAdmin, body)).rejects.toMatchObject({
      code: 'invalid',
      details: [{ path: Object.keys(body)[0] }],
    })
  })

  test('and another one: the last word wins, and both are in the log', async () => {
    const { id: tenantId } = tenant.tenant
    const groups = (['General', 'AccountAdmin'] as const).map((role) =>
      groupName({ tenantId, accountId: 'proponent', role }),
    )
    const second = await tenant.addPerson(groups, 'proponent')
    await Promise.all([correct(tenant.accountAdmin, { name: 'Hills' }), correct(second, { name: 'Mountains' })])
    const { name } = await tenant.accountAdmin.call(readAccount)
    const lines = await logged()
    expect(lines).toHaveLength(2)
    expect(lines[1]).toMatchObject({ before: lines[0]?.after, after: { name } })
  })
})

describe('nobody else', () => {
  test('of the tenant corrects an account: not its members, nor the registry’s admin in a member’s role', async () => {
    for (const person of [tenant.proponent, tenant.buyer, tenant.tenantAdmin, tenant.newcomer]) {
      await expect(correct(person, { name: 'Taken over' })).rejects.toMatchObject({ code: 'forbidden' })
    }
    await expect(tenant.visitor.call(updateAccount, { body: {} })).rejects.toMatchObject({ code: 'unauthenticated' })
    expect(await found({ q: 'Taken over' })).toEqual([])
  })

  test('who administers another account than the one that acts', async () => {
    const { id: tenantId } = tenant.tenant
    const groups = [
      groupName({ tenantId, accountId: 'buyer', role: 'General' }),
      groupName({ tenantId, accountId: 'proponent', role: 'General' }),
      groupName({ tenantId, accountId: 'proponent', role: 'AccountAdmin' }),
    ]
    const person = await tenant.addPerson(groups, 'buyer')
    await expect(correct(person, { name: 'Taken over' })).rejects.toMatchObject({ code: 'forbidden' })
    await expect(person.call(readAccount)).resolves.toMatchObject({ accountId: 'buyer', acts: [] })
  })

  test('touches an account of the same id in another tenant', async () => {
    const elsewhere = await aTenant()
    await correct(tenant.accountAdmin, { name: 'Hills' })
    await expect(elsewhere.accountAdmin.call(readAccount)).resolves.toMatchObject({ name: 'The proponent' })
  })

  test('but the registry’s admin who is the account’s admin too', async () => {
    const { id: tenantId } = tenant.tenant
    const groups = [
      groupName({ tenantId, accountId: 'operator', role: 'General' }),
      groupName({ tenantId, accountId: 'operator', role: 'AccountAdmin' }),
      groupName({ tenantId, accountId: null, role: 'TenantAdmin' }),
    ]
    const person = await tenant.addPerson(groups, 'operator')
    await expect(correct(person, { name: 'The office' })).resolves.toMatchObject({ accountId: 'operator' })
    expect(await notices()).toMatchObject([{ kind: 'account.edit', facts: { formerName: 'The operator' } }])
  })
})

describe('a rejected account', () => {
  const decide = (act: 'approve' | 'reject', reason?: string) =>
    tenant.tenantAdmin.call(decideAccount, { params: { accountId: 'proponent' }, body: { act, reason } })

  test('applies again with its correction, waits anew, and is approved', async () => {
    await putInto('pending')
    await decide('reject', 'The number is not in the register.')
    await expect(tenant.accountAdmin.call(readAccount)).resolves.toMatchObject({
      status: 'rejected',
      acts: ['reapply'],
    })

    const applied = await correct(tenant.accountAdmin, { registrationNumber: 'KE-4711' })
    expect(applied).toMatchObject({
      status: 'pending',
      statusReason: null,
      registrationNumber: 'KE-4711',
      acts: ['edit'],
    })
    expect(await found({ status: 'pending' })).toMatchObject([{ accountId: 'proponent', appliedAt: applied.appliedAt }])
    expect(Date.parse(applied.appliedAt)).toBeGreaterThan(Date.parse(applied.createdAt))
    expect((await logged()).at(-1)).toEqual({
      act: 'account.reapply',
      before: { registrationNumber: null, status: 'rejected', reason: 'The number is not in the register.' },
      after: { registrationNumber: 'KE-4711', status: 'pending', reason: null },
    })
    expect(await notices()).toEqual([
      { kind: 'account.reapply', facts: { account: 'The proponent' }, path: '/admin/review?tab=accounts' },
    ])

    await expect(decide('approve')).resolves.toMatchObject({ status: 'active' })
    await expect(tenant.accountAdmin.call(readAccount)).resolves.toMatchObject({ status: 'active', acts: ['edit'] })
  })

  test('applies again unchanged, for what was missing may not be among its facts', async () => {
    await putInto('rejected', 'Send the deed.')
    await expect(correct(tenant.accountAdmin, {})).resolves.toMatchObject({ status: 'pending' })
    expect(await logged()).toHaveLength(1)
  })

  test('stays rejected when the correction is refused', async () => {
    await putInto('rejected', 'Send the deed.')
    await expect(correct(tenant.accountAdmin, { name: 'H' })).rejects.toMatchObject({ code: 'invalid' })
    await expect(correct(tenant.proponent, { name: 'Hills' })).rejects.toMatchObject({ code: 'forbidden' })
    await expect(tenant.accountAdmin.call(readAccount)).resolves.toMatchObject({ status: 'rejected' })
    expect(await notices()).toEqual([])
  })

  test('is not applied for by the registry’s admin', async () => {
    await putInto('rejected', 'Send the deed.')
    const body = { act: 'reapply' } as unknown as BodyOf<typeof decideAccount>
    const refused = tenant.tenantAdmin.call(decideAccount, { params: { accountId: 'proponent' }, body })
    await expect(refused).rejects.toMatchObject({ code: 'invalid' })
  })
})

test('whoever founded an organisation corrects it while it waits', async () => {
  const { newcomer, world } = await aTenant({ isConfigured: true })
  const body = { name: 'Gren Hills', type: 'buyer', country: 'KE' } as const
  await newcomer.call(createAccount, { body })
  await expect(correct(newcomer, { name: 'Green Hills' })).rejects.toMatchObject({ code: 'forbidden' })
  const token = await world.identity.issueToken(newcomer.username)
  const founder = { ...newcomer, ...callerAt(world.baseUrl, token) }
  await expect(correct(founder, { name: 'Green Hills' })).resolves.toMatchObject({ name: 'Green Hills', type: 'buyer' })
})
