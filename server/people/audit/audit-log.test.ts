import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { listAudit, listAuditActors } from '#shared/contract/audit.ts'
import { exportAudit } from '#shared/contract/exports.ts'
import { deleteUser, updateUser } from '#shared/contract/users.ts'
import { groupName } from '#shared/rules/groups.ts'
import { projectPath, recordPath } from '#shared/rules/paths.ts'
import { aDraftProject, anIssuedAsset, transferred } from '#tests/kit/acts.ts'
import type { TenantOfTest } from '#tests/kit/cast.ts'
import { aTenant } from '#tests/kit/tenant.ts'

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

test('a line names its subject and all that before and after mention, and says where the subject is shown', async () => {
  const tenant = await aTenant()
  const { assetId, projectId, transaction } = await anIssuedAsset(tenant, { quantity: 10 })
  await transferred(tenant, { assetId, quantity: 4, toAccountId: 'buyer' })
  const name = 'Mangroves of Gazi Bay'
  const period = '(2024-01-01 – 2024-12-31)'

  expect(await lineOf(tenant, 'project.create')).toMatchObject({
    names: { [`project:${projectId}`]: name, 'account:proponent': 'The proponent' },
    subjectPath: projectPath(`${tenant.tenant.id}:proponent:${projectId}`),
  })
  const accepted = await lineOf(tenant, 'measurement.accept')
  expect(accepted.names[accepted.subject]).toBe(`${name} ${period}`)
  expect(accepted.subjectPath).toContain(`projectId=${projectId}`)
  const requested = await lineOf(tenant, 'verification.request')
  expect(requested.names).toEqual({
    [requested.subject]: `${name} ${period}`,
    [accepted.subject]: `${name} ${period}`,
    [`project:${projectId}`]: name,
    'account:verifier': 'The verifier',
  })
  expect(await lineOf(tenant, 'units.mint')).toMatchObject({
    subject: `transaction:${transaction.transactionId}`,
    names: { [`transaction:${transaction.transactionId}`]: name, 'account:proponent': 'The proponent' },
    subjectPath: recordPath(transaction.transactionId),
  })
  expect((await lineOf(tenant, 'units.transfer')).names).toMatchObject({ 'account:buyer': 'The buyer' })
})

test('a deleted user has no name in the log any more', async () => {
  const tenant = await aTenant()
  await tenant.tenantAdmin.call(deleteUser, { query: { username: tenant.buyer.username } })
  const line = await lineOf(tenant, 'user.delete')
  expect(line.subject).toBe(`user:${tenant.buyer.username}`)
  expect([line.names[line.subject], line.subjectPath]).toEqual([undefined, null])
})

test('the facets narrow the list: an act, a kind of thing, a person, days in UTC, a name, a request', async () => {
  const tenant = await aTenant()
  const { tenantAdmin, proponent } = tenant
  const { projectId } = await aDraftProject(tenant)
  await actAt(tenant, '2024-02-29T23:59:59.999Z', 'account.approve')
  await actAt(tenant, '2024-03-01T00:00:00Z', 'account.reject')
  const acts = async (query: Parameters<typeof listed>[1]) => (await listed(tenant, query)).map(({ act }) => act)

  expect(await acts({ act: 'methodology.approve' })).toEqual(['methodology.approve'])
  expect(await acts({ act: 'methodology' })).toEqual(['methodology.approve', 'methodology.propose'])
  expect(await acts({ actor: proponent.username })).toEqual(['project.create', 'methodology.propose'])
  expect(await acts({ actor: proponent.username, act: 'project' })).toEqual(['project.create'])
  expect(await acts({ from: '2024-02-29', to: '2024-02-29' })).toEqual(['account.approve'])
  expect(await acts({ to: '2024-03-01' })).toEqual(['account.reject', 'account.approve'])
  expect(await acts({ from: '2024-03-02', act: 'account' })).toEqual([])
  expect(await acts({ q: 'gazi' })).toEqual(['project.create'])
  const [created] = await listed(tenant, { q: projectId })
  expect(await acts({ q: created?.requestId ?? '' })).toEqual(['project.create'])
  await expect(tenantAdmin.call(listAudit, { query: { act: 'project.paint' } })).rejects.toMatchObject({
    code: 'invalid',
    message: expect.stringContaining('act:'),
  })
})

