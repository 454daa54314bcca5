import { expect, test } from 'vitest'
import { createClaim } from '#shared/contract/claims.ts'
import { readTimelineLead, type TimelineLead } from '#shared/contract/timeline.ts'
import { burnUnits, mintUnits } from '#shared/contract/wallet.ts'
import { aDraftProject, anApprovedProject, anIssuedAsset, aVerifiedQuantity, transferred } from '#tests/kit/acts.ts'
import type { TenantOfTest } from '#tests/kit/cast.ts'
import { outcomeOf } from '#tests/kit/outcome.ts'
import { aTenant } from '#tests/kit/tenant.ts'

const leadOf = ({ visitor, tenant }: TenantOfTest, projectId: string): Promise<TimelineLead> =>
  visitor.call(readTimelineLead, { query: { projectId, tenantId: tenant.id } })

/** `parts`: issued quantities. */
async function issued(tenant: TenantOfTest, projectId: string, year: number, parts: readonly number[]): Promise<void> {
  const quantity = parts.reduce((sum, part) => sum + part, 0)
  const { verificationId } = await aVerifiedQuantity(tenant, { projectId, year, quantity })
  for (const part of parts) await tenant.proponent.call(mintUnits, { body: { verificationId, quantity: part } })
}

const claim = { purpose: 'personal', isAuthorised: true, beneficiaryKind: 'anonymous' } as const

test('says of a project without issuance when it was made, and of a draft nothing to strangers', async () => {
  const tenant = await aTenant()
  const { projectId, createdAt } = await anApprovedProject(tenant)
  expect(await leadOf(tenant, projectId)).toEqual({
    createdAt,
    issuances: 0,
    firstIssuedAt: null,
    issued: 0,
    retired: 0,
    burnt: 0,
    lastRetirement: null,
  })
  const draft = await aDraftProject(tenant)
  expect(await outcomeOf(leadOf(tenant, draft.projectId))).toBe('not_found')
  const own = await tenant.proponent.call(readTimelineLead, { query: { projectId: draft.projectId } })
  expect(own).toMatchObject({ createdAt: draft.createdAt, issuances: 0 })
})

test('adds up what the entries of the ledger say, claims of several projects by their part', async () => {
  const tenant = await aTenant()
  const { proponent, buyer, tenantAdmin, world } = tenant
  const { assetId, projectId } = await anIssuedAsset(tenant, { quantity: 100 })
  const unclaimed = { issuances: 1, issued: 100, retired: 0, burnt: 0, lastRetirement: null }
  expect(await leadOf(tenant, projectId)).toMatchObject(unclaimed)
  await transferred(tenant, { assetId, quantity: 50, toAccountId: 'buyer' })
  await buyer.call(createClaim, { body: { ...claim, items: [{ assetId, quantity: 7 }] } })
  const other = await anIssuedAsset(tenant, { quantity: 20 })
  const items = [
    { assetId, quantity: 5 },
    { assetId: other.assetId, quantity: 8 },
  ]
  await proponent.call(createClaim, { body: { ...claim, items } })
  const burnt = { accountId: 'proponent', items: [{ assetId, quantity: 3 }], reason: 'Issued twice.' }
  await tenantAdmin.call(burnUnits, { body: burnt })

  const sums = await world.sql<{ state: string; units: number }[]>`
    select e.to_state as state, sum(upper(e.serials) - lower(e.serials))::int as units
    from entry e join asset s on s.id = e.asset_id where s.project_id = ${projectId} and e.to_state in ('retired', 'cancelled')
    group by e.to_state order by e.to_state`
  expect(sums).toEqual([
    { state: 'cancelled', units: 3 },
    { state: 'retired', units: 12 },
  ])
  const [last] = await world.sql<
    { at: Date }[]
  >`select max(claimed_at) as at from claim where tenant_id = ${tenant.tenant.id}`
  const [mint] = await world.sql<
    { at: Date }[]
  >`select min(occurred_at) as at from transaction where tenant_id = ${tenant.tenant.id} and type = 'mint'`
  expect(await leadOf(tenant, projectId)).toMatchObject({
    issuances: 1,
    firstIssuedAt: mint?.at.toISOString(),
    issued: 100,
    retired: 12,
    burnt: 3,
    lastRetirement: { at: last?.at.toISOString(), account: 'The proponent' },
  })
  expect(await leadOf(tenant, other.projectId)).toMatchObject({ issued: 20, retired: 8 })
})

test('counts every issuance, of one vintage and of another, since the first of them', async () => {
  const tenant = await aTenant()
  const { world, proponent } = tenant
  const { projectId, createdAt } = await anApprovedProject(tenant)
  await issued(tenant, projectId, 2024, [60, 40])
  const [first] = await world.sql<{ at: Date }[]>`
    select min(occurred_at) as at from transaction where tenant_id = ${tenant.tenant.id}`
  await issued(tenant, projectId, 2025, [50])
  await anIssuedAsset(tenant, { quantity: 1_000 })
  const units = { issuances: 3, issued: 150, firstIssuedAt: first?.at.toISOString() }
  expect(await leadOf(tenant, projectId)).toEqual({ createdAt, ...units, retired: 0, burnt: 0, lastRetirement: null })

  const assets = await world.sql<{ assetId: string; year: string }[]>`
    select id as "assetId", extract(year from lower(vintage))::text as year from asset
    where tenant_id = ${tenant.tenant.id} and project_id = ${projectId} order by year`
  expect(assets.map(({ year }) => year)).toEqual(['2024', '2025'])
  const items = assets.map(({ assetId }, at) => ({ assetId, quantity: 10 + at }))
  await proponent.call(createClaim, { body: { ...claim, items } })
  expect(await leadOf(tenant, projectId)).toMatchObject({ ...units, retired: 21 })
})
