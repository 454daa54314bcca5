import { describe, expect, test } from 'vitest'
import { hashPassword } from '#server/identity/passwords/passwords.ts'
import { setPassword } from '#server/identity/passwords/persons.ts'
import { createAccount, decideAccount, readAccount } from '#shared/contract/accounts.ts'
import { changeSettings, readSettings } from '#shared/contract/settings.ts'
import { deleteUser, inviteUser, listUsers, resendInvitation, type User, updateUser } from '#shared/contract/users.ts'
import { groupName } from '#shared/rules/groups.ts'
import type { TenantOfTest } from '#tests/kit/cast.ts'
import { callerAt, type Person } from '#tests/kit/person.ts'
import { aTenant } from '#tests/kit/tenant.ts'

const juma = { firstName: 'Juma', lastName: 'Otieno' }

describe('an account admin', () => {
  test('sees the users of the own account, tenant admins those of the tenant', async () => {
    const tenant = await aTenant()
    const accountUsers = await tenant.accountAdmin.call(listUsers)
    expect(accountUsers.items.map((user) => user.accountId)).toEqual(['proponent', 'proponent'])
    expect(accountUsers.items.find((user) => user.isSelf)).toMatchObject({
      username: tenant.accountAdmin.username,
      role: 'AccountAdmin',
      status: 'ACTIVE',
      account: 'The proponent',
    })
    const tenantUsers = await tenant.tenantAdmin.call(listUsers)
    expect(tenantUsers.total).toBe(6)
  })

  test('sees what may be done to each: nothing to oneself, nor to one of the registry', async () => {
    const { accountAdmin, tenantAdmin, proponent } = await aTenant()
    const actsOf = async (admin: typeof accountAdmin, username: string) =>
      (await admin.call(listUsers)).items.find((user) => user.username === username)?.acts
    expect(await actsOf(accountAdmin, accountAdmin.username)).toEqual([])
    expect(await actsOf(accountAdmin, proponent.username)).toEqual(['edit', 'suspend', 'delete'])
    const role = 'TenantAdmin'
    await tenantAdmin.call(updateUser, { body: { username: proponent.username, role } })
    expect(await actsOf(accountAdmin, proponent.username)).toEqual([])
    expect(await actsOf(tenantAdmin, proponent.username)).toEqual(['edit', 'suspend', 'delete', 'resetFactors'])
  })

  test('invites a person, who sets up the sign-in, is active from the first call on and has the role', async () => {
    const tenant = await aTenant()
    const email = anEmail()
    const invited = await tenant.accountAdmin.call(inviteUser, { body: { ...juma, email, role: 'AccountAdmin' } })
    expect(invited).toMatchObject({ ...juma, email, status: 'SETUP IN PROGRESS', role: 'AccountAdmin' })
    expect(invited.invitationUrl).toContain(tenant.world.baseUrl)

    const person = await signedIn(tenant, email)
    await expect(person.call(readAccount)).resolves.toMatchObject({ accountId: 'proponent' })
    expect((await person.call(listUsers)).items).toContainEqual(expect.objectContaining({ email, status: 'ACTIVE' }))
  })

  test('invites to no other account, and nobody above the own role', async () => {
    const { accountAdmin } = await aTenant()
    const invitation = { ...juma, email: anEmail() }
    await expect(accountAdmin.call(inviteUser, { body: { ...invitation, accountId: 'buyer' } })).rejects.toMatchObject({
      code: 'not_found',
    })
    await expect(accountAdmin.call(inviteUser, { body: { ...invitation, role: 'TenantAdmin' } })).rejects.toMatchObject(
      { code: 'forbidden' },
    )
  })

  test('changes names and roles in the own account, and the directory follows', async () => {
    const tenant = await aTenant()
    const { accountAdmin, proponent, world } = tenant
    const { username } = proponent
    const changed = await accountAdmin.call(updateUser, { body: { username, ...juma, role: 'AccountAdmin' } })
    expect(changed).toMatchObject({ ...juma, role: 'AccountAdmin' })
    expect(await world.identity.directory.find(username)).toMatchObject({
      ...juma,
      groups: [group(tenant, 'General'), group(tenant, 'AccountAdmin')],
    })
  })

  test('does not find users of other accounts', async () => {
    const { accountAdmin, buyer } = await aTenant()
    const { username } = buyer
    const refusal = { code: 'not_found', message: 'There is no such user.' }
    await expect(accountAdmin.call(updateUser, { body: { username, ...juma } })).rejects.toMatchObject(refusal)
    await expect(accountAdmin.call(deleteUser, { query: { username } })).rejects.toMatchObject(refusal)
    await expect(accountAdmin.call(resendInvitation, { body: { username } })).rejects.toMatchObject(refusal)
  })

  test('does not touch an admin of the registry who belongs to its account', async () => {
    const tenant = await aTenant()
    const { username } = await tenant.addPerson(
      [group(tenant, 'General'), `${tenant.tenant.id}|TenantAdmin`],
      'proponent',
    )
    await expect(tenant.accountAdmin.call(deleteUser, { query: { username } })).rejects.toMatchObject({
      code: 'forbidden',
    })
  })
})