test('the people to choose from are those who did something, and are found by name', async () => {
  const tenant = await aTenant()
  const { tenantAdmin, proponent, buyer } = tenant
  await aDraftProject(tenant)
  const { items } = await tenantAdmin.call(listAuditActors)
  expect(items.map(({ actor }) => actor)).toEqual([proponent.username, tenantAdmin.username])
  const found = await tenantAdmin.call(listAuditActors, { query: { q: 'test prop' } })
  expect(found.items).toEqual([{ actor: proponent.username, actorName: 'Test proponent' }])
  await expect(buyer.call(listAuditActors)).rejects.toMatchObject({ code: 'forbidden' })
})

test('the table holds what the search finds, and no formula', async () => {
  const tenant = await aTenant()
  await manyActs(tenant, 2_345)
  await tenant.world.sql`
    insert into audit_event (tenant_id, actor, act, subject, after)
    values (${tenant.tenant.id}, '=HYPERLINK("http://x")', 'other', 'project:1', '{"name": "a, \\"b\\""}')`
  expect(await tableOf(tenant)).toHaveLength(2_346)
  const [line, ...rest] = await tableOf(tenant, { q: 'project:1' })
  expect(rest).toEqual([])
  expect(line).toMatchObject({ actor: `'=HYPERLINK("http://x")`, act: 'other', after: '{"name":"a, \\"b\\""}' })
})

test('the table honours every facet and has a column for everything that a line holds', async () => {
  const tenant = await aTenant()
  const { projectId } = await aDraftProject(tenant)
  await actAt(tenant, '2024-03-01T00:00:00Z', 'project.create')
  const today = new Date().toISOString().slice(0, 10)
  const query = { act: 'project', actor: tenant.proponent.username, from: '2024-03-02', to: today, q: 'gazi' }
  const rows = await tableOf(tenant, query)
  expect(rows).toEqual([
    {
      sequence: expect.stringMatching(/^\d+$/),
      at: expect.stringMatching(/^\d{4}-.*Z$/),
      actor: tenant.proponent.username,
      actorName: 'Test proponent',
      act: 'project.create',
      subject: `project:${projectId}`,
      subjectName: 'Mangroves of Gazi Bay',
      before: '',
      after: expect.stringContaining('"status":"draft"'),
      address: expect.stringContaining('127.0.0.1'),
      requestId: expect.any(String),
      asOf: expect.stringMatching(/^\d{4}-.*Z$/),
    },
  ])
})

test('an account admin reads what was done to the account, its people and what is theirs, and nothing else', async () => {
  const tenant = await aTenant()
  const { tenantAdmin, accountAdmin, proponent, buyer, measurer } = tenant
  const { assetId } = await anIssuedAsset(tenant, { quantity: 10 })
  await transferred(tenant, { assetId, quantity: 4, toAccountId: 'buyer' })
  const buyerAdmin = await tenant.addPerson(groupsOfAdmin(tenant, 'buyer'), 'buyer')
  for (const { username } of [proponent, buyer]) {
    await tenantAdmin.call(updateUser, { body: { username, status: 'SUSPENDED' } })
  }

  const own = (await accountAdmin.call(listAudit)).items
  const all = (await tenantAdmin.call(listAudit)).items
  expect(own.map(({ act }) => act)).toEqual(all.map(({ act }) => act).slice(1))
  expect(own[0]?.subject).toBe(`user:${proponent.username}`)
  const events = (await buyerAdmin.call(listAudit)).items
  expect(events.map(({ act, subject }) => [act, subject])).toEqual([
    ['user.update', `user:${buyer.username}`],
    ['units.transfer', expect.any(String)],
  ])
  expect((await buyerAdmin.call(listAuditActors)).items.map(({ actor }) => actor)).toEqual([
    tenantAdmin.username,
    proponent.username,
  ])
  const rows = parse(Buffer.from(await buyerAdmin.call(exportAudit)), { columns: true })
  expect(rows).toHaveLength(2)
  await expect(measurer.call(listAudit)).rejects.toMatchObject({ code: 'forbidden' })
})

