import { afterEach, expect, test } from 'vitest'
import { connectMail } from '#server/infra/mail/mail.ts'
import { takeLetters } from '#server/people/letters/letters.store.ts'
import { linkPending } from '#server/units/ledger/hash-chain.ts'
import { listAudit } from '#shared/contract/audit.ts'
import { createClaim, listClaims, readClaim, readClaimFacets, readOwnWords } from '#shared/contract/claims.ts'
import { listNotices } from '#shared/contract/notices.ts'
import { search } from '#shared/contract/search.ts'
import { limits } from '#shared/rules/limits.ts'
import { anIssuedAsset } from '#tests/kit/acts.ts'
import type { TenantOfTest } from '#tests/kit/cast.ts'
import { closeAfterwards } from '#tests/kit/closing.ts'
import { aDatabase } from '#tests/kit/database.ts'
import { type PostBox, startPostBox } from '#tests/kit/post-box.ts'
import { aLedgerTenant } from '#tests/kit/settled-ledger.ts'
import { aTenant } from '#tests/kit/tenant.ts'
import { ownWorld } from '#tests/kit/world.ts'
import { dueClaimLetters } from './claim-letters.store.ts'
import { deliverClaimLetters } from './claim-letters.ts'

ownWorld()

const own = {
  ownReference: 'PO-2026-77',
  privateNote: 'Paid by cost centre nine',
  notifyEmail: 'reports@example.org',
}
const secrets = Object.values(own)

const boxes: PostBox[] = []
afterEach(() => Promise.all(boxes.splice(0).map((box) => box.stop())))

async function aPostBox(options: Parameters<typeof startPostBox>[0] = {}) {
  const box = await startPostBox(options)
  boxes.push(box)
  return box
}

const post = ({ world }: TenantOfTest, box: PostBox) =>
  deliverClaimLetters({
    sql: world.sql,
    config: world.config,
    mail: connectMail(box.url, 'contact@registry.test'),
    log: world.deps.log,
  })

async function aClaim({ proponent }: TenantOfTest, assetId: string) {
  return proponent.call(createClaim, {
    body: {
      items: [{ assetId, quantity: 1 }],
      beneficiaryKind: 'organisation',
      beneficiary: 'Booking.com B.V.',
      purpose: 'corporate target',
      note: own.privateNote,
      noteIsPublic: false,
      notifyEmail: own.notifyEmail,
      notifyLanguage: 'fr',
      ownReference: own.ownReference,
      isAuthorised: true,
    },
  })
}

async function certified({ world, visitor }: TenantOfTest, claim: { claimId: string; transactionId: string }) {
  await world.settled(claim.transactionId)
  const certificate = async () =>
    (await visitor.call(readClaim, { params: { claimId: claim.claimId } })).certificate !== null
  await expect.poll(certificate).toBe(true)
}

const letTimePass = ({ world }: TenantOfTest) => world.sql`update letter set next_at = now() where next_at is not null`

test('the address that a claim gives is sent the certificate once, when the claim is confirmed', async () => {
  const tenant = await aTenant()
  const box = await aPostBox()
  const { assetId } = await anIssuedAsset(tenant, { quantity: 10 })
  const claim = await aClaim(tenant, assetId)
  const params = { claimId: claim.claimId }
  expect(await tenant.proponent.call(readOwnWords, { params })).toEqual({
    ...own,
    notified: 'waiting',
    notifiedAt: null,
    privateSalt: expect.stringMatching(/^[0-9a-f]{32}$/),
  })

  await certified(tenant, claim)
  await post(tenant, box)
  const { text, subject, sender } = await box.letterTo(own.notifyEmail)
  const registry = `Registry ${tenant.tenant.id}`
  expect([sender, subject]).toEqual([registry, `${registry}\u00a0: retrait ${claim.claimNumber} et son certificat`])
  expect(text).toContain(`/${tenant.tenant.id}/${claim.claimId}.pdf?language=fr`)
  expect(text).toContain('Au profit de\u00a0: Booking.\u2060com B.\u2060V.')
  expect(text).toContain('The proponent a demandé à')
  for (const word of ['cost centre', own.ownReference]) expect(text).not.toContain(word)

  await letTimePass(tenant)
  await post(tenant, box)
  expect(box.letters).toEqual([])
  expect(await tenant.proponent.call(readOwnWords, { params })).toMatchObject({
    notified: 'sent',
    notifiedAt: expect.any(String),
  })
})

