import { beforeEach, describe, expect, test } from 'vitest'
import { createAccount, decideAccount } from '#shared/contract/accounts.ts'
import { createClaim } from '#shared/contract/claims.ts'
import { decideMeasurement, openMeasurement, submitMeasurement } from '#shared/contract/measurements.ts'
import { decideMethodology, proposeMethodology } from '#shared/contract/methodologies.ts'
import { listNotices, markNotices } from '#shared/contract/notices.ts'
import { decideProject } from '#shared/contract/projects.ts'
import { deleteUser, inviteUser, updateUser } from '#shared/contract/users.ts'
import { decideVerification, listVerifications } from '#shared/contract/verifications.ts'
import { burnUnits, mintUnits } from '#shared/contract/wallet.ts'
import { groupName } from '#shared/rules/groups.ts'
import { aDraftProject, anApprovedMethodology, anApprovedProject, anIssuedAsset, transferred } from '#tests/kit/acts.ts'
import type { TenantOfTest } from '#tests/kit/cast.ts'
import { callerAt, type Person } from '#tests/kit/person.ts'
import { aTenant } from '#tests/kit/tenant.ts'
import { ownWorld } from '#tests/kit/world.ts'

ownWorld()

type Received = { who: string; kind: string; facts: Record<string, unknown> }

/** Notices of the whole deployment during an act, by receiver. */
async function notifiedBy<Result>(tenant: TenantOfTest, act: () => Promise<Result>): Promise<Received[]> {
  const { sql } = tenant.world
  await tenant.world.linked()
  const [last] = await sql<{ sequence: bigint }[]>`select coalesce(max(sequence), 0)::bigint as sequence from notice`
  await act()
  await tenant.world.linked()
  const rows = await sql<{ username: string; kind: string; facts: Record<string, unknown> }[]>`
    select username, kind, facts from notice where sequence > ${last?.sequence ?? 0n}`
  return rows
    .map(({ username, ...notified }) => ({ who: nameIn(tenant, username), ...notified }))
    .sort((one, other) => `${one.who} ${one.kind}`.localeCompare(`${other.who} ${other.kind}`))
}

const roles = ['tenantAdmin', 'accountAdmin', 'proponent', 'measurer', 'verifier', 'buyer', 'newcomer'] as const

function nameIn(tenant: TenantOfTest, username: string): string {
  return roles.find((role) => tenant[role].username === username) ?? username
}

function byKind(notified: readonly Received[]): Record<string, string[]> {
  const kinds = [...new Set(notified.map(({ kind }) => kind))]
  return Object.fromEntries(
    kinds.map((kind) => [kind, notified.filter((each) => each.kind === kind).map(({ who }) => who)]),
  )
}

let tenant: TenantOfTest
beforeEach(async () => {
  tenant = await aTenant()
})

describe('an account', () => {
  test('that registers is notified to the admins of its tenant only', async () => {
    const configured = await aTenant({ isConfigured: true })
    const body = { name: 'Green Hills', type: 'buyer', country: 'KE' } as const
    const notified = await notifiedBy(configured, () => configured.newcomer.call(createAccount, { body }))
    expect(notified).toEqual([{ who: 'tenantAdmin', kind: 'account.create', facts: { account: 'Green Hills' } }])
  })

  test('is notified of the decision about it, with the reason', async () => {
    const decide = (body: { act: 'suspend' | 'resume'; reason?: string }) => () =>
      tenant.tenantAdmin.call(decideAccount, { params: { accountId: 'buyer' }, body })
    expect(await notifiedBy(tenant, decide({ act: 'suspend', reason: 'Papers.' }))).toEqual([
      { who: 'buyer', kind: 'account.suspend', facts: { account: 'The buyer', reason: 'Papers.' } },
    ])
    expect(await notifiedBy(tenant, decide({ act: 'resume' }))).toEqual([
      { who: 'buyer', kind: 'account.resume', facts: { account: 'The buyer' } },
    ])
  })

  test.each(['approve', 'reject'] as const)('that waits is told that it is decided: %s', async (act) => {
    await tenant.world.sql`
      update account set status = 'pending' where tenant_id = ${tenant.tenant.id} and id = 'measurer'`
    const call = () =>
      tenant.tenantAdmin.call(decideAccount, { params: { accountId: 'measurer' }, body: { act, reason: 'Read.' } })
    expect(byKind(await notifiedBy(tenant, call))).toEqual({ [`account.${act}`]: ['measurer'] })
  })
})