describe('a suspended user', () => {
  test('is refused at once and let in again after', async () => {
    const { accountAdmin, proponent } = await aTenant()
    const { username } = proponent
    await proponent.call(readAccount)
    await accountAdmin.call(updateUser, { body: { username, status: 'SUSPENDED' } })
    await expect(proponent.call(readAccount)).rejects.toMatchObject({ code: 'suspended' })
    await accountAdmin.call(updateUser, { body: { username, status: 'ACTIVE' } })
    await expect(proponent.call(readAccount)).resolves.toMatchObject({ accountId: 'proponent' })
  })

  test('may be requested twice, but a person who never signed in is not suspended', async () => {
    const { accountAdmin, proponent } = await aTenant()
    const suspend = { body: { username: proponent.username, status: 'SUSPENDED' } } as const
    await accountAdmin.call(updateUser, suspend)
    await expect(accountAdmin.call(updateUser, suspend)).resolves.toMatchObject({ status: 'SUSPENDED' })
    const { username } = await accountAdmin.call(inviteUser, { body: { ...juma, email: anEmail() } })
    await expect(accountAdmin.call(updateUser, { body: { username, status: 'SUSPENDED' } })).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('SETUP IN PROGRESS'),
    })
  })
})

test('who has set the password and made no call yet is active for the admin who acts', async () => {
  const tenant = await aTenant()
  const { accountAdmin, world } = tenant
  const [one, other] = await Promise.all(
    [1, 2].map(async () => {
      const { username } = await accountAdmin.call(inviteUser, { body: { ...juma, email: anEmail() } })
      await setPassword(world.sql, username, await hashPassword('seven green turtles'))
      return username
    }),
  )
  if (!one || !other) throw new Error('two people')
  const suspend = { body: { username: one, status: 'SUSPENDED' } } as const
  await expect(accountAdmin.call(updateUser, suspend)).resolves.toMatchObject({ status: 'SUSPENDED' })
  await expect(accountAdmin.call(resendInvitation, { body: { username: other } })).rejects.toMatchObject({
    code: 'conflict',
    message: 'Juma Otieno has set up the sign-in already.',
  })
  const { items } = await accountAdmin.call(listUsers)
  expect(items.find(({ username }) => username === other)).toMatchObject({ status: 'ACTIVE' })
})