test('what an account writes for itself is read, listed and found by its members alone', async () => {
  const tenant = await aTenant()
  const tenantId = tenant.tenant.id
  const { proponent, accountAdmin, buyer, visitor, newcomer, tenantAdmin, world } = tenant
  const elsewhere = (await aTenant({ world })).proponent
  const { assetId } = await anIssuedAsset(tenant, { quantity: 10 })
  const { claimId, claimNumber } = await aClaim(tenant, assetId)
  const params = { claimId }
  const accountQuery = { tenantId, accountId: 'proponent' }

  for (const member of [proponent, accountAdmin]) {
    expect(await member.call(readOwnWords, { params })).toMatchObject(own)
    for (const q of ['po-2026', 'COST centre', 'reports@example', 'booking po-2026-77', String(claimNumber)]) {
      const { items } = await member.call(listClaims, { query: { ...accountQuery, q } })
      expect({ q, items }).toMatchObject({ q, items: [{ claimId, own }] })
    }
    const counted = await member.call(readClaimFacets, { query: { ...accountQuery, q: 'cost centre' } })
    expect(counted.facets.find(({ facet }) => facet === 'beneficiaryKind')?.values).toMatchObject([
      { value: 'organisation', count: 1 },
    ])
  }

  // The same requests, after the account has read its own words.
  for (const reader of [visitor, newcomer, buyer, tenantAdmin, elsewhere]) {
    const all = JSON.stringify([
      await reader.call(listClaims, { query: { tenantId, serials: 'true' } }),
      await reader.call(readClaim, { params, ...(reader === elsewhere && { query: { tenantId } }) }),
    ])
    expect(all).toContain(claimId)
    for (const secret of secrets) {
      expect(all).not.toContain(secret)
      expect((await reader.call(listClaims, { query: { tenantId, q: secret } })).items).toEqual([])
      expect(
        (await reader.call(search, { query: { tenantId, q: secret } })).groups.flatMap(({ items }) => items),
      ).toEqual([])
    }
    const refused = await reader.fetch(`/api/claims/${claimId}/own`)
    expect(refused.status).toBe(reader === visitor ? 401 : 404)
  }
  const listed = await tenantAdmin.call(listClaims, { query: { ...accountQuery, q: '' } })
  expect(listed.items).toMatchObject([{ claimId }])
  const publicAnswers = [
    listed,
    await tenantAdmin.call(listClaims, { query: { ...accountQuery, q: own.ownReference } }),
    await tenantAdmin.call(listAudit, { query: { limit: 100 } }),
    await tenantAdmin.call(listNotices, { query: {} }),
  ]
  for (const secret of secrets) expect(JSON.stringify(publicAnswers)).not.toContain(secret)

  const query = `tenantId=${tenantId}&accountId=proponent`
  for (const path of [`/api/claims/${claimId}/own`, `/api/claims?${query}`]) {
    const { headers } = await proponent.fetch(path)
    expect([path, headers.get('cache-control')]).toEqual([path, 'private, no-store'])
  }
})

test('a letter that the mail server refuses for good is given up, one that it puts off is tried again', async () => {
  const tenant = await aTenant()
  const { assetId } = await anIssuedAsset(tenant, { quantity: 10 })
  const claim = await aClaim(tenant, assetId)
  const states = async () =>
    (await tenant.proponent.call(readOwnWords, { params: { claimId: claim.claimId } })).notified
  await certified(tenant, claim)
  await post(tenant, await aPostBox({ refuses: true }))
  expect(await states()).toBe('waiting')
  await letTimePass(tenant)
  const box = await aPostBox({ knowsNobody: true })
  await post(tenant, box)
  expect(await states()).toBe('undelivered')
  expect(box.letters).toEqual([])
})

test('letters wait for the confirmation, and no more of an account are sent within an hour than the limit; others are not held up', async () => {
  const { sql, drop } = await aDatabase()
  closeAfterwards(drop)
  const tenant = await aLedgerTenant(sql)
  const { assetId } = await tenant.mint(limits.claimLettersAnHour + 5)
  for (let made = 0; made < limits.claimLettersAnHour + 4; made += 1) await tenant.claim(assetId, 1, { from: 'maker' })
  await tenant.transfer(assetId, 1)
  await tenant.claim(assetId, 1)
  await sql`alter table claim disable trigger user`
  await sql`update claim set notify_email = 'reports@example.org'`
  await sql`
    insert into letter (tenant_id, kind, claim_id, account_id, language) select tenant_id, 'claim', id, account_id, 'en' from claim`
  const taken = async () => (await takeLetters(sql, dueClaimLetters(sql, 1_000))).length
  while (!(await linkPending(sql)));
  expect(await taken()).toBe(0)
  await sql`update settlement set state = 'confirmed'`
  expect(await taken()).toBe(limits.claimLettersAnHour + 1)
  expect(await taken()).toBe(0)
  await sql`update letter set tried_at = tried_at - interval '1 hour'`
  expect(await taken()).toBe(4)
})
