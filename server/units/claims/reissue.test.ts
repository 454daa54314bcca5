import { extractText } from 'unpdf'
import { expect, test } from 'vitest'
import { inTenant } from '#server/infra/db/database.ts'
import { issuersWith } from '#server/units/ledger/log-growth.ts'
import { listAudit } from '#shared/contract/audit.ts'
import { createClaim, readClaim } from '#shared/contract/claims.ts'
import { listNotices } from '#shared/contract/notices.ts'
import { readReissue, reissueCertificates } from '#shared/contract/reissue.ts'
import { anIssuedAsset, transferred } from '#tests/kit/acts.ts'
import type { TenantOfTest } from '#tests/kit/cast.ts'
import type { Person } from '#tests/kit/person.ts'
import { aTenant } from '#tests/kit/tenant.ts'
import { insertAct } from './reissue.store.ts'
import { reissueDue } from './reissue.ts'

const reason = 'The period stood there without its last day.'

/** Claims of `people`, with Swahili certificates as if of the wording before. */
async function withEarlierWording(tenant: TenantOfTest, people: readonly Person[]) {
  const { world, visitor, tenant: of } = tenant
  const { assetId } = await anIssuedAsset(tenant, { quantity: 50 })
  await transferred(tenant, { assetId, quantity: 20, toAccountId: 'buyer' })
  const claimIds: string[] = []
  for (const person of people) {
    const { claimId, transactionId } = await person.call(createClaim, {
      body: {
        items: [{ assetId, quantity: 1 }],
        beneficiaryKind: 'anonymous',
        purpose: 'personal',
        isAuthorised: true,
      },
    })
    await world.settled(transactionId)
    await expect
      .poll(async () => (await visitor.call(readClaim, { params: { claimId } })).certificate?.sha256 ?? null)
      .not.toBeNull()
    for (const language of ['sw', 'fr']) {
      const { status } = await visitor.fetch(`/certificates/${of.id}/${claimId}.pdf?language=${language}`)
      expect(status).toBe(200)
    }
    claimIds.push(claimId)
  }
  await world.sql`update certificate set wording = 1 where tenant_id = ${of.id} and language = 'sw'`
  return claimIds
}

const told = async (person: Person) => {
  const { items } = await person.call(listNotices, { query: {} })
  return items.filter(({ kind }) => kind === 'units.reissue').map(({ facts }) => facts)
}

const finished = ({ tenantAdmin }: TenantOfTest) =>
  expect
    .poll(async () => (await tenantAdmin.call(readReissue)).act?.finishedAt ?? null, { timeout: 20_000 })
    .not.toBeNull()

test('an act issues certificates of an earlier wording anew with its reason, and tells each account once', async () => {
  const tenant = await aTenant()
  const { buyer, proponent, newcomer, tenantAdmin, visitor, tenant: of } = tenant
  expect(await tenantAdmin.call(readReissue)).toEqual({ due: [], claims: 0, accounts: 0, act: null })
  const claimIds = await withEarlierWording(tenant, [buyer, buyer, proponent])
  const [claimId = ''] = claimIds
  const preview = await tenantAdmin.call(readReissue)
  expect(preview).toEqual({ due: [{ language: 'sw', certificates: 3 }], claims: 3, accounts: 2, act: null })
  for (const person of [buyer, newcomer])
    await expect(person.call(reissueCertificates, { body: { reason } })).rejects.toMatchObject({ status: 403 })

  const begun = await tenantAdmin.call(reissueCertificates, { body: { reason } })
  expect(begun.act).toMatchObject({ reason, finishedAt: null, certificates: 3, accounts: 2, told: 0 })
  await finished(tenant)
  expect(await tenantAdmin.call(readReissue)).toMatchObject({ due: [], act: { issued: 3, told: 2 } })
  await expect(tenantAdmin.call(reissueCertificates, { body: { reason } })).rejects.toMatchObject({
    status: 409,
    refusal: { reason: 'reissue.noneDue' },
  })

  expect(await told(buyer)).toEqual([{ quantity: 2, reason }])
  expect(await told(proponent)).toEqual([{ quantity: 1, reason }])
  expect(await told(tenantAdmin)).toEqual([])
  const { items } = await tenantAdmin.call(listAudit, { query: { act: 'units.reissue' } })
  expect(items).toMatchObject([{ subject: `tenant:${of.id}`, after: { quantity: 3, reason } }])

  const page = await visitor.call(readClaim, { params: { claimId } })
  expect(page.certificate?.files).toMatchObject([
    { language: 'en', version: 1, status: 'VALID', reason: null },
    { language: 'fr', version: 1, status: 'VALID', reason: null },
    { language: 'sw', version: 2, status: 'VALID', reason },
    { language: 'sw', version: 1, status: 'SUPERSEDED', reason: null },
  ])
  const certificate = await visitor.fetch(`/certificates/${of.id}/${claimId}.pdf?language=sw`)
  const { text } = await extractText(new Uint8Array(await certificate.arrayBuffer()), { mergePages: true })
  expect(text.replace(/\s+/g, ' ')).toContain(`Sajili ililitoa upya kwa uamuzi wa`)
  expect(text.replace(/\s+/g, ' ')).toContain(`Sababu: ${reason}`)
})

test('an act that was stopped, and two processes at once, issue each certificate and tell each account once', async () => {
  const tenant = await aTenant()
  const { buyer, proponent, tenantAdmin, world, tenant: of } = tenant
  await withEarlierWording(tenant, [buyer, buyer, buyer, proponent])
  const { sql, deps } = world
  // Without its announcement: no process has begun.
  expect(await inTenant(sql, of.id, (tx) => insertAct(tx, { tenantId: of.id, id: 'act', reason }))).toBe(4)
  await expect(tenantAdmin.call(reissueCertificates, { body: { reason } })).rejects.toMatchObject({
    refusal: { reason: 'reissue.underWay' },
  })
  const workers = { ...deps, sql, issuerOf: issuersWith(sql, world.config.PUBLIC_URL) }
  let looks = 0
  await reissueDue(workers, () => ++looks > 3)
  const { act } = await tenantAdmin.call(readReissue)
  expect(act?.issued).toBeGreaterThan(0)
  expect(act).toMatchObject({ finishedAt: null, certificates: 4, told: 0 })
  expect(act?.issued).toBeLessThan(4)

  await Promise.all([reissueDue(workers), reissueDue(workers)])
  await reissueDue(workers)
  expect(await tenantAdmin.call(readReissue)).toMatchObject({ due: [], act: { issued: 4, accounts: 2, told: 2 } })
  expect(await told(buyer)).toEqual([{ quantity: 3, reason }])
  expect(await told(proponent)).toEqual([{ quantity: 1, reason }])
  const versions = await sql<{ n: bigint }[]>`
    select count(*) as n from certificate where tenant_id = ${of.id} and language = 'sw' group by claim_id`
  expect(versions.map(({ n }) => Number(n))).toEqual([2, 2, 2, 2])
})