test('the founder of an account that is not approved yet invites nobody to it', async () => {
  const { newcomer, tenantAdmin, world } = await aTenant({ isConfigured: true })
  const { accountId } = await newcomer.call(createAccount, {
    body: { name: 'Unknown Ltd', type: 'buyer', country: 'KE' },
  })
  const founder = callerAt(world.baseUrl, await world.identity.issueToken(newcomer.username))
  const invitation = { body: { ...juma, email: anEmail() } }
  await expect(founder.call(inviteUser, invitation)).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('pending'),
  })
  await tenantAdmin.call(decideAccount, { params: { accountId }, body: { act: 'approve' } })
  const { username } = await founder.call(inviteUser, invitation)
  await tenantAdmin.call(decideAccount, { params: { accountId }, body: { act: 'suspend', reason: 'Unpaid fees' } })
  await expect(founder.call(resendInvitation, { body: { username } })).rejects.toMatchObject({ code: 'conflict' })
})

describe('a deleted user', () => {
  test('loses access and profile, and keeps the name that the audit log knows', async () => {
    const { accountAdmin, proponent, world, tenant } = await aTenant()
    const { username } = proponent
    await expect(accountAdmin.call(deleteUser, { query: { username } })).resolves.toEqual({
      message: 'User deleted successfully.',
    })
    await expect(proponent.call(readAccount)).rejects.toMatchObject({ code: 'unauthenticated' })
    const [record] = await world.sql`
      select email, first_name, last_name, groups, status from app_user where tenant_id = ${tenant.id} and username = ${username}`
    expect(record).toEqual({ email: '', first_name: '', last_name: '', groups: [], status: 'DELETED' })
    expect(await world.identity.directory.find(username)).toBeNull()
    await expect(accountAdmin.call(deleteUser, { query: { username } })).rejects.toMatchObject({ code: 'not_found' })
  })

  test('is invited again under the same address', async () => {
    const { accountAdmin } = await aTenant()
    const body = { ...juma, email: anEmail() }
    const first = await accountAdmin.call(inviteUser, { body })
    await expect(accountAdmin.call(inviteUser, { body })).rejects.toMatchObject({
      code: 'email_taken',
      message: `${body.email} belongs to this account already, or is invited to it.`,
    })
    await accountAdmin.call(deleteUser, { query: { username: first.username } })
    const second = await accountAdmin.call(inviteUser, { body: { ...body, email: body.email.toUpperCase() } })
    expect(second.username).not.toBe(first.username)
    expect(second.status).toBe('SETUP IN PROGRESS')
  })

  test('whom the directory could not delete is deleted at the next request', async () => {
    const { accountAdmin, proponent, world, tenant } = await aTenant()
    const { username } = proponent
    await world.sql`update app_user set status = 'DELETED' where tenant_id = ${tenant.id} and username = ${username}`
    await accountAdmin.call(deleteUser, { query: { username } })
    expect(await world.identity.directory.find(username)).toBeNull()
  })
})

describe('nobody', () => {
  test('suspends, deletes or demotes themselves', async () => {
    const { accountAdmin, tenantAdmin } = await aTenant()
    for (const admin of [accountAdmin, tenantAdmin]) {
      const { username } = admin
      const refusal = { code: 'oneself', message: expect.stringContaining('another admin can') }
      await expect(admin.call(deleteUser, { query: { username } })).rejects.toMatchObject(refusal)
      await expect(admin.call(updateUser, { body: { username, status: 'SUSPENDED' } })).rejects.toMatchObject(refusal)
      await expect(admin.call(updateUser, { body: { username, role: 'General' } })).rejects.toMatchObject(refusal)
    }
  })

  test('takes an account its last admin', async () => {
    const { tenantAdmin, accountAdmin } = await aTenant()
    const { username } = accountAdmin
    const refusal = { code: 'last_admin', message: expect.stringContaining('last admin of The proponent') }
    await expect(tenantAdmin.call(deleteUser, { query: { username } })).rejects.toMatchObject(refusal)
    await expect(tenantAdmin.call(updateUser, { body: { username, role: 'General' } })).rejects.toMatchObject(refusal)
    await expect(tenantAdmin.call(updateUser, { body: { username, status: 'SUSPENDED' } })).rejects.toMatchObject(
      refusal,
    )
  })

  test('deletes a user whom the body names otherwise', async () => {
    const { accountAdmin, proponent } = await aTenant()
    await expect(
      accountAdmin.call(deleteUser, { query: { username: proponent.username }, body: { username: 'somebody' } }),
    ).rejects.toMatchObject({ code: 'invalid' })
    await proponent.call(readAccount)
  })
})

