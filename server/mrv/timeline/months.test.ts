import { expect, test } from 'vitest'
import { createClaim } from '#shared/contract/claims.ts'
import type { ReplyOf } from '#shared/contract/endpoint.ts'
import { readTimeline, readTimelineMonths } from '#shared/contract/timeline.ts'
import { burnUnits } from '#shared/contract/wallet.ts'
import { aDraftProject, anIssuedAsset } from '#tests/kit/acts.ts'
import type { TenantOfTest } from '#tests/kit/cast.ts'
import { outcomeOf } from '#tests/kit/outcome.ts'
import type { Caller } from '#tests/kit/person.ts'
import { aTenant } from '#tests/kit/tenant.ts'

async function monthsOf(
  caller: Caller,
  { tenant }: TenantOfTest,
  projectId: string,
): Promise<ReplyOf<typeof readTimelineMonths>['months']> {
  return (await caller.call(readTimelineMonths, { query: { projectId, tenantId: tenant.id } })).months
}

const linesOf = (caller: Caller, { tenant }: TenantOfTest, projectId: string, month?: string) =>
  caller.call(readTimeline, { query: { projectId, tenantId: tenant.id, ...(month && { month }) } })

const claim = { purpose: 'personal', isAuthorised: true, beneficiaryKind: 'anonymous' } as const

/** One claim and one burn take units of both. */
async function twoProjects(tenant: TenantOfTest) {
  const { proponent, tenantAdmin, world } = tenant
  const one = await anIssuedAsset(tenant, { quantity: 100 })
  const other = await anIssuedAsset(tenant, { quantity: 20 })
  const items = (oneQuantity: number, otherQuantity: number) => [
    { assetId: one.assetId, quantity: oneQuantity },
    { assetId: other.assetId, quantity: otherQuantity },
  ]
  await proponent.call(createClaim, { body: { ...claim, items: [{ assetId: one.assetId, quantity: 7 }] } })
  await proponent.call(createClaim, { body: { ...claim, items: items(5, 8) } })
  await tenantAdmin.call(burnUnits, { body: { accountId: 'proponent', items: items(3, 2), reason: 'Issued twice.' } })
  await world.linked()
  return { one, other }
}

test('a month says what the entries of its movements say, of each project its part', async () => {
  const tenant = await aTenant()
  const { visitor, world } = tenant
  const { one, other } = await twoProjects(tenant)
  const [now] = await world.sql<{ month: string }[]>`select to_char(now() at time zone 'UTC', 'YYYY-MM') as month`
  const counted = await world.sql<{ projectId: string; issued: number; retired: number; cancelled: number }[]>`
    select s.project_id as "projectId", sum(units) filter (where e.from_account is null)::int as issued,
      sum(units) filter (where e.to_state = 'retired')::int as retired,
      sum(units) filter (where e.to_state = 'cancelled')::int as cancelled
    from (select *, upper(serials) - lower(serials) as units from entry where tenant_id = ${tenant.tenant.id}) e
    join asset s on s.tenant_id = e.tenant_id and s.id = e.asset_id group by 1`
  const unitsOf = (projectId: string) => counted.find((row) => row.projectId === projectId)
  expect(unitsOf(one.projectId)).toMatchObject({ issued: 100, retired: 12, cancelled: 3 })
  expect(unitsOf(other.projectId)).toMatchObject({ issued: 20, retired: 8, cancelled: 2 })
  for (const { projectId } of [one, other]) {
    const { projectId: _, ...units } = unitsOf(projectId) ?? { projectId }
    const [month, ...more] = await monthsOf(visitor, tenant, projectId)
    expect(month).toMatchObject({ key: now?.month, ...units })
    expect(more).toEqual([])
  }
  expect(await monthsOf(visitor, tenant, one.projectId)).toMatchObject([{ held: 85 }])
  expect(await monthsOf(visitor, tenant, other.projectId)).toMatchObject([{ held: 10 }])
})

test('a month has as many acts as its reader finds lines in it', async () => {
  const tenant = await aTenant()
  const { one } = await twoProjects(tenant)
  const { projectId } = one
  const actsFor = async (caller: Caller) => {
    const [month] = await monthsOf(caller, tenant, projectId)
    const { total, items } = await linesOf(caller, tenant, projectId, month?.key)
    expect(items).toHaveLength(total)
    expect(month?.acts).toBe(total)
    return total
  }
  // Approved, active, accepted, verified, minted, claimed twice, burnt.
  expect(await actsFor(tenant.visitor)).toBe(8)
  expect(await actsFor(tenant.buyer)).toBe(8)
  expect(await actsFor(tenant.proponent)).toBeGreaterThan(8)
  expect(await actsFor(tenant.proponent)).toBe(await actsFor(tenant.tenantAdmin))
})

test('what was burnt is a line for anybody, with the units of this project and without the reason', async () => {
  const tenant = await aTenant()
  const { one, other } = await twoProjects(tenant)
  for (const caller of [tenant.visitor, tenant.proponent]) {
    const [line] = (await linesOf(caller, tenant, one.projectId)).items
    expect(line).toMatchObject({ act: 'units.burn', quantity: 3, side: 'registry', account: null, reason: null })
    expect(line?.path).toContain(line?.subjectId)
  }
  expect((await linesOf(tenant.visitor, tenant, other.projectId)).items[0]).toMatchObject({ quantity: 2 })
})

test('a month holds what happened from its first moment in UTC until that of the next one', async () => {
  const tenant = await aTenant()
  const { visitor, world } = tenant
  const { projectId } = await anIssuedAsset(tenant, { quantity: 10 })
  const times = ['2031-12-31T23:59:59Z', '2032-02-01T00:00:00Z', '2032-02-29T23:59:59.999Z', '2032-03-01T00:00:00Z']
  await world.sql`
    insert into claim (tenant_id, id, transaction_id, account_id, quantity, beneficiary_kind, purpose, verify_code, claimed_at,
      created_by)
    select ${tenant.tenant.id}, 'claim' || n, 'none' || n, 'buyer', n, 'anonymous', 'personal', 'month' || n, at::timestamptz, 'nobody'
    from unnest(${times}::text[]) with ordinality t(at, n)`
  await world.sql`update claim set project_id = ${projectId} where tenant_id = ${tenant.tenant.id}`
  const found = async (month: string) => {
    const { items, total } = await linesOf(visitor, tenant, projectId, month)
    expect(total).toBe(items.length)
    return items.map(({ quantity }) => quantity)
  }
  expect(await found('2031-12')).toEqual([1])
  expect(await found('2032-01')).toEqual([])
  expect(await found('2032-02')).toEqual([3, 2])
  expect(await found('2032-03')).toEqual([4])
})

test('no month is read of a draft by strangers, nor one that there is not', async () => {
  const tenant = await aTenant()
  const { projectId } = await aDraftProject(tenant)
  expect(await outcomeOf(monthsOf(tenant.visitor, tenant, projectId))).toBe('not_found')
  expect(await monthsOf(tenant.proponent, tenant, projectId)).toMatchObject([{ issued: 0, held: 0, acts: 1 }])
  for (const month of ['2024-13', '2024-00', '0000-01', '2024', '2024-1', '2024-01-01']) {
    expect(await outcomeOf(linesOf(tenant.proponent, tenant, projectId, month))).toBe('invalid')
  }
})