describe('a user', () => {
  test('is notified of a changed role, a suspension and its end, and nobody else is', async () => {
    const { username } = tenant.proponent
    const change = (body: { role?: 'AccountAdmin' | 'General'; status?: 'SUSPENDED' | 'ACTIVE' }) => () =>
      tenant.accountAdmin.call(updateUser, { body: { username, ...body } })
    expect(await notifiedBy(tenant, change({ role: 'AccountAdmin' }))).toEqual([
      { who: 'proponent', kind: 'user.role', facts: { role: 'AccountAdmin' } },
    ])
    expect(byKind(await notifiedBy(tenant, change({ role: 'General', status: 'SUSPENDED' })))).toEqual({
      'user.role': ['proponent'],
      'user.suspend': ['proponent'],
    })
    expect(byKind(await notifiedBy(tenant, change({ status: 'ACTIVE' })))).toEqual({ 'user.resume': ['proponent'] })
  })

  test('who accepts an invitation is notified to the admins of the account', async () => {
    const body = { firstName: 'Amina', lastName: 'Said', email: `${crypto.randomUUID()}@registry.test` }
    const { username } = await tenant.accountAdmin.call(inviteUser, { body })
    const token = await tenant.world.identity.issueToken(username)
    const invited = callerAt(tenant.world.baseUrl, token)
    expect(byKind(await notifiedBy(tenant, () => invited.call(listNotices)))).toEqual({
      'user.setUp': ['accountAdmin'],
    })
  })

  test('who is deleted leaves no notices', async () => {
    const { id: tenantId } = tenant.tenant
    const group = groupName({ tenantId, accountId: 'buyer', role: 'General' })
    const { username } = await tenant.addPerson([group], 'buyer')
    const notices = () => tenant.world.sql`select from notice where username = ${username}`
    await tenant.tenantAdmin.call(updateUser, { body: { username, status: 'SUSPENDED' } })
    expect(await notices()).toHaveLength(1)
    await tenant.tenantAdmin.call(deleteUser, { query: { username } })
    expect(await notices()).toHaveLength(0)
  })
})

describe('a project', () => {
  const decide = (who: Person, projectId: string, act: 'submit' | 'reopen' | Decision) => () =>
    who.call(decideProject, { params: { projectId }, body: { act, reason: 'Because.' } })
  type Decision = 'approve' | 'reject' | 'return' | 'suspend' | 'resume' | 'withdraw'
  const account = ['accountAdmin', 'proponent']

  test('that waits is notified to the admins, a refusal to its account, with reason and address', async () => {
    const { projectId, projectKey, projectName } = await aDraftProject(tenant)
    const submit = decide(tenant.proponent, projectId, 'submit')
    const byAdmin = (act: Decision) => decide(tenant.tenantAdmin, projectId, act)
    expect(byKind(await notifiedBy(tenant, submit))).toEqual({ 'project.submit': ['tenantAdmin'] })
    const returned = await notifiedBy(tenant, byAdmin('return'))
    expect(byKind(returned)).toEqual({ 'project.return': account })
    expect(returned[0]?.facts).toEqual({ project: projectName, projectKey, reason: 'Because.' })
    await submit()
    expect(byKind(await notifiedBy(tenant, byAdmin('reject')))).toEqual({ 'project.reject': account })
    const reopened = await notifiedBy(tenant, decide(tenant.proponent, projectId, 'reopen'))
    expect(byKind(reopened)).toEqual({ 'project.reopen': ['accountAdmin'] })
  })

  test('that is public is notified to its providers too', async () => {
    const { projectId } = await aDraftProject(tenant)
    await decide(tenant.proponent, projectId, 'submit')()
    for (const act of ['approve', 'suspend', 'resume', 'withdraw'] as const) {
      const notified = await notifiedBy(tenant, decide(tenant.tenantAdmin, projectId, act))
      expect(byKind(notified)).toEqual({ [`project.${act}`]: ['accountAdmin', 'measurer', 'proponent', 'verifier'] })
    }
  })

  test('notifies nobody when the act fails', async () => {
    const { projectId } = await aDraftProject(tenant)
    const refused = () => decide(tenant.tenantAdmin, projectId, 'approve')().catch(() => {})
    expect(await notifiedBy(tenant, refused)).toEqual([])
  })
})