test('of two admins who delete each other at once one is left', async () => {
  const tenant = await aTenant()
  for (const groups of [[group(tenant, 'AccountAdmin')], [`${tenant.tenant.id}|TenantAdmin`]]) {
    const [one, other] = await Promise.all(
      [1, 2].map(() => tenant.addPerson([group(tenant, 'General'), ...groups], 'proponent')),
    )
    if (!one || !other) throw new Error('two people')
    await Promise.all([one.call(listUsers), other.call(listUsers)])
    const outcomes = await Promise.allSettled([
      one.call(deleteUser, { query: { username: other.username } }),
      other.call(deleteUser, { query: { username: one.username } }),
    ])
    expect(outcomes.map((outcome) => outcome.status).sort()).toEqual(['fulfilled', 'rejected'])
  }
})

test('a tenant admin invites another one and makes an admin of a member', async () => {
  const { tenantAdmin, buyer } = await aTenant()
  const invited = await tenantAdmin.call(inviteUser, { body: { ...juma, email: anEmail(), role: 'TenantAdmin' } })
  expect(invited).toMatchObject({ role: 'TenantAdmin', accountId: 'operator' })
  const { username } = buyer
  await expect(tenantAdmin.call(updateUser, { body: { username, role: 'AccountAdmin' } })).resolves.toMatchObject({
    role: 'AccountAdmin',
    accountId: 'buyer',
  })
})

/** Without a mail server the admin passes on the address of the profile, where the invitation waits. */
const onlyAsked = { status: 'SETUP IN PROGRESS', invitationUrl: expect.stringMatching(/\/user\/current$/) }

describe('an invitation to an address that the sign-in knows', () => {
  test('of somebody who registered alone gives that person the groups, when an admin of the registry does so', async () => {
    const { tenantAdmin, accountAdmin, newcomer, world } = await aTenant()
    const { email, username } = newcomer
    const body = { ...juma, email: email.toUpperCase(), accountId: 'proponent' }
    await expect(accountAdmin.call(inviteUser, { body })).resolves.toMatchObject(onlyAsked)
    expect(await world.identity.directory.find(username)).toMatchObject({ groups: [] })
    const invited = await tenantAdmin.call(inviteUser, { body })
    expect(invited).toMatchObject({ username, firstName: 'Test', status: 'ACTIVE', invitationUrl: null })
    const renewed = callerAt(world.baseUrl, await world.identity.issueToken(username))
    await expect(renewed.call(readAccount)).resolves.toMatchObject({ accountId: 'proponent' })
  })

  test('of somebody whom an admin of the registry invited to found an organisation is the account admin’s no more', async () => {
    const { tenantAdmin, accountAdmin } = await aTenant()
    const body = { ...juma, email: anEmail() }
    const founder = await tenantAdmin.call(inviteUser, { body: { ...body, accountId: null } })
    const asked = await accountAdmin.call(inviteUser, { body })
    expect(asked).toMatchObject(onlyAsked)
    expect(asked.username).not.toBe(founder.username)
  })

  test('left over where an earlier one was cut off makes a new link', async () => {
    const { accountAdmin, tenant, world } = await aTenant()
    const { directory } = world.identity
    const email = anEmail()
    const cutOff = { tenantId: tenant.id, email, firstName: 'Old', lastName: 'Name', language: 'en' } as const
    const { username, invitationUrl } = await directory.invite({ ...cutOff, groups: [`${tenant.id}|buyer|General`] })
    const invited = await accountAdmin.call(inviteUser, { body: { ...juma, email } })
    expect(invited).toMatchObject({ ...juma, username, accountId: 'proponent', status: 'SETUP IN PROGRESS' })
    expect(invited.invitationUrl).not.toBe(invitationUrl)
    expect(await directory.find(username)).toMatchObject({ ...juma, groups: [`${tenant.id}|proponent|General`] })
  })

  test('of somebody who belongs to another tenant, or was suspended, changes nothing of that person', async () => {
    const { accountAdmin, newcomer, world } = await aTenant()
    const { directory } = world.identity
    const invitation = { body: { ...juma, email: newcomer.email } }
    await directory.setGroups(newcomer.username, ['elsewhere|a|General'])
    const { username } = await accountAdmin.call(inviteUser, invitation)
    expect(username).not.toBe(newcomer.username)
    await accountAdmin.call(deleteUser, { query: { username } })
    await directory.setGroups(newcomer.username, [])
    await directory.suspend(newcomer.username)
    await expect(accountAdmin.call(inviteUser, invitation)).resolves.toMatchObject(onlyAsked)
    expect(await directory.find(newcomer.username)).toMatchObject({ groups: [], status: 'SUSPENDED' })
  })

  test('at the same time as another one makes one user', async () => {
    const { accountAdmin, tenantAdmin, world } = await aTenant()
    const body = { ...juma, email: anEmail(), accountId: 'proponent' }
    const invitations = [accountAdmin, tenantAdmin, accountAdmin].map((admin) => admin.call(inviteUser, { body }))
    const outcomes = await Promise.allSettled(invitations)
    const invited = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
    expect(invited).toHaveLength(1)
    expect(await world.identity.directory.find(invited[0]?.username ?? '')).toMatchObject({ email: body.email })
  })
})

