import { strFromU8, unzipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { listAudit } from '#shared/contract/audit.ts'
import {
  createAuditorLink,
  listAuditorLinks,
  listBookedClaims,
  readBooks,
  revokeAuditorLink,
} from '#shared/contract/auditor-links.ts'
import { createClaim, listClaims, readAuditFileOfYear } from '#shared/contract/claims.ts'
import { exportDisclosure, readDisclosure, readDisclosureWorkbook } from '#shared/contract/disclosure.ts'
import type { Endpoint } from '#shared/contract/endpoint.ts'
import { endpoints } from '#shared/contract/index.ts'
import { listNotices } from '#shared/contract/notices.ts'
import { auditorHeader, auditorPath, stateOfLink } from '#shared/rules/auditor-link.ts'
import { groupName } from '#shared/rules/groups.ts'
import { limits } from '#shared/rules/limits.ts'
import { permissions } from '#shared/rules/permissions.ts'
import { anIssuedAsset, transferred } from '#tests/kit/acts.ts'
import type { TenantOfTest } from '#tests/kit/cast.ts'
import type { Caller } from '#tests/kit/person.ts'
import { aTenant } from '#tests/kit/tenant.ts'

const thisYear = String(new Date().getUTCFullYear())
const lastYear = String(Number(thisYear) - 1)
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

const ofYears = (firstYear = thisYear, last = thisYear) => ({
  label: 'Amani Auditors',
  firstYear,
  lastYear: last,
  endsOn: inDays(30),
})

async function aLink(by: Caller, body = ofYears()) {
  const { link, url } = await by.call(createAuditorLink, { body })
  return { ...link, url, token: new URL(url).hash.slice(1) }
}

const holding = (token: string) => ({ headers: { [auditorHeader]: token } })

async function retired(
  by: Caller,
  assetId: string,
  words: { ownReference?: string; note?: string; beneficiary?: string } = {},
) {
  const { beneficiary = 'Lake Bakery', ...own } = words
  const items = [{ assetId, quantity: 3 }]
  const named = { beneficiaryKind: 'organisation', beneficiary, purpose: 'personal', isAuthorised: true } as const
  return by.call(createClaim, { body: { items, ...named, ...own, notifyEmail: 'books@lake.test' } })
}

/** Two claims of this year, of which one has private words, one of the year before, and one of another account. */
async function booksOf(tenant: TenantOfTest) {
  const { assetId } = await anIssuedAsset(tenant, { quantity: 100 })
  await transferred(tenant, { assetId, quantity: 20, toAccountId: 'buyer' })
  const noted = await retired(tenant.proponent, assetId, { ownReference: 'PO-7', note: 'Cost centre nine' })
  const plain = await retired(tenant.proponent, assetId, { beneficiary: 'Hill Dairy' })
  const before = await retired(tenant.proponent, assetId, { ownReference: 'PO-6' })
  await retired(tenant.buyer, assetId, { ownReference: 'PO-5' })
  await tenant.world.sql`update claim set claimed_at = claimed_at - interval '1 year' where id = ${before.claimId}`
  return { noted, plain }
}

const audited = async ({ accountAdmin }: TenantOfTest) =>
  (await accountAdmin.call(listAudit, { query: { act: 'auditorLink' } })).items.toReversed()

test('a link reads the claims of its account and years with their private words, and their files', async () => {
  const tenant = await aTenant()
  const { noted, plain } = await booksOf(tenant)
  const { token, url, linkId } = await aLink(tenant.accountAdmin)
  const { visitor, proponent } = tenant
  expect(new URL(url).search).toBe('')
  expect((await visitor.fetch('/auditor', { redirect: 'manual' })).headers.get('location')).toBe(auditorPath)
  const [stored] = await tenant.world.sql<
    { row: string }[]
  >`select l::text as row from auditor_link l where id = ${linkId}`
  expect(stored?.row).not.toContain(token.split('.')[1])

  const by = holding(token)
  const { account, registry, link } = await visitor.call(readBooks, by)
  expect([account, registry, link?.label]).toEqual(['The proponent', tenant.tenant.id, 'Amani Auditors'])
  expect((await proponent.call(readBooks)).link).toBeNull()
  const { items } = await visitor.call(listBookedClaims, by)
  expect(items.map(({ claimId, ownReference, privateNote }) => [claimId, ownReference, privateNote])).toEqual([
    [plain.claimId, '', ''],
    [noted.claimId, 'PO-7', 'Cost centre nine'],
  ])
  expect(items[1]?.privateSalt).toMatch(/^[0-9a-f]{32}$/)
  expect(JSON.stringify(items)).not.toContain('books@lake.test')
  const found = async (q: string) =>
    (await visitor.call(listBookedClaims, { ...by, query: { q } })).items.map(({ claimId }) => claimId)
  expect(await found('cost centre')).toEqual([noted.claimId])
  expect(await found('PO-7')).toEqual([noted.claimId])
  expect(await found('books@lake.test')).toEqual([])
  const first = await visitor.call(listBookedClaims, { ...by, query: { limit: 1 } })
  const next = await visitor.call(listBookedClaims, { ...by, query: { limit: 1, cursor: first.nextCursor ?? '' } })
  expect([...first.items, ...next.items].map(({ claimId }) => claimId)).toEqual([plain.claimId, noted.claimId])
  expect((await proponent.call(listBookedClaims)).total).toBe(3)

  await tenant.world.settled(noted.transactionId)
  const query = { year: thisYear }
  expect(await visitor.call(readDisclosure, by)).toEqual(
    await proponent
      .call(readDisclosure, { query })
      .then(({ years, ...rest }) => ({ ...rest, years: years.slice(0, 1) })),
  )
  const csv = await visitor.call(exportDisclosure, { ...by, query })
  expect(strFromU8(csv).trimEnd().split('\r\n')).toHaveLength(3)
  await visitor.call(readDisclosureWorkbook, { ...by, query })
  const isWords = (name: string) => name.endsWith('own-words.json')
  const auditFile = async () => {
    const answer = await visitor.fetch(`${readAuditFileOfYear.path}?year=${thisYear}`, by)
    return answer.ok ? unzipSync(new Uint8Array(await answer.arrayBuffer())) : {}
  }
  // The log's first head and the certificate follow the confirmation.
  await expect.poll(async () => Object.keys(await auditFile()).some(isWords), { timeout: 10_000 }).toBe(true)
  const zip = await auditFile()
  const words = Object.keys(zip).find(isWords) ?? ''
  expect(JSON.parse(strFromU8(zip[words] ?? new Uint8Array()))).toEqual({
    ownReference: 'PO-7',
    privateNote: 'Cost centre nine',
    privateSalt: items[1]?.privateSalt,
  })
})

test('other years are refused, and so is everything else that the account may read', async () => {
  const tenant = await aTenant()
  await booksOf(tenant)
  const { token } = await aLink(tenant.accountAdmin)
  const { visitor } = tenant
  const by = holding(token)
  for (const call of [
    readDisclosure,
    exportDisclosure,
    readDisclosureWorkbook,
    readAuditFileOfYear,
    listBookedClaims,
  ]) {
    const refused = visitor.call(call as typeof readDisclosure, { ...by, query: { year: lastYear } })
    await expect(refused, call.name).rejects.toMatchObject({
      code: 'forbidden',
      refusal: { reason: 'auditorLink.otherYear', facts: { first: thisYear, last: thisYear } },
    })
  }
  for (const call of [readDisclosure, exportDisclosure, readDisclosureWorkbook, readAuditFileOfYear]) {
    const other = visitor.call(call as typeof readDisclosure, { ...by, query: { year: thisYear, accountId: 'buyer' } })
    await expect(other, call.name).rejects.toMatchObject({ code: 'not_found' })
  }
  const both = holding((await aLink(tenant.accountAdmin, ofYears(lastYear))).token)
  expect((await visitor.call(listBookedClaims, both)).total).toBe(3)
  expect((await visitor.call(listBookedClaims, { ...both, query: { year: lastYear } })).total).toBe(1)
  expect((await visitor.call(readDisclosure, both)).years.map(({ year }) => year)).toEqual([thisYear, lastYear])

  const closed = endpoints.filter(({ access, byLink }) => !byLink && permissions[access].visitor === 'none')
  const open: Endpoint[] = []
  for (const call of closed) {
    const path = call.path.replace(/:\w+/g, 'any')
    const { status } = await visitor.fetch(path, { method: call.method, headers: by.headers })
    if (status !== 401) open.push(call)
  }
  expect(open.map(({ name }) => name)).toEqual([])
  const query = { tenantId: tenant.tenant.id, accountId: 'proponent' }
  await expect(visitor.call(listClaims, { ...by, query })).rejects.toMatchObject({ code: 'unauthenticated' })
})

test('a wrong token is no link, and who holds a right one learns why it is over, at once', async () => {
  const tenant = await aTenant()
  const { accountAdmin, visitor } = tenant
  const revoked = await aLink(accountAdmin)
  const ended = await aLink(accountAdmin)
  expect(await visitor.call(readBooks, holding(revoked.token))).toMatchObject({ account: 'The proponent' })
  await accountAdmin.call(revokeAuditorLink, { params: { linkId: revoked.linkId } })
  await tenant.world.sql`
    update auditor_link set created_at = now() - interval '1 hour', ends_at = now() where id = ${ended.linkId}`
  const reasonOf = (token: string) =>
    visitor.call(readBooks, holding(token)).catch(({ code, refusal }) => [code, refusal.reason])
  expect(await reasonOf(revoked.token)).toEqual(['forbidden', 'auditorLink.revoked'])
  expect(await reasonOf(ended.token)).toEqual(['forbidden', 'auditorLink.ended'])
  const wrong = `${tenant.tenant.id}.${'A'.repeat(43)}`
  const elsewhere = revoked.token.replace(tenant.tenant.id, (await aTenant()).tenant.id)
  for (const token of [wrong, elsewhere, 'x', '', `nowhere.${'A'.repeat(43)}`]) {
    expect(await reasonOf(token), token).toEqual(['not_found', 'noSuch.auditorLink'])
  }
  expect((await accountAdmin.call(listAuditorLinks)).items.map(({ state }) => state)).toEqual(['revoked', 'ended'])
  for (const { linkId } of [revoked, ended]) {
    await expect(accountAdmin.call(revokeAuditorLink, { params: { linkId } })).rejects.toMatchObject({
      refusal: { reason: 'auditorLink.over' },
    })
  }
})

test('a link ends at its last moment, not after', () => {
  const endsAt = new Date('2026-03-05T00:00:00Z')
  const at = (time: string) => stateOfLink({ endsAt, revokedAt: null }, new Date(time))
  expect([at('2026-03-04T23:59:59.999Z'), at('2026-03-05T00:00:00Z')]).toEqual(['active', 'ended'])
})

test('what a link of a suspended account reads is what its people read, and nothing of a suspended registry', async () => {
  const tenant = await aTenant()
  await booksOf(tenant)
  const { token } = await aLink(tenant.accountAdmin)
  const { sql } = tenant.world
  await sql`update account set status = 'suspended' where tenant_id = ${tenant.tenant.id} and id = 'proponent'`
  expect((await tenant.proponent.call(listBookedClaims)).total).toBe(3)
  expect((await tenant.visitor.call(listBookedClaims, holding(token))).total).toBe(2)
  await expect(aLink(tenant.accountAdmin)).rejects.toMatchObject({ code: 'account_not_active' })
  await sql`update tenant set status = 'suspended' where id = ${tenant.tenant.id}`
  const reason = () =>
    tenant.visitor.call(readBooks, holding(token)).then(
      () => '',
      ({ refusal }) => refusal.reason,
    )
  await expect.poll(reason, { timeout: 10_000 }).toBe('noSuch.auditorLink')
})

describe('links are made, listed and revoked', () => {
  test('by the admins of the account alone', async () => {
    const tenant = await aTenant()
    const { accountAdmin, proponent, tenantAdmin, buyer, visitor } = tenant
    const { linkId } = await aLink(accountAdmin)
    const others = [
      [visitor, 'unauthenticated'],
      [proponent, 'forbidden'],
      [buyer, 'forbidden'],
      [tenantAdmin, 'forbidden'],
    ] as const
    for (const [person, code] of others) {
      await expect(aLink(person)).rejects.toMatchObject({ code })
      await expect(person.call(listAuditorLinks)).rejects.toMatchObject({ code })
      await expect(person.call(revokeAuditorLink, { params: { linkId } })).rejects.toMatchObject({ code })
    }
    const adminOfBuyer = ['General', 'AccountAdmin'].map((role) =>
      groupName({ tenantId: tenant.tenant.id, accountId: 'buyer', role: role as 'General' }),
    )
    const other = await tenant.addPerson(adminOfBuyer, 'buyer')
    const abroad = (await aTenant()).accountAdmin
    for (const person of [other, abroad]) {
      expect((await person.call(listAuditorLinks)).total).toBe(0)
      await expect(person.call(revokeAuditorLink, { params: { linkId } })).rejects.toMatchObject({ code: 'not_found' })
    }
  })

  test('within their limits', async () => {
    const { accountAdmin } = await aTenant()
    const reasonOf = (body: ReturnType<typeof ofYears>) =>
      aLink(accountAdmin, body).catch(({ refusal }) => refusal.reason)
    expect(await reasonOf({ ...ofYears(), endsOn: inDays(-1) })).toBe('days.past')
    expect(await reasonOf({ ...ofYears(), endsOn: inDays(limits.auditorDays + 1) })).toBe('auditorLink.tooLong')
    const wrong = aLink(accountAdmin, ofYears(thisYear, lastYear))
    await expect(wrong).rejects.toMatchObject({ details: [{ path: 'lastYear', reason: 'days.yearOrder' }] })
    await aLink(accountAdmin, { ...ofYears(), endsOn: inDays(limits.auditorDays) })
    for (let made = 1; made < limits.auditorLinks; made += 1) await aLink(accountAdmin)
    expect(await reasonOf(ofYears())).toBe('auditorLink.most')
    const { items } = await accountAdmin.call(listAuditorLinks, { query: { q: 'amani' } })
    await accountAdmin.call(revokeAuditorLink, { params: { linkId: items[0]?.linkId ?? '' } })
    await aLink(accountAdmin)
  })

  test('in the audit log and before the other admins, and each visit and file is a line with the link as actor', async () => {
    const tenant = await aTenant()
    const { accountAdmin, visitor, world } = tenant
    const roles = ['General', 'AccountAdmin'] as const
    const groups = roles.map((role) => groupName({ tenantId: tenant.tenant.id, accountId: 'proponent', role }))
    const colleague = await tenant.addPerson(groups, 'proponent')
    const { noted } = await booksOf(tenant)
    await world.settled(noted.transactionId)
    const link = await aLink(accountAdmin)
    const by = holding(link.token)
    await Promise.all([
      visitor.call(readBooks, by),
      visitor.call(listBookedClaims, by),
      visitor.call(readDisclosure, by),
    ])
    // Refused until the log has its first head, without a line.
    const zip = () => visitor.fetch(`${readAuditFileOfYear.path}?year=${thisYear}`, by)
    await expect.poll(async () => (await zip()).status, { timeout: 10_000 }).toBe(200)
    await visitor.call(exportDisclosure, { ...by, query: { year: thisYear } })
    await world.sql`update auditor_link set last_used_at = now() - interval '31 minutes' where id = ${link.linkId}`
    await visitor.call(listBookedClaims, by)
    await accountAdmin.call(revokeAuditorLink, { params: { linkId: link.linkId } })

    const lines = await audited(tenant)
    const actor = `auditor:${link.linkId}`
    expect(
      lines.map(({ act, actor, after }) => [act, actor, (after as { originalName?: string } | null)?.originalName]),
    ).toEqual([
      ['auditorLink.make', accountAdmin.username, undefined],
      ['auditorLink.open', actor, undefined],
      ['auditorLink.save', actor, `retirements-${thisYear}.zip`],
      ['auditorLink.save', actor, `retirements-${thisYear}.csv`],
      ['auditorLink.open', actor, undefined],
      ['auditorLink.revoke', accountAdmin.username, undefined],
    ])
    expect(lines[1]).toMatchObject({ actorName: 'Amani Auditors', subject: 'account:proponent' })
    expect(lines[1]?.address).toMatch(/127\.0\.0\.1|::1/)
    expect(lines[0]?.after).toEqual({ auditor: 'Amani Auditors', years: thisYear, endsOn: inDays(30) })
    const { items } = await accountAdmin.call(listAuditorLinks)
    expect(items).toMatchObject([{ uses: 4, createdBy: 'Test proponent', revokedBy: 'Test proponent' }])
    const kinds = async (person: Caller) => (await person.call(listNotices)).items.map(({ kind }) => kind)
    const ofLinks = async (person: Caller) => (await kinds(person)).filter((kind) => kind.startsWith('auditorLink'))
    expect(await ofLinks(colleague)).toEqual(['auditorLink.revoke', 'auditorLink.make'])
    expect(await ofLinks(accountAdmin)).toEqual([])
    expect(await ofLinks(tenant.proponent)).toEqual([])
  })
})

test('what is answered to a link is never cached, and a sign-in beside it does not count', async () => {
  const tenant = await aTenant()
  const { token } = await aLink(tenant.accountAdmin)
  const answer = await tenant.buyer.fetch(readBooks.path, { headers: holding(token).headers })
  expect(answer.headers.get('cache-control')).toBe('private, no-store')
  expect(await answer.json()).toMatchObject({ account: 'The proponent' })
})