test('a proposed methodology is notified to the admins, the decision to the proposing account', async () => {
  const body = { name: `Peat ${crypto.randomUUID()}`, version: '1.0', description: 'Rewetting.' }
  let methodologyId = ''
  const propose = async () => {
    methodologyId = (await tenant.measurer.call(proposeMethodology, { body })).methodologyId
  }
  const facts = { methodology: body.name, version: '1.0' }
  expect(await notifiedBy(tenant, propose)).toEqual([
    { who: 'tenantAdmin', kind: 'methodology.propose', facts: { methodologyId, ...facts } },
  ])
  const decide = (act: 'approve' | 'deprecate') => () =>
    tenant.tenantAdmin.call(decideMethodology, { params: { methodologyId }, body: { act } })
  expect(byKind(await notifiedBy(tenant, decide('approve')))).toEqual({ 'methodology.approve': ['measurer'] })
  expect(byKind(await notifiedBy(tenant, decide('deprecate')))).toEqual({ 'methodology.deprecate': ['measurer'] })

  const other = await tenant.measurer.call(proposeMethodology, { body: { ...body, version: '2.0' } })
  const refusal = { params: { methodologyId: other.methodologyId }, body: { act: 'reject', reason: 'Vague.' } } as const
  const reject = () => tenant.tenantAdmin.call(decideMethodology, refusal)
  expect(await notifiedBy(tenant, reject)).toMatchObject([
    { who: 'measurer', kind: 'methodology.reject', facts: { reason: 'Vague.' } },
  ])
})