test('an account admin reads neither what the registry thinks of projects, nor whom it gives its tasks, nor names of others', async () => {
  const tenant = await aTenant()
  const { tenantAdmin, accountAdmin, world } = tenant
  const { projectId } = await aDraftProject(tenant)
  await tenantAdmin.call(updateUser, { body: { username: tenant.proponent.username, status: 'SUSPENDED' } })
  for (const act of ['project.overlap', 'task.assign']) {
    await world.sql`
      insert into audit_event (tenant_id, actor, act, subject, after)
      values (${tenant.tenant.id}, ${tenantAdmin.username}, ${act}, ${`project:${projectId}`}, '{"overlapWith": "Hidden reeds"}')`
  }
  const acts = async (caller: typeof tenantAdmin) => (await caller.call(listAudit)).items.map(({ act }) => act)
  expect(await acts(tenantAdmin)).toEqual(expect.arrayContaining(['project.overlap', 'task.assign']))
  const own = (await accountAdmin.call(listAudit)).items
  expect(own.map(({ act }) => act)).not.toEqual(expect.arrayContaining(['project.overlap']))
  expect(own.map(({ act }) => act)).not.toEqual(expect.arrayContaining(['task.assign']))
  expect(JSON.stringify(own)).not.toContain('Hidden reeds')
  expect(new Map(own.map(({ actor, actorName }) => [actor, actorName]))).toEqual(
    new Map([
      [tenantAdmin.username, 'The operator'],
      [tenant.proponent.username, 'Test proponent'],
    ]),
  )
  await world.sql`
    update app_user set first_name = 'Zuhura', last_name = 'Kiprotich'
    where tenant_id = ${tenant.tenant.id} and username = ${tenantAdmin.username}`
  const q = 'Zuhura Kiprotich'
  expect((await tenantAdmin.call(listAudit, { query: { q } })).items).not.toEqual([])
  expect((await accountAdmin.call(listAudit, { query: { q } })).items).toEqual([])
  expect((await accountAdmin.call(listAuditActors, { query: { q } })).items).toEqual([])
})

test('a table is sent as a file to save, and the log complains of nothing', async () => {
  const { tenantAdmin, world } = await aTenant()
  const response = await tenantAdmin.fetch('/api/audit.csv')
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="audit.csv"')
  await response.text()
  await tenantAdmin.call(listAudit)
  expect(world.logged.filter((line) => line.includes('already sent'))).toEqual([])
})

test('an account admin neither reads nor finds the addresses of people of other accounts', async () => {
  const tenant = await aTenant()
  const { tenantAdmin, accountAdmin } = tenant
  await aDraftProject(tenant)
  await tenantAdmin.call(updateUser, { body: { username: tenant.proponent.username, status: 'SUSPENDED' } })
  const { items } = await accountAdmin.call(listAudit, { query: { actor: tenantAdmin.username, act: 'user' } })
  expect(items).toEqual([expect.objectContaining({ act: 'user.update', address: null, requestId: expect.any(String) })])
  const created = await lineOf(tenant, 'project.create')
  const found = await accountAdmin.call(listAudit, { query: { q: created.address ?? '' } })
  expect(found.items.map(({ actor, address }) => [actor, address])).toEqual(
    found.items.map(() => [tenant.proponent.username, created.address]),
  )
  expect(found.items.map(({ act }) => act)).toContain('project.create')
})

test('another tenant sees nothing of it', async () => {
  const [one, other] = await Promise.all([aTenant(), aTenant()])
  await manyActs(one, 3)
  await expect(other.tenantAdmin.call(listAudit)).resolves.toMatchObject({ total: 0 })
  await expect(other.tenantAdmin.call(listAuditActors)).resolves.toEqual({ items: [] })
})

function groupsOfAdmin({ tenant }: TenantOfTest, accountId: string): string[] {
  return (['General', 'AccountAdmin'] as const).map((role) => groupName({ tenantId: tenant.id, accountId, role }))
}

type Query = { q?: string; act?: string; actor?: string; from?: string; to?: string }

async function listed({ tenantAdmin }: TenantOfTest, query: Query) {
  return (await tenantAdmin.call(listAudit, { query })).items
}

async function lineOf(tenant: TenantOfTest, act: string) {
  const [line] = await listed(tenant, { act })
  if (!line) throw new Error(`Nothing in the log says ${act}.`)
  return line
}

async function tableOf({ tenantAdmin }: TenantOfTest, query: Query = {}): Promise<Record<string, string>[]> {
  const bytes = await tenantAdmin.call(exportAudit, { query })
  return parse(Buffer.from(bytes), { columns: true })
}

async function actAt({ world, tenant }: TenantOfTest, at: string, act: string): Promise<void> {
  await world.sql`
    insert into audit_event (tenant_id, at, actor, act, subject) values (${tenant.id}, ${at}, 'somebody', ${act}, 'account:a')`
}

async function manyActs({ world, tenant }: TenantOfTest, count: number): Promise<void> {
  await world.sql`
    insert into audit_event (tenant_id, actor, act, subject)
    select ${tenant.id}, 'somebody', 'project.submit', 'project:p' || n from generate_series(1, ${count}::int) n`
}