test('a tenant admin invites somebody who registers an organisation alone; an account admin does not', async () => {
  const { tenantAdmin, accountAdmin, ...tenant } = await aTenant()
  const body = { ...juma, email: anEmail(), accountId: null }
  await expect(accountAdmin.call(inviteUser, { body })).rejects.toMatchObject({ code: 'invalid' })
  await expect(tenantAdmin.call(inviteUser, { body: { ...body, role: 'AccountAdmin' } })).rejects.toMatchObject({
    code: 'invalid',
  })
  const { username } = await tenantAdmin.call(inviteUser, { body })
  expect(await tenant.world.identity.directory.find(username)).toMatchObject({ groups: [] })
  expect((await tenantAdmin.call(listUsers, { query: { q: body.email } })).items).toMatchObject([
    { account: null, role: 'General', status: 'SETUP IN PROGRESS' },
  ])
})

test('an invitation is sent again until it is taken up', async () => {
  const tenant = await aTenant()
  const { username, invitationUrl, email } = await tenant.accountAdmin.call(inviteUser, {
    body: { ...juma, email: anEmail() },
  })
  const again = await tenant.accountAdmin.call(resendInvitation, { body: { username } })
  expect(again.invitationUrl).not.toBe(invitationUrl)
  await (await signedIn(tenant, email)).call(readAccount)
  await expect(tenant.accountAdmin.call(resendInvitation, { body: { username } })).rejects.toMatchObject({
    code: 'conflict',
  })
})