describe('a measurement', () => {
  const period = { periodStart: '2024-01-01', periodEnd: '2024-12-31' }
  let params: { measurementId: string }
  const opened = async (who: Person, projectId: string) => {
    const { measurementId } = await who.call(openMeasurement, { body: { projectId, ...period } })
    return { measurementId }
  }
  const submit = (who: Person) => () => who.call(submitMeasurement, { params, body: { quantity: 90 } })
  const decide = (who: Person, act: 'accept' | 'requestChanges' | 'reject') => () =>
    who.call(decideMeasurement, { params, body: { act, reason: 'Read.' } })

  test('and its verification are notified to both sides, one after the other', async () => {
    const { projectId } = await anApprovedProject(tenant)
    const open = async () => {
      params = await opened(tenant.proponent, projectId)
    }
    const notified = await notifiedBy(tenant, open)
    expect(byKind(notified)).toEqual({ 'measurement.open': ['accountAdmin', 'measurer'] })
    expect(notified[0]?.facts).toEqual({ ...period, ...params, projectId, project: 'Mangroves of Gazi Bay' })

    const account = ['accountAdmin', 'proponent']
    expect(byKind(await notifiedBy(tenant, submit(tenant.measurer)))).toEqual({ 'measurement.submit': account })
    const changes = await notifiedBy(tenant, decide(tenant.proponent, 'requestChanges'))
    expect(byKind(changes)).toEqual({ 'measurement.requestChanges': ['accountAdmin', 'measurer'] })
    expect(changes[0]?.facts).toMatchObject({ reason: 'Read.' })
    await submit(tenant.measurer)()
    expect(byKind(await notifiedBy(tenant, decide(tenant.tenantAdmin, 'accept')))).toEqual({
      'measurement.accept': ['accountAdmin', 'measurer', 'proponent'],
      'verification.request': ['verifier'],
    })

    const { items } = await tenant.verifier.call(listVerifications, {
      query: { tenantId: tenant.tenant.id, projectId },
    })
    const { verificationId = '' } = items[0] ?? {}
    const opinion = { outcome: 'verified', quantity: 80, statement: 'In order.', noConflictOfInterest: true } as const
    const verify = () => tenant.verifier.call(decideVerification, { params: { verificationId }, body: opinion })
    const verified = await notifiedBy(tenant, verify)
    expect(byKind(verified)).toEqual({ 'verification.verify': account })
    expect(verified[0]?.facts).toMatchObject({ quantity: 80, verificationId })
  })

  test('that the project’s own account submitted is notified to the admins who decide it', async () => {
    const { projectId } = await anApprovedProject(tenant)
    params = await opened(tenant.measurer, projectId)
    const notified = await notifiedBy(tenant, submit(tenant.proponent))
    expect(byKind(notified)).toEqual({ 'measurement.submit': ['accountAdmin', 'measurer', 'tenantAdmin'] })
    expect(byKind(await notifiedBy(tenant, decide(tenant.tenantAdmin, 'reject')))).toEqual({
      'measurement.reject': ['accountAdmin', 'measurer', 'proponent'],
    })
  })

  test('that is not verified is told with the statement', async () => {
    const { projectId } = await anApprovedProject(tenant)
    params = await opened(tenant.measurer, projectId)
    await submit(tenant.measurer)()
    const { verificationId } = await decide(tenant.proponent, 'accept')()
    const opinion = { outcome: 'not verified', statement: 'No records.', noConflictOfInterest: true } as const
    const refuse = () =>
      tenant.verifier.call(decideVerification, { params: { verificationId: verificationId ?? '' }, body: opinion })
    expect(await notifiedBy(tenant, refuse)).toMatchObject([
      { who: 'accountAdmin', kind: 'verification.refuse', facts: { reason: 'No records.' } },
      { who: 'proponent', kind: 'verification.refuse' },
    ])
  })
})

test('units that move are told to both accounts once, by project and serial numbers, and to the person who moved them only where nobody else is in the account', async () => {
  const { assetId, verificationId } = await anIssuedAsset(tenant, { quantity: 10, verified: 30 })
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const mint = () => tenant.tenantAdmin.call(mintUnits, { body: { verificationId, quantity: 20 }, headers })
  const minted = await notifiedBy(tenant, async () => [await mint(), await mint()])
  expect(byKind(minted)).toEqual({ 'units.mint': ['accountAdmin', 'proponent'] })
  expect(minted[0]?.facts).toMatchObject({ quantity: 20, project: 'Mangroves of Gazi Bay' })

  const transfer = () => transferred(tenant, { assetId, quantity: 7, toAccountId: 'buyer' })
  const serials = expect.stringMatching(/-KE-\d+-2024-\d+-1-7$/)
  const project = 'Mangroves of Gazi Bay'
  expect(await notifiedBy(tenant, transfer)).toMatchObject([
    {
      who: 'accountAdmin',
      kind: 'units.send',
      facts: { quantity: 7, project, serials, by: expect.stringMatching(/./) },
    },
    { who: 'buyer', kind: 'units.transfer', facts: { quantity: 7, project, serials, account: 'The proponent' } },
  ])
  const tooMany = () => transferred(tenant, { assetId, quantity: 1_000, toAccountId: 'buyer' }).catch(() => {})
  expect(await notifiedBy(tenant, tooMany)).toEqual([])
  const claim = { beneficiaryKind: 'anonymous', purpose: 'personal', isAuthorised: true } as const
  const claimed = () => tenant.buyer.call(createClaim, { body: { items: [{ assetId, quantity: 1 }], ...claim } })
  // The one person of the account.
  expect(await notifiedBy(tenant, claimed)).toMatchObject([{ who: 'buyer', kind: 'units.claim' }])
  const claimedOfOurs = () =>
    tenant.proponent.call(createClaim, { body: { items: [{ assetId, quantity: 1 }], ...claim } })
  expect(await notifiedBy(tenant, claimedOfOurs)).toMatchObject([
    {
      who: 'accountAdmin',
      kind: 'units.claim',
      facts: { quantity: 1, project, serials: expect.stringMatching(/-8-8$/) },
    },
  ])
  const body = { accountId: 'buyer', items: [{ assetId, quantity: 2 }], reason: 'Counted twice.' }
  expect(await notifiedBy(tenant, () => tenant.tenantAdmin.call(burnUnits, { body }))).toMatchObject([
    { who: 'buyer', kind: 'units.burn', facts: { quantity: 2, reason: 'Counted twice.' } },
  ])
})

