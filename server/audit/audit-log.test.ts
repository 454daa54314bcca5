import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { exportAudit, listAudit } from '#shared/contract/registry.ts'
import { updateUser } from '#shared/contract/users.ts'
import type { TenantOfTest } from '#tests/cast.ts'
import { aTenant } from '#tests/tenant.ts'

test('the acts of a tenant are listed newest first, page by page', async () => {
  const tenant = await aTenant()
  await manyActs(tenant, 120)
  const first = await tenant.tenantAdmin.call(listAudit, { query: { limit: 100 } })
  const second = await tenant.tenantAdmin.call(listAudit, { query: { limit: 100, cursor: first.nextCursor ?? '' } })
  expect([first.total, first.items.length, second.items.length, second.nextCursor]).toEqual([120, 100, 20, null])
  const sequences = [...first.items, ...second.items].map((line) => line.sequence)
  expect(sequences).toEqual(sequences.toSorted((a, b) => b - a))
})

test('a change says who, what, before, after, from where and in which request', async () => {
  const { tenantAdmin, buyer } = await aTenant()
  await tenantAdmin.call(updateUser, { body: { username: buyer.username, status: 'SUSPENDED' } })
  const { items } = await tenantAdmin.call(listAudit, { query: { q: buyer.username } })
  expect(items).toEqual([
    expect.objectContaining({
      actor: tenantAdmin.username,
      actorName: expect.any(String),
      act: 'user.update',
      subject: `user:${buyer.username}`,
      before: expect.objectContaining({ status: 'ACTIVE' }),
      after: expect.objectContaining({ status: 'SUSPENDED' }),
      address: expect.stringContaining('127.0.0.1'),
      requestId: expect.any(String),
    }),
  ])
})

test('the table holds what the search finds, and no formula', async () => {
  const tenant = await aTenant()
  await manyActs(tenant, 2_345)
  await tenant.world.sql`
    insert into audit_event (tenant_id, actor, act, subject, after)
    values (${tenant.tenant.id}, '=HYPERLINK("http://x")', 'other', 'project:1', '{"name": "a, \\"b\\""}')`
  expect(await tableOf(tenant)).toHaveLength(2_346)
  const [line, ...rest] = await tableOf(tenant, 'project:1')
  expect(rest).toEqual([])
  expect(line).toMatchObject({ actor: `'=HYPERLINK("http://x")`, act: 'other', after: '{"name":"a, \\"b\\""}' })
})

test('another tenant sees nothing of it', async () => {
  const [one, other] = await Promise.all([aTenant(), aTenant()])
  await manyActs(one, 3)
  await expect(other.tenantAdmin.call(listAudit)).resolves.toMatchObject({ total: 0 })
})

async function tableOf({ tenantAdmin }: TenantOfTest, q?: string): Promise<Record<string, string>[]> {
  const bytes = await tenantAdmin.call(exportAudit, { query: q === undefined ? {} : { q } })
  return parse(Buffer.from(bytes), { columns: true })
}

async function manyActs({ world, tenant }: TenantOfTest, count: number): Promise<void> {
  await world.sql`
    insert into audit_event (tenant_id, actor, act, subject)
    select ${tenant.id}, 'somebody', 'project.submit', 'project:p' || n from generate_series(1, ${count}::int) n`
}