describe('an account has no more users than the registry’s limit', () => {
  const inviteTo = ({ accountAdmin }: TenantOfTest, email = anEmail()) =>
    accountAdmin.call(inviteUser, { body: { ...juma, email } })

  async function aTenantOfThree() {
    const tenant = await aTenant()
    const { version } = await tenant.tenantAdmin.call(readSettings)
    await tenant.tenantAdmin.call(changeSettings, { body: { version, limits: { accountUsers: 3 } } })
    return tenant
  }

  test('of invitations at once one gets the last place, and nobody else stays in the directory', async () => {
    const tenant = await aTenantOfThree()
    const emails = [anEmail(), anEmail(), anEmail()]
    const outcomes = await Promise.allSettled(emails.map((email) => inviteTo(tenant, email)))
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
    const failure = { code: 'conflict', message: 'An account has at most 3 users here, and this one has them.' }
    expect(refused).toMatchObject([{ reason: failure }, { reason: failure }])
    expect((await tenant.accountAdmin.call(listUsers)).total).toBe(3)
    const known = await tenant.world.sql`select from identity.person where email = any (${emails})`
    expect(known).toHaveLength(1)
  })

  test('nor where it has more of them than a limit that was meant to be lower', async () => {
    const tenant = await aTenantOfThree()
    await inviteTo(tenant)
    const { version } = await tenant.tenantAdmin.call(readSettings)
    const lower = { version, limits: { accountUsers: 1 }, isBelowMeant: true }
    await tenant.tenantAdmin.call(changeSettings, { body: lower })
    await expect(inviteTo(tenant)).rejects.toMatchObject({ code: 'conflict', refusal: { reason: 'people.most' } })
  })

  test('a deleted user leaves its place to another', async () => {
    const tenant = await aTenantOfThree()
    const { username } = await inviteTo(tenant)
    await expect(inviteTo(tenant)).rejects.toMatchObject({ code: 'conflict' })
    await tenant.accountAdmin.call(deleteUser, { query: { username } })
    await expect(inviteTo(tenant)).resolves.toMatchObject({ accountId: 'proponent' })
  })

  test('other accounts are not counted', async () => {
    const tenant = await aTenantOfThree()
    await inviteTo(tenant)
    const invite = (more: object) =>
      tenant.tenantAdmin.call(inviteUser, { body: { ...juma, email: anEmail(), ...more } })
    await expect(invite({ accountId: 'buyer' })).resolves.toMatchObject({ accountId: 'buyer' })
    await expect(invite({ accountId: 'proponent' })).rejects.toMatchObject({ code: 'conflict' })
  })
})

test('a thousand users are listed, searched and paged', async () => {
  const { world, tenant, accountAdmin } = await aTenant()
  await world.sql`
    insert into app_user (tenant_id, username, account_id, email, first_name, last_name, groups, status)
    select ${tenant.id}, 'u' || n, 'proponent', 'u' || n || '@registry.test', 'First' || n % 7, 'Last' || n % 3,
      array[${`${tenant.id}|proponent|General`}], 'ACTIVE'
    from generate_series(1, 1000) n`
  for (const sort of ['firstName', '-lastName', 'email', '-createdAt'] as const) {
    const seen: User[] = []
    let cursor: string | undefined
    do {
      const page = await accountAdmin.call(listUsers, { query: { limit: 150, sort, ...(cursor ? { cursor } : {}) } })
      expect(page.total).toBe(1_002)
      seen.push(...page.items)
      cursor = page.nextCursor ?? undefined
    } while (cursor)
    expect(new Set(seen.map((user) => user.username)).size).toBe(1_002)
  }
  const found = await accountAdmin.call(listUsers, { query: { q: 'first3 LAST1' } })
  expect(found.items.every((user) => user.firstName === 'First3' && user.lastName === 'Last1')).toBe(true)
  expect(found.total).toBeGreaterThan(40)
  await expect(accountAdmin.call(listUsers, { query: { q: 'u777@' } })).resolves.toMatchObject({ total: 1 })
})

function anEmail(): string {
  return `${crypto.randomUUID()}@registry.test`
}

function group({ tenant }: TenantOfTest, role: 'General' | 'AccountAdmin'): string {
  return groupName({ tenantId: tenant.id, accountId: 'proponent', role })
}

async function signedIn({ world, tenant }: TenantOfTest, email: string): Promise<Pick<Person, 'call'>> {
  const person = await world.identity.directory.findByEmail(tenant.id, email)
  return callerAt(world.baseUrl, await world.identity.issueToken(person?.username ?? ''))
}