test('what an import records is history and told to nobody', async () => {
  const load = () => tenant.world.sql`
    insert into transaction (tenant_id, id, type, to_account, quantity, actor)
    values (${tenant.tenant.id}, 'imported', 'mint', 'buyer', 5, 'import')`
  expect(await notifiedBy(tenant, async () => void (await load()))).toEqual([])
})

describe('the list', () => {
  test('is the caller’s own, newest first, page by page, and can be searched', async () => {
    const ours = await aTenant()
    const theirs = await aTenant()
    const { name } = await anApprovedMethodology(ours)
    await aDraftProject(ours)
    await anApprovedMethodology(theirs)
    const { proponent, accountAdmin } = ours

    const first = await accountAdmin.call(listNotices, { query: { limit: 1 } })
    expect(first).toMatchObject({ total: 2, unread: 2, items: [{ kind: 'methodology.approve', isRead: false }] })
    const query = { limit: 1, cursor: first.nextCursor ?? '' }
    const second = await accountAdmin.call(listNotices, { query })
    expect(second).toMatchObject({ nextCursor: null, items: [{ facts: { methodology: name } }] })
    const found = await proponent.call(listNotices, { query: { q: name.slice(-12) } })
    expect(found).toMatchObject({ total: 1, unread: 2 })
    expect((await ours.buyer.call(listNotices)).items).toEqual([])
  })

  test('is marked as read one by one and up to what was seen, each person for itself', async () => {
    const ours = await aTenant()
    await anApprovedMethodology(ours)
    await anApprovedMethodology(ours)
    await anApprovedMethodology(ours)
    const { proponent, accountAdmin } = ours
    const { items } = await proponent.call(listNotices)
    const [newest, middle] = items.map(({ noticeId }) => noticeId)
    expect(await proponent.call(markNotices, { body: { noticeId: newest ?? '' } })).toEqual({ unread: 2 })
    expect(await proponent.call(markNotices, { body: { noticeId: newest ?? '' } })).toEqual({ unread: 2 })
    expect(await proponent.call(markNotices, { body: { upTo: middle ?? '' } })).toEqual({ unread: 0 })
    expect(await proponent.call(listNotices, { query: { unread: 'true' } })).toMatchObject({ total: 0 })
    expect(await accountAdmin.call(listNotices, { query: { unread: 'true' } })).toMatchObject({ total: 3 })
    await expect(accountAdmin.call(markNotices, { body: { noticeId: newest ?? '' } })).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  test('is nobody’s without signing in', async () => {
    await expect(tenant.visitor.call(listNotices)).rejects.toMatchObject({ code: 'unauthenticated' })
  })
})
